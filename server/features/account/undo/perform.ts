import type { Adapter, AdapterUser } from "../../../adapters/contract.ts"
import { base64ToBase64url } from "../../../core/crypto/bytes.ts"
import { removeFactor } from "../../../core/proofs/factors.ts"
import { renewEpoch } from "../../../core/users/security-state.ts"
import { allowReset, removePasswordIf } from "../../password/password-record.ts"
import { keepsEpoch } from "../../../core/config/passwords.ts"
import { accountRecords, factorContext, listFactors } from "../../../core/proofs/records.ts"
import { recoveryCodesState } from "../../../core/proofs/recovery-codes.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { endAllSessions } from "../../../core/sessions/manage.ts"
import { loadCredentials } from "../../../core/methods/sign-in-methods.ts"
import { revokeTrustedDevices } from "../../../core/sessions/trusted-devices.ts"
import { afterRemoval, forgetPasskeyFactor } from "../../../core/methods/factor-removal.ts"
import type { UndoData, UndoDataFor } from "../../../core/users/undo/data.ts"
import type { Undo } from "../../../core/users/undo/records.ts"
import { removeAccount, removePasskey } from "./remove.ts"
import { restoreAddress } from "./restore-email.ts"

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
