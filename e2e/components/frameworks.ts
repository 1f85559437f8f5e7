import { join } from "node:path"
import { isLong } from "../../server/test-kit/long.ts"

/** The frameworks that render a case, in addition to HTML. */
export const FRAMEWORKS = ["react", "solid", "svelte"] as const

/** The frameworks in which `npm test` shows a behavior that is the same code in all of them. */
export const SHARED_BEHAVIOR_IN = isLong ? FRAMEWORKS : (["react"] as const)

export type Framework = (typeof FRAMEWORKS)[number]

/** The folder of the gallery's built pages. */
export const BUILT = join(import.meta.dirname, "../../node_modules/.cache/latchkit-gallery")
