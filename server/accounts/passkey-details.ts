import type { AccountDetails, PasskeyDetails } from "../../client/contract.ts"
import type { AdapterAuthenticator } from "../adapters/contract.ts"
import { asBase64url } from "../crypto/bytes.ts"
import type { Holdings } from "./credentials.ts"
import { relyingPartyOf } from "../http/relying-party.ts"
import { credentialLabel } from "./passkeys.ts"
import { userHandleOf } from "./user-handle.ts"
import type { Visit } from "../http/auth-request.ts"
import { isRemovable, passkeyWay, type WayIn } from "./sign-in-methods.ts"

/** The passkeys as their user may see them; null where the adapter cannot list them, or passkeys are off. */
export function passkeyDetails({ passkeys }: Holdings, ways: readonly WayIn[]): PasskeyDetails[] | null {
  return passkeys && passkeys.map((passkey) => detailsOf(passkey, ways))
}

function detailsOf(passkey: AdapterAuthenticator, ways: readonly WayIn[]): PasskeyDetails {
  return {
    id: asBase64url(passkey.credentialID),
    name: passkey.name || "Passkey",
    createdAt: passkey.createdAt?.toISOString() ?? null,
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    backedUp: passkey.credentialBackedUp,
    removable: isRemovable(ways, passkeyWay(passkey)),
  }
}

/** How authenticators know the user; nothing where there are no passkeys to know one by. */
export async function passkeyUser(
  visit: Visit,
  { user, passkeys }: Holdings,
): Promise<Pick<AccountDetails, "passkeyUser">> {
  const provider = [...visit.settings.providers.values()].find(({ type }) => type === "webauthn")
  if (!user || !passkeys || provider?.type !== "webauthn") return {}
  const { userName: name, userDisplayName: displayName } = credentialLabel(user)
  return {
    passkeyUser: { rpId: relyingPartyOf(visit, provider).id, id: await userHandleOf(user.id), name, displayName },
  }
}
