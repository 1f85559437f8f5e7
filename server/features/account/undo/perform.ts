import type { Adapter, AdapterUser, AccountKey, AdapterAuthenticator } from "../../../adapters/contract.ts"
import { base64ToBase64url } from "../../../core/crypto/bytes.ts"
import { removeFactor } from "../../../core/proofs/factors.ts"
import { renewEpoch } from "../../../core/users/security-state.ts"
import { allowReset, removePasswordIf } from "../../password/stored-password.ts"
import { accountRecords, factorContext, listFactors } from "../../../core/proofs/records.ts"
import { recoveryCodesState } from "../../../core/proofs/recovery-codes.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { endAllSessions } from "../../../core/sessions/manage.ts"
import { loadCredentials, accountMethod, passkeyMethod } from "../../../core/methods/sign-in-methods.ts"
import { revokeTrustedDevices } from "../../../core/sessions/trusted-devices.ts"
import { afterRemoval, forgetPasskeyFactor } from "../../../core/methods/remove-method.ts"
import { readUndoData, type UndoData, type UndoDataFor } from "../../../core/users/undo/data.ts"
import { openEmailUndos, type Undo, type StoredUndo } from "../../../core/users/undo/records.ts"
import { AuthError } from "../../../errors.ts"
import { releaseAddresses } from "../../../core/users/reserved-address.ts"
import { userById, isSameId } from "../../../core/users/users.ts"
import { withAddressLock, type HeldLock } from "../../../core/users/atomically.ts"
import { moveToAddress } from "../../../core/users/move-address.ts"
import type { Settings } from "../../../core/config/settings.ts"
import { markUnlinked } from "../../../core/users/unlinked.ts"

/**
 * Removes what the event added. Ends the user's trusted devices, pending changes, paused sign-ins and sessions. Removes
 * first, so that a sign-in with it that is on its way belongs to the old epoch. Uses the link up last, so that it works
 * again after a failure.
 *
 * @returns `false` if a parallel request used the link up
 */
export async function performUndo(context: ActionContext, { data, user, record }: Undo): Promise<boolean> {
  const { settings } = context
  const store = accountRecords(context)
  if (data.kind === "email-changed") return restoreAddress(context, { data, user, record })
  await removeAdded(context, user, data)
  await revokeTrustedDevices(context, user.id)
  await store.deleteAccountRecords(user.id, "pending-change")
  if (settings.keepsEpoch) await renewEpoch(store, { userId: user.id, now: settings.now() })
  await endAllSessions(context, user.id)
  return useUp(context, record)
}

async function useUp(context: ActionContext, record: Undo["record"]): Promise<boolean> {
  return (await accountRecords(context).takeAccountRecord("undo", record.id)) !== null
}

async function removeAdded(context: ActionContext, user: AdapterUser, data: UndoData): Promise<void> {
  const { settings } = context
  const userId = user.id
  switch (data.kind) {
    case "factor-added":
      return removeAddedFactor(context, user, data)
    case "account-linked":
      return removeAccount(settings, userId, data.account)
    case "passkey-added": {
      const { passkeys } = await loadCredentials(settings, settings.adapter as Adapter, userId) // an undo has an adapter
      const added = passkeys?.find(({ credentialID }) => base64ToBase64url(credentialID) === data.credentialId)
      if (!added) return
      await removePasskey(settings, added)
      // It may be a second factor by now, which would keep the owner out
      return forgetPasskeyFactor(context, user, data.credentialId)
    }
    // The owner may have set the password again since, by a reset
    case "password-added":
    case "password-changed":
      return removePasswordIf(accountRecords(context), userId, ({ byEmail, setAt }) => !byEmail || setAt <= data.at)
    case "password-removed":
      return allowReset(accountRecords(context), userId)
  }
}

// A passkey that was added again later has the same id, and another link
async function removeAddedFactor(
  context: ActionContext,
  user: AdapterUser,
  { factorId: id, factor, at }: UndoDataFor<"factor-added">,
): Promise<void> {
  const store = accountRecords(context)
  const codes = await recoveryCodesState(store, user.id)
  if (codes && codes.createdAt.getTime() >= at) await store.takeAccountRecord("recovery-codes", user.id)
  const factors = await listFactors(factorContext(context), user.id)
  if (!factors.some((one) => one.id === id && Number(one.createdAt) <= at)) return
  if (await removeFactor(factorContext(context), { userId: user.id, id })) await afterRemoval(context, user, factor)
}

type EmailUndo = StoredUndo<UndoDataFor<"email-changed">> & { readonly user: AdapterUser }

/**
 * Gives a user the old address back. Ends all sessions, trusted devices and pending changes, removes what was added
 * since the change, and ends later links that undo one. Power is taken away first, and the link is used up last. If the
 * address can't be restored, all sessions are over nevertheless, and the link still works.
 *
 * @returns `false` if a parallel request used the link up
 */
