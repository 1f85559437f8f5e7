import type { RegistrationResponseJSON } from "./webauthn.ts"

export type Engine = typeof import("./webauthn.ts")

/** Loads the WebAuthn library on first use: an app without passkeys never loads it. */
export function loadEngine(): Promise<Engine> {
  return import("./webauthn.ts")
}

/** EdDSA, ES256, RS256 (COSE algorithm numbers), in the order in which they are offered. */
export const ALGORITHMS: number[] = [-8, -7, -257]

export type Transport = NonNullable<RegistrationResponseJSON["response"]["transports"]>[number]
