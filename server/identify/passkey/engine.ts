import type { RegistrationResponseJSON } from "@simplewebauthn/server"

export type Engine = typeof import("@simplewebauthn/server")
export type EngineHelpers = typeof import("@simplewebauthn/server/helpers")

/** Loads the library: a service that nobody asks for a passkey never does. */
export function loadEngine(): Promise<Engine> {
  return import("@simplewebauthn/server")
}

/** Loads the library's decoders. */
export function loadHelpers(): Promise<EngineHelpers> {
  return import("@simplewebauthn/server/helpers")
}

/** EdDSA, ES256, RS256 (COSE algorithm numbers), as they are offered and as they are accepted. */
export const ALGORITHMS: number[] = [-8, -7, -257]

export type Transport = NonNullable<RegistrationResponseJSON["response"]["transports"]>[number]
