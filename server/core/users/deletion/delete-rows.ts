import type { AccountRecordKind } from "../../../adapters/account-record.ts"
import type { Adapter, AdapterUser } from "../../../adapters/contract.ts"
import { requireOperation } from "../../../adapters/required.ts"
import type { Settings } from "../../config/settings.ts"
import { asError, AuthError } from "../../../errors.ts"
import { markAddressLeft } from "../deleted-address.ts"
import { isSameId, userById } from "../users.ts"

/** All kinds that belong to a user, without `password`, which keeps the sessions out until the user is gone. */
const OWNED_KINDS = [
  "attempt",
  "trusted-device",
  "pending-change",
  "undo",
  "factor",
  "recovery-codes",
  "invitation",
] as const satisfies readonly AccountRecordKind[]

/**
 * Deletes a user and everything that belongs to them, with any adapter. A retry after a failure finishes it.
 *
 * @throws {AuthError} `AdapterError` if the adapter's `deleteUser` leaves the user
 */
export async function deleteRows(settings: Settings, userId: string): Promise<void> {
  const adapter = settings.adapter ?? {}
  const user = await userById(adapter, userId)
  for (const kind of OWNED_KINDS) await adapter.deleteAccountRecords?.(userId, kind)
  await deleteCredentials(settings, adapter, userId)
  if (user?.email) {
    await markAddressLeft(settings, adapter, user.email)
    await adapter.deleteVerificationTokens?.(user.email)
  }
  if (user) await deleteUserRow(adapter, user)
  // A sign-in or a link that was on its way may have written once more
  await deleteCredentials(settings, adapter, userId)
  await adapter.deleteAccountRecords?.(userId)
}

async function deleteCredentials({ providers }: Settings, adapter: Adapter, userId: string): Promise<void> {
  const isOwn = (row: { userId?: string | null }) => isSameId(row.userId, userId)
  if (adapter.deleteSessions) await adapter.deleteSessions(userId)
  else
    for (const { sessionToken } of ((await adapter.listSessions?.(userId)) ?? []).filter(isOwn))
      await requireOperation(adapter, "deleteSession")(sessionToken)
  for (const account of ((await adapter.listAccounts?.(userId)) ?? []).filter(isOwn))
    await adapter.unlinkAccount?.({ provider: account.provider, providerAccountId: account.providerAccountId })
  const passkeyProviders = [...providers.values()].filter(({ type }) => type === "webauthn")
  for (const passkey of ((await adapter.listAuthenticatorsByUserId?.(userId)) ?? []).filter(isOwn)) {
    const { credentialID, providerAccountId } = passkey
    for (const { id: provider } of passkeyProviders) await adapter.unlinkAccount?.({ provider, providerAccountId })
    await adapter.deleteAuthenticator?.(credentialID)
  }
}

async function deleteUserRow(adapter: Adapter, { id }: AdapterUser): Promise<void> {
  const failure: { err?: Error } = {}
  const deleteRow = requireOperation(adapter, "deleteUser")
  try {
    await deleteRow(id)
  } catch (thrown) {
    failure.err = asError(thrown) // of two parallel calls, some adapters throw for the later one
  }
  if ((await userById(adapter, id)) === null) return
  const { err } = failure
  const detail = err ? `: ${err.message}` : ", but the user still exists"
  throw new AuthError("AdapterError", `The adapter's \`deleteUser\` failed${detail}`, err && { err })
}
