import { join } from "node:path"

/** The frameworks whose session store the tests use. */
export const FRAMEWORKS = ["react", "solid", "svelte", "qwik"] as const
export type Framework = (typeof FRAMEWORKS)[number]

/** The folder of the built pages, in `client` and `server`. */
export const BUILT = join(import.meta.dirname, "../../node_modules/.cache/latchkit-client")
