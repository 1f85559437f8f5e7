import type * as all from "./found.ts"

/** None: 150 kB, which a Worker without passkeys doesn't need. */
export const loadFoundLibrary: typeof all.loadFoundLibrary = undefined

/** None: 160 kB, which few configurations need. */
export const loadFoundSuffixes: typeof all.loadFoundSuffixes = undefined
