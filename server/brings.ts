import type * as PublicSuffixes from "./core/config/public-suffixes.ts"
import type { Feature } from "./feature.ts"
import type * as PasskeyLibrary from "./providers/passkey-library.ts"

/** The features that a provider or an adapter brings. A symbol, so that `{ ...adapter }` copies it. */
export const BROUGHT: unique symbol = Symbol.for("latchkit.features")

/** A provider or an adapter that may bring features. */
export interface Bringer {
  readonly [BROUGHT]?: readonly Feature[]
}

/** Returns the features that `Password()` brings: none, because on Node Latchkit finds them by itself. */
export const bringPasswords = (): Bringer => ({})

/** Returns the feature that `Credentials()` brings. */
export const bringCredentials = (): Bringer => ({})

/** Returns the features that `Passkey()` brings. */
export const bringPasskeys = (): Bringer => ({})

/** Returns the feature that a function of an OAuth 2.0 provider brings. */
export const bringOAuth = (): Bringer => ({})

/** Returns the features that a function of an OpenID Connect provider brings. */
export const bringOpenId = (): Bringer => ({})

/** Returns the features that an adapter brings. */
export const bringStoredUsers = (): Bringer => ({})

/** Returns the features that the preset for Auth.js brings: its adapters and providers bring nothing. */
export const bringPreset = (): Bringer => ({})

/** Loads the WebAuthn library for a plain object `{ type: "webauthn" }`. `Passkey()` brings it by itself. */
export const loadFoundLibrary: (() => Promise<typeof PasskeyLibrary>) | undefined = () =>
  import("./providers/passkey-library.ts")

/** Loads the Public Suffix List. `latchkit/public-suffixes` is the same. */
export const loadFoundSuffixes: (() => Promise<typeof PublicSuffixes>) | undefined = () =>
  import("./core/config/public-suffixes.ts")
