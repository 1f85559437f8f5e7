import { join } from "node:path"

/** What a case is rendered in beside HTML. */
export const FRAMEWORKS = ["react", "solid", "svelte"] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** Where the pages of the gallery are built. */
export const BUILT = join(import.meta.dirname, "../../node_modules/.cache/latchkit-gallery")
