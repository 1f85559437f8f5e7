import type { AccountKey, Adapter, AdapterUser } from "../../adapters/contract.ts"
import { base64ToBase64url } from "../../crypto/bytes.ts"
import { removeFactor } from "../../factors/factors.ts"
import { allowReset } from "../../factors/password-by-email.ts"
import { removePasswordIf, renewEpoch } from "../../factors/password-record.ts"
import { keepsEpoch } from "../../factors/security-epoch.ts"
import { listFactors } from "../../factors/records.ts"
import { recoveryCodesState } from "../../factors/recovery-codes.ts"
import { emit } from "../../http/emit.ts"
import { providerNames } from "../../http/own-texts.ts"
import { toPlainText } from "../../http/plain-text.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { endAllSessions } from "../../sessions/manage.ts"
import { accountRecords, factorContext } from "../factor-context.ts"
import { canSendNotice, sendNotice } from "../notice.ts"
import { loadCredentials } from "../sign-in-methods.ts"
import { revokeTrustedDevices } from "../trusted-devices.ts"
import { afterRemoval, forgetPasskeyFactor } from "../two-step.ts"
import type { UndoData, UndoDataFor } from "./data.ts"
import { createUndoLink, noticeAddresses, type Undo } from "./records.ts"
import { removeAccount, removePasskey } from "./remove.ts"
import { restoreAddress } from "./restore-email.ts"

/** The parts of a user that the email needs. */
type Owner = Pick<AdapterUser, "id"> & { email?: string | null | undefined }

/**
 * Ends the trust in all devices after a factor was added. Emails the user a link that removes the factor, for users who
 * didn't add it.
 */
export async function emailFactorAdded(
  context: ActionContext,
  user: Owner,
  { id: factorId, factor }: { id: string; factor: "totp" | "passkey" },
): Promise<void> {
  await emit(context, { type: "factorAdded", userId: user.id, method: factor })
  await revokeTrustedDevices(context, user.id)
  if (!canSendNotice(context, user.email)) return
  const event = { kind: "factor-added", factorId, factor, at: context.settings.now() } as const
  const link = await createUndoLink(context, user, event)
  for (const email of await noticeAddresses(context, user))
    sendNotice(context, email, { kind: "factor-added", factor, ...link })
}

/** A sign-in method that was added to a user who existed before, or removed. */
export type ChangedMethod =
  | { kind: "passkey-added" | "passkey-removed"; credentialId: string }
  | { kind: "account-linked" | "account-unlinked"; account: AccountKey }

/**
 * Emails the user a link that removes a new sign-in method and ends all sessions, for users who didn't change it. The
 * `authjs()` preset sends no such email, because Auth.js doesn't.
 */
export async function emailMethodChanged(context: ActionContext, user: Owner, changed: ChangedMethod): Promise<void> {
  const { settings } = context
  if (settings.compat !== undefined || !canSendNotice(context, user.email)) return
  const link = await createUndoLink(context, user, { ...changed, at: settings.now() })
  const name = "account" in changed ? (await providerNames(context))(changed.account.provider) : undefined
  const linkedProvider = name && toPlainText(name, 120) // a tenant may have named its provider
  for (const email of await noticeAddresses(context, user))
    sendNotice(context, email, { kind: changed.kind, linkedProvider, ...link })
}

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
  if (keepsEpoch(settings)) await renewEpoch(store, { userId: user.id, now: settings.now() })
  await endAllSessions(context, user.id)
  return (await store.takeAccountRecord("undo", record.id)) !== null
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
