import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import { hasAccountRecords } from "../../adapters/required.ts"
import { passwordSettings } from "../config/passwords.ts"
import type { Settings } from "../config/settings.ts"
import { changePasswordData, loadPassword } from "./password-record.ts"
import type { Proof } from "../request/proofs.ts"

/**
 * Returns whether only a proof of the mailbox stands behind the user's password. A code by email then isn't a second
 * factor. It is one again once the password was used together with another factor.
 */
export async function isPasswordOfMailbox(settings: Settings, userId: string): Promise<boolean> {
  const { adapter } = settings
  if (!hasAccountRecords(adapter) || !passwordSettings(settings)) return false
  const stored = await loadPassword(adapter, userId)
  return stored?.byEmail === true && stored.withFactor !== true
}

/** Stores that a sign-in of this epoch used the password and then another factor than the mailbox, if it did. */
export async function storePasswordUse(
  store: AccountRecordOperations,
  { userId, epoch, proofs: [first, ...others] }: { userId: string; epoch: string; proofs: readonly Proof[] },
): Promise<void> {
  if (first?.kind !== "password" || !others.some(({ kind }) => kind !== "email")) return
  await changePasswordData(store, userId, (data) => ({
    data: data.byEmail && !data.withFactor && data.epoch === epoch ? { ...data, withFactor: true } : undefined,
    result: undefined,
  }))
}

/** Lets a reset set a password again, after someone else than the user removed it. */
export async function allowReset(store: AccountRecordOperations, userId: string): Promise<void> {
  await changePasswordData(store, userId, (data) => ({ data: { ...data, resettable: true }, result: undefined }))
}
