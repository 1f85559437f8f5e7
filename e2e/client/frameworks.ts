import { join } from "node:path"
import { isLong } from "../../server/testing/long.ts"

/** The frameworks whose session store the tests use. */
export const FRAMEWORKS = ["react", "solid", "svelte", "qwik"] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** The frameworks in which the tests use what all share, the store itself. `npm test` does so in React only. */
export const SHARED: readonly Framework[] = isLong ? FRAMEWORKS : ["react"]

/** The folder of the built pages, in `client` and `server`. */
export const BUILT = join(import.meta.dirname, "../../node_modules/.cache/latchkit-client")
