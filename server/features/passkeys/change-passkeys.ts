import type { AccountErrorCode } from "../../../client/account-contract.ts"
import { emailRemovedMethod } from "../../core/mailbox/method-emails.ts"
import type { Adapter, AdapterAuthenticator } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import { toPlainText } from "../../core/request/plain-text.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { isSameId } from "../../core/users/users.ts"
import { forgetAuthenticator } from "../../core/methods/authenticators.ts"
import { storedCredentialId, storePasskey, listPasskeys } from "../../core/methods/passkeys.ts"
import type { Settings } from "../../core/config/settings.ts"
import { base64ToBase64url } from "../../core/crypto/bytes.ts"
import {
  REMOVAL_ERRORS,
  removeSignInMethod,
  type Removal,
  countingFactors,
  forgetPasskeyFactor,
  isLastFactor,
} from "../../core/methods/remove-method.ts"
import type { AccountRequest } from "../../core/methods/feature.ts"
import { loadCredentials, passkeyMethod } from "../../core/methods/sign-in-methods.ts"

const MAX_NAME_LENGTH = 64

/**
 * Renames one of a user's passkeys. Returns `false` if the passkey doesn't exist, the name is empty, or the adapter
 * can't store one.
 */
async function renamePasskey(
  { adapter, webauthn }: Settings,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const text = toPlainText(name, MAX_NAME_LENGTH)
  if (!adapter?.updateAuthenticator || !webauthn || text === "") return false
  const passkey = (await listPasskeys(adapter, userId)).find((one) => hasCredentialId(one, id))
  return (
    passkey !== undefined &&
    (await adapter.updateAuthenticator({ credentialID: passkey.credentialID, name: text })) !== null
  )
}

/** `POST account` with `rename-passkey`. */
export async function renameUserPasskey({
  context,
  userId,
  id,
  name,
}: AccountRequest): Promise<AccountErrorCode | undefined> {
  return (await renamePasskey(context.settings, userId, { id, name })) ? undefined : "NotFound"
}

/** `POST account` with `remove-passkey`. */
export async function removeUserPasskey(request: AccountRequest): Promise<AccountErrorCode | undefined> {
  return countingFactors(request.context, request.userId, () => removeCounted(request))
}

async function removeCounted({ context, userId, id }: AccountRequest): Promise<AccountErrorCode | undefined> {
  const { adapter } = context.settings
  const credentials = adapter && (await loadCredentials(context.settings, adapter, userId))
  if (credentials && (await isLastFactor(context, credentials, id))) return "LastFactor"
  const removal = await removePasskey(context, userId, id)
  if (credentials?.user && removal === "removed") {
    await emailRemovedMethod(context, userId, { kind: "passkey-removed", credentialId: id })
    await forgetPasskeyFactor(context, credentials.user, id)
  }
  return REMOVAL_ERRORS[removal]
}

/** Removes one of a user's passkeys, and its account. */
async function removePasskey(context: ActionContext, userId: string, id: string): Promise<Removal> {
  const { settings } = context
  const removal = await removeSignInMethod(context, userId, async ({ passkeys }) => {
    const passkey = passkeys?.find((one) => hasCredentialId(one, id))
    return passkey && { method: passkeyMethod(passkey), ...toRemovable(settings, passkey) }
  })
  if (removal === "removed") await forgetAuthenticator(settings, storedCredentialId(id))
  return removal
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
        if (!isSameId(owner?.id, userId)) continue
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
