/** Loads the WebAuthn library for a plain object `{ type: "webauthn" }`. `Passkey()` brings it by itself. */
export const loadFoundLibrary: (() => Promise<typeof import("../../providers/passkey-library.ts")>) | undefined = () =>
  import("../../providers/passkey-library.ts")

/** Loads the Public Suffix List. `latchkit/public-suffixes` is the same. */
export const loadFoundSuffixes: (() => Promise<typeof import("./public-suffixes.ts")>) | undefined = () =>
  import("./public-suffixes.ts")
