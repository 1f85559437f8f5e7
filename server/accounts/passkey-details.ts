import type { AccountDetails, PasskeyDetails } from "../../client/account-contract.ts"
import type { AdapterAuthenticator } from "../adapters/contract.ts"
import { base64ToBase64url } from "../crypto/bytes.ts"
import type { UserCredentials } from "./credentials.ts"
import { relyingPartyFor } from "../http/relying-party.ts"
import { credentialLabel } from "./passkeys.ts"
import { toUserHandle } from "./user-handle.ts"
import type { RequestContext } from "../http/auth-request.ts"
import { isRemovable, passkeyMethod, type SignInMethod } from "./sign-in-methods.ts"

/** Returns the passkeys that the user may see. `null` if passkeys are off, or the adapter can't list them. */
export function passkeyDetails(
  { passkeys }: UserCredentials,
  methods: readonly SignInMethod[],
): PasskeyDetails[] | null {
  return passkeys && passkeys.map((passkey) => toPasskeyDetails(passkey, methods))
}

function toPasskeyDetails(passkey: AdapterAuthenticator, methods: readonly SignInMethod[]): PasskeyDetails {
  return {
    id: base64ToBase64url(passkey.credentialID),
    name: passkey.name || "Passkey",
    createdAt: passkey.createdAt?.toISOString() ?? null,
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    backedUp: passkey.credentialBackedUp,
    removable: isRemovable(methods, passkeyMethod(passkey)),
  }
}

/** Returns the `passkeyUser` that names the user in authenticators, or `{}` without passkeys. */
export async function passkeyUser(
  context: RequestContext,
  { user, passkeys }: UserCredentials,
): Promise<Pick<AccountDetails, "passkeyUser">> {
  const provider = [...context.settings.providers.values()].find(({ type }) => type === "webauthn")
  if (!user || !passkeys || provider?.type !== "webauthn") return {}
  const { userName: name, userDisplayName: displayName } = credentialLabel(user)
  return {
    passkeyUser: { rpId: relyingPartyFor(context, provider).id, id: await toUserHandle(user.id), name, displayName },
  }
}