async function restoreAddress(context: ActionContext, undo: EmailUndo): Promise<boolean> {
  const { settings } = context
  const store = accountRecords(context)
  const userId = undo.user.id
  const { data, record } = undo
  if (!(await store.getAccountRecord("undo", record.id))) return false
  // Before it waits for its turn: an attacker with many requests could keep it waiting until it gives up
  await renewEpoch(store, { userId, now: settings.now() })
  await revokeTrustedDevices(context, userId)
  await store.deleteAccountRecords(userId, "pending-change")
  await endAllSessions(context, undo.user.id)
  return withAddressLock(settings, userId, async (lock) => {
    if (!(await store.getAccountRecord("undo", record.id))) return false
    await removeAddedSince(context, undo)
    await restore(context, undo, lock)
    await endLateSessions(context, userId)
    // An attacker who came back before their methods were removed may have added another one
    await removeAddedSince(context, undo)
    await endLateSessions(context, userId)
    const open = await openEmailUndos(context, userId)
    const later = open.filter((one) => one.data.at >= data.at && one.record.id !== record.id)
    for (const one of later) await store.takeAccountRecord("undo", one.record.id)
    const earlierAddresses = open.filter((one) => one.data.at < data.at).map((one) => one.data.from)
    await releaseAddresses(store, settings, { userId, kept: earlierAddresses })
    return useUp(context, record)
  })
}

// A sign-in to the new address, or with something that was just removed, may have come in between
async function endLateSessions(context: ActionContext, userId: string): Promise<void> {
  const { settings } = context
  await renewEpoch(accountRecords(context), { userId, now: settings.now() })
  await settings.adapter?.deleteSessions?.(userId)
}

async function restore({ settings }: ActionContext, { data, user }: EmailUndo, lock: HeldLock): Promise<void> {
  const adapter = settings.adapter as Adapter // an undo has an adapter
  const { from, verified } = data
  const current = await userById(adapter, user.id)
  if (!current) throw new AuthError("AdapterError", "The user doesn't exist anymore")
  const emailVerified = verified === null ? null : new Date(verified)
  if (current.email === from) return
  await moveToAddress(settings, adapter, { before: current, to: { email: from, emailVerified }, lock })
}

// An attacker may have changed the address to add their own sign-in methods
async function removeAddedSince(context: ActionContext, { data, user }: EmailUndo): Promise<void> {
  const { settings } = context
  const { at } = data
  const userId = user.id
  const store = accountRecords(context)
  await removePasswordIf(store, userId, ({ setAt }) => setAt >= at)
  const factors = await listFactors(factorContext(context), userId)
  const added = factors.filter(({ createdAt }) => createdAt && createdAt.getTime() >= at)
  for (const { id } of added) await removeFactor(factorContext(context), { userId, id })
  const codes = await recoveryCodesState(store, userId)
  const isLast = added.length > 0 && added.length === factors.length
  if (codes && (isLast || codes.createdAt.getTime() >= at)) await store.takeAccountRecord("recovery-codes", userId)
  const credentials = await loadCredentials(settings, settings.adapter as Adapter, userId) // an undo has an adapter
  for (const passkey of credentials.passkeys ?? []) {
    const isNew = data.passkeys ? !data.passkeys.includes(passkeyMethod(passkey)) : Number(passkey.createdAt) >= at
    if (isNew) await removePasskey(settings, passkey)
  }
  for (const account of credentials.accounts ?? [])
    if (data.accounts && !data.accounts.includes(accountMethod(account))) await removeAccount(settings, userId, account)
  // Some adapters can't list accounts. The security emails about new ones name them
  for (const { data: text } of await store.listAccountRecords("undo", userId)) {
    const event = readUndoData(text)
    if (event?.kind === "account-linked" && event.at >= at) await removeAccount(settings, userId, event.account)
  }
}

/** Removes a passkey. It opens nothing without its account, even if the adapter can't delete it. */
async function removePasskey(
  { adapter, providers }: Settings,
  { credentialID, providerAccountId }: Pick<AdapterAuthenticator, "credentialID" | "providerAccountId">,
): Promise<void> {
  for (const { id: provider, type } of providers.values())
    if (type === "webauthn") await adapter?.unlinkAccount?.({ provider, providerAccountId })
  await adapter?.deleteAuthenticator?.(credentialID)
}

/** Unlinks an account, if it still belongs to the user. */
async function removeAccount(
  settings: Settings,
  userId: string,
  { provider, providerAccountId }: AccountKey,
): Promise<void> {
  const { adapter = {} } = settings
  const account = { provider, providerAccountId }
  const owner = await adapter.getUserByAccount?.(account)
  if (!owner || !isSameId(owner.id, userId)) return
  await markUnlinked(settings, adapter, { userId, account })
  await adapter.unlinkAccount?.(account)
}
