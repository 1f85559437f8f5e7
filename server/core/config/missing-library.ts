import { AuthError } from "../../errors.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { Settings } from "./settings.ts"

/** Returns the passkey providers that are plain objects. `Passkey()` brings the WebAuthn library with it. */
export const plainPasskeys = ({ providers }: Settings): WebAuthnConfig[] =>
  [...providers.values()].filter((provider) => provider.type === "webauthn").filter(({ library }) => !library)

/** Returns the problems of passkey providers whose library isn't there. On Node, plain objects find it. */
export async function libraryProblems(plain: readonly WebAuthnConfig[]): Promise<AuthError[]> {
  const { loadFoundLibrary } = await import("./found.ts")
  return loadFoundLibrary ? [] : plain.map(({ id }) => new AuthError("InvalidConfiguration", missingLibrary(id)))
}

/** Returns what a passkey provider lacks in a Worker. */
export const missingLibrary = (id: string): string =>
  `The provider "${id}" is a plain object, and a Worker has only the code that it imports. Import { Passkey } from "latchkit/providers/passkey", and use \`Passkey()\``
