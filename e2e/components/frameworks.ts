import { join } from "node:path"

/** The frameworks that render a case, in addition to HTML. */
export const FRAMEWORKS = ["react", "solid", "svelte"] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** The folder of the gallery's built pages. */
export const BUILT = join(import.meta.dirname, "../../node_modules/.cache/latchkit-gallery")
