import type { Adapter, AdapterAuthenticator } from "../adapters/contract.ts"
import { requireOperation } from "../adapters/required.ts"
import type { Settings } from "../config/settings.ts"
import { base64ToBase64url } from "../crypto/bytes.ts"
import { listPasskeys, storePasskey } from "./passkeys.ts"
import { removeSignInMethod, type Removal } from "./remove-method.ts"
import { passkeyMethod } from "./sign-in-methods.ts"

const MAX_NAME_LENGTH = 64
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Renames one of a user's passkeys. Returns `false` if the passkey doesn't exist, the name is empty, or the adapter
 * can't store one.
 */
export async function renamePasskey(
  { adapter, webauthn }: Settings,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const text = name.replaceAll(CONTROL_CHARACTERS, "").trim().slice(0, MAX_NAME_LENGTH).toWellFormed()
  if (!adapter?.updateAuthenticator || !webauthn || text === "") return false
  const passkey = (await listPasskeys(adapter, userId)).find((one) => hasCredentialId(one, id))
  return (
    passkey !== undefined &&
    (await adapter.updateAuthenticator({ credentialID: passkey.credentialID, name: text })) !== null
  )
}

/** Removes one of a user's passkeys, and its account. */
export function removePasskey(settings: Settings, userId: string, id: string): Promise<Removal> {
  return removeSignInMethod(settings, userId, async ({ passkeys }) => {
    const passkey = passkeys?.find((one) => hasCredentialId(one, id))
    return passkey && { way: passkeyMethod(passkey), ...toRemovable(settings, passkey) }
  })
}

const hasCredentialId = ({ credentialID }: AdapterAuthenticator, id: string) => base64ToBase64url(credentialID) === id

function toRemovable({ providers }: Settings, passkey: AdapterAuthenticator) {
  const { providerAccountId, credentialID, userId } = passkey
  const ids = [...providers.values()].filter(({ type }) => type === "webauthn").map(({ id }) => id)
  const linked: string[] = []
  return {
    async remove(adapter: Adapter) {
      await requireOperation(adapter, "deleteAuthenticator")(credentialID)
      for (const provider of ids) {
        const owner = await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })
        if (owner?.id !== userId) continue
        linked.push(provider)
        await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
      }
    },
    async restore(adapter: Adapter) {
      for (const provider of linked)
        await storePasskey(adapter, passkey, { provider, providerAccountId, type: "webauthn" })
    },
  }
}
