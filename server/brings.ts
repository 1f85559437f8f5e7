import type { Bringer } from "./feature.ts"

/** Returns the features that `Password()` brings: none, because on Node Latchkit finds them by itself. */
export const bringPasswords = (): Bringer => ({})

/** Returns the features that `Passkey()` brings. */
export const bringPasskeys = (): Bringer => ({})

/** Returns the features that an adapter brings. */
export const bringStoredUsers = (): Bringer => ({})
