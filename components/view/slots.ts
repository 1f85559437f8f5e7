/** The places for an app's own content, by the names of the props that fill them. */
export const SLOTS = ["header", "footer", "beforeMethod", "afterMethod", "beforeSubmit", "items", "passkeys"] as const

export type SlotName = (typeof SLOTS)[number]

/**
 * The places that exist once per form. Their content receives the provider's id, or the name of a password card, such
 * as `sign-up`.
 */
export type MethodSlotName = "beforeMethod" | "afterMethod" | "beforeSubmit"
