import type { RegistrationResponseJSON } from "@simplewebauthn/server"

export type Engine = typeof import("@simplewebauthn/server")
export type EngineHelpers = typeof import("@simplewebauthn/server/helpers")

/** Loads the library: a service that nobody asks for a passkey never does. */
export async function loadEngine(): Promise<Engine> {
  await polyfill()
  return import("@simplewebauthn/server")
}

/** Loads the library's decoders. */
export async function loadHelpers(): Promise<EngineHelpers> {
  await polyfill()
  return import("@simplewebauthn/server/helpers")
}

// The library imports it itself, but bundlers that put a server into few files run it after the code that needs it; by its other
// name, because a file that both import is put beside that code
async function polyfill(): Promise<void> {
  await import("reflect-metadata/lite")
}

/** EdDSA, ES256, RS256 (COSE algorithm numbers), as they are offered and as they are accepted. */
export const ALGORITHMS: number[] = [-8, -7, -257]

export type Transport = NonNullable<RegistrationResponseJSON["response"]["transports"]>[number]
