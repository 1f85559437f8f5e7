/** The places for a host's own content, by the names of the props that fill them. */
export const SLOTS = ["header", "footer", "beforeMethod", "afterMethod", "items", "passkeys"] as const

export type SlotName = (typeof SLOTS)[number]

/** The places of which there is one for each provider; what fills them is told its id. */
export type MethodSlotName = "beforeMethod" | "afterMethod"
