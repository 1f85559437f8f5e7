import type { AdapterUser } from "../../adapters/contract.ts"
import { asError, AuthError } from "../../errors.ts"
import { removeFactor } from "../../factors/factors.ts"
import { keepsEpoch, renewEpoch } from "../../factors/password-record.ts"
import { listFactors } from "../../factors/records.ts"
import { recoveryCodesState } from "../../factors/recovery-codes.ts"
import { emit } from "../../http/emit.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { endAllSessions } from "../../sessions/manage.ts"
import { accountRecords, factorContext } from "../factor-context.ts"
import { canSendNotice, sendNotice } from "../notice.ts"
import { revokeTrustedDevices } from "../trusted-devices.ts"
import { afterRemoval } from "../two-step.ts"
import type { UndoOf } from "./data.ts"
import { createUndo, noticeAddresses, type Undo } from "./records.ts"
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
  await emit(context, { type: "factorAdded", userId: String(user.id), method: factor })
  await revokeTrustedDevices(context, user.id)
  if (!canSendNotice(context, user.email)) return
  const event = { kind: "factor-added", factorId, factor, at: context.settings.now() } as const
  const link = await createUndo(context, user, event).catch((thrown: unknown) => {
    const err = asError(thrown)
    const message = `The link that removes a new second factor was not stored: ${err.message}`
    context.settings.logger.error(new AuthError("AdapterError", message, { err }))
    return undefined
  })
  for (const email of await noticeAddresses(context, user))
    sendNotice(context, email, { kind: "factor-added", factor, ...link })
}

/**
 * Removes what the event added. Ends the user's trusted devices, pending changes, paused sign-ins and sessions. Uses the
 * link up last, so that it works again after a failure.
 *
 * @returns `false` if a parallel request used the link up
 */
export async function performUndo(context: ActionContext, { data, user, record }: Undo): Promise<boolean> {
  const { settings } = context
  const store = accountRecords(context)
  if (data.kind === "email-changed") return restoreAddress(context, { data, user, record })
  if (data.kind === "factor-added") await removeAddedFactor(context, user, data)
  await revokeTrustedDevices(context, user.id)
  await store.deleteAccountRecords(String(user.id), "pending-change")
  if (keepsEpoch(settings)) await renewEpoch(store, { userId: String(user.id), now: settings.now() })
  await endAllSessions(context, user.id)
  return (await store.takeAccountRecord("undo", record.id)) !== null
}

// A passkey that was added again later has the same id, and another link
async function removeAddedFactor(
  context: ActionContext,
  user: AdapterUser,
  { factorId: id, factor, at }: UndoOf<"factor-added">,
): Promise<void> {
  const store = accountRecords(context)
  const codes = await recoveryCodesState(store, user.id)
  if (codes && codes.createdAt.getTime() >= at) await store.takeAccountRecord("recovery-codes", user.id)
  const factors = await listFactors(factorContext(context), user.id)
  if (!factors.some((one) => one.id === id && Number(one.createdAt) <= at)) return
  if (await removeFactor(factorContext(context), { userId: user.id, id })) await afterRemoval(context, user, factor)
}
