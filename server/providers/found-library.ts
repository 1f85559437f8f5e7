/** Loads the WebAuthn library for a plain object `{ type: "webauthn" }`. `Passkey()` brings it by itself. */
export const loadFoundLibrary: (() => Promise<typeof import("./passkey-library.ts")>) | undefined = () =>
  import("./passkey-library.ts")
