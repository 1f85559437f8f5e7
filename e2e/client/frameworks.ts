import { join } from "node:path"
import { isLong } from "../../server/test-kit/long.ts"

export type Framework = "react" | "react-18" | "solid" | "svelte" | "qwik"

/** The versions of React in which the tests use what only React has. */
export const REACTS: readonly Framework[] = isLong ? ["react", "react-18"] : ["react"]

/** The frameworks whose session store the tests use. */
export const FRAMEWORKS: readonly Framework[] = [...REACTS, "solid", "svelte", "qwik"]

/** The frameworks in which the tests use what all share, the store itself. `npm test` does so in React only. */
export const SHARED: readonly Framework[] = isLong ? FRAMEWORKS : ["react"]

/** The folder of the built pages, in `client` and `server`. */
export const BUILT = join(import.meta.dirname, "../../node_modules/.cache/latchkit-client")
