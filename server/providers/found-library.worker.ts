import type * as all from "./found-library.ts"

/** None: 150 kB, which a Worker without passkeys doesn't need. */
export const loadFoundLibrary: typeof all.loadFoundLibrary = undefined
