import type { AccountDetails, PasskeyDetails } from "../../../client/account-contract.ts"
import type { Settings } from "../../core/config/settings.ts"
import { base64ToBase64url } from "../../core/crypto/bytes.ts"
import { authenticatorNames } from "../../core/methods/authenticators.ts"
import { credentialLabel, toUserHandle } from "../../core/methods/passkeys.ts"
import { relyingPartyFor } from "../../core/methods/relying-party.ts"
import { isRemovable, passkeyMethod, signInMethods, type UserCredentials } from "../../core/methods/sign-in-methods.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"

/** Returns the user's passkeys, for their account details. Nothing if passkeys are off, or can't be listed. */
export async function passkeyDetails(
  context: RequestContext,
  credentials: UserCredentials,
): Promise<Pick<AccountDetails, "passkeyUser"> & { passkeys?: PasskeyDetails[] }> {
  const { settings } = context
  const { user, passkeys } = credentials
  if (!passkeys) return {}
  const shown = await listDetails(settings, { ...credentials, passkeys })
  const provider = [...settings.providers.values()].find(({ type }) => type === "webauthn")
  if (!user || provider?.type !== "webauthn") return { passkeys: shown }
  const { userName: name, userDisplayName: displayName } = credentialLabel(user)
  const rpId = relyingPartyFor(context, provider).id
  return { passkeys: shown, passkeyUser: { rpId, id: await toUserHandle(user.id), name, displayName } }
}

async function listDetails(
  settings: Settings,
  credentials: UserCredentials & { passkeys: NonNullable<UserCredentials["passkeys"]> },
): Promise<PasskeyDetails[]> {
  const methods = signInMethods(credentials, settings.providers)
  const products = await authenticatorNames(settings, credentials.passkeys)
  return credentials.passkeys.map((passkey) => {
    const authenticator = products.get(passkey.credentialID) ?? null
    return {
      id: base64ToBase64url(passkey.credentialID),
      name: passkey.name || (authenticator ?? "Passkey"),
      createdAt: passkey.createdAt?.toISOString() ?? null,
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
      authenticator,
      backedUp: passkey.credentialBackedUp,
      removable: isRemovable(methods, passkeyMethod(passkey)),
    }
  })
}
