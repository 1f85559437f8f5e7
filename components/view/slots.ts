/** The places for an app's own content, by the names of the props that fill them. */
export const SLOTS = ["header", "footer", "beforeMethod", "afterMethod", "items", "passkeys"] as const

export type SlotName = (typeof SLOTS)[number]

/** The places that exist once per provider. Their content receives the provider's id. */
export type MethodSlotName = "beforeMethod" | "afterMethod"
