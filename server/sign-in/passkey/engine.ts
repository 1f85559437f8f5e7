import type { RegistrationResponseJSON } from "@simplewebauthn/server"
import { AuthError } from "../../errors.ts"

export type Engine = typeof import("@simplewebauthn/server")
export type EngineHelpers = typeof import("@simplewebauthn/server/helpers")

/**
 * Loads the WebAuthn library on first use: an app without passkeys never loads it.
 *
 * @throws {AuthError} `InvalidConfiguration` in the Edge runtime of Next and Vercel, whose bundlers reject the library
 */
export async function loadEngine(): Promise<Engine> {
  await polyfill()
  return present(await import("#webauthn"), "generateAuthenticationOptions")
}

/**
 * Loads the library's decoders.
 *
 * @throws {AuthError} as `loadEngine` does
 */
export async function loadHelpers(): Promise<EngineHelpers> {
  await polyfill()
  return present(await import("#webauthn/helpers"), "decodeAttestationObject")
}

// With the condition `edge-light`, package.json's `imports` lead to an empty module
function present<Library extends object>(library: Library, key: keyof Library): Library {
  if (key in library) return library
  throw new AuthError(
    "InvalidConfiguration",
    'Passkeys need the Node.js runtime: this route runs in the Edge runtime. Remove `runtime = "edge"` from the route that serves Latchkit',
  )
}

// The library imports the polyfill itself, but bundlers that merge a server into few files may run it after the code
// that needs it. This import uses the polyfill's other name, because bundlers put a file with two importers beside that
// code
async function polyfill(): Promise<void> {
  await import("reflect-metadata/lite")
}

/** EdDSA, ES256, RS256 (COSE algorithm numbers), in the order in which they are offered. */
export const ALGORITHMS: number[] = [-8, -7, -257]

export type Transport = NonNullable<RegistrationResponseJSON["response"]["transports"]>[number]
