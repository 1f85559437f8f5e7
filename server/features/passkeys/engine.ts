import { loadFoundLibrary } from "../../brings.ts"
import { missingProvider } from "../../core/config/missing-feature.ts"
import { AuthError } from "../../errors.ts"
import type * as PasskeyLibrary from "../../providers/passkey-library.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"

/** The WebAuthn library, as it is loaded. */
export type Engine = typeof PasskeyLibrary

/**
 * Loads the WebAuthn library on first use. `Passkey()` brings it. On Node, a plain object finds it too.
 *
 * @throws {AuthError} if it is a plain object in a Worker
 */
export async function loadEngine({ id, library }: WebAuthnConfig): Promise<Engine> {
  const load = library ?? loadFoundLibrary
  if (!load) throw new AuthError("InvalidConfiguration", missingProvider(id, "Passkey"))
  return (await load()) as Engine // declarations can't name the library, because apps don't have its types
}

/** EdDSA, ES256, RS256 (COSE algorithm numbers), in the order in which they are offered. */
export const ALGORITHMS: number[] = [-8, -7, -257]

export type Transport = NonNullable<PasskeyLibrary.RegistrationResponseJSON["response"]["transports"]>[number]
