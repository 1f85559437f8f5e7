import type { ProfileField } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords, missingAdapterMessage, missingRecordsMessage } from "../../adapters/required.ts"
import type { DeletionSettings } from "../../core/config/feature-settings.ts"
import { describeWord } from "../../providers/option-values.ts"
import { canUpdate, missingForEmailChange } from "./options.ts"
import { SENDER } from "../../core/config/email-senders.ts"
import type { Settings } from "../../core/config/settings.ts"

/** Returns the problems of the `account` option. */
export function accountProblems({ account, ...available }: Settings): string[] {
  const { adapter } = available
  const missing = account.changeEmail ? missingForEmailChange(available) : []
  return [
    ...missing,
    ...deletionProblems(account.deletion, adapter),
    ...(account.newDeviceEmail && !adapter ? [missingAdapterMessage("`account.newDeviceEmail`")] : []),
    ...(account.newDeviceEmail && !available.accountMailer ? [`\`account.newDeviceEmail\` needs ${SENDER}`] : []),
    ...(account.administration && !hasAccountRecords(adapter)
      ? [missingRecordsMessage("`account.administration`")]
      : []),
    ...profileProblems(account.profile, adapter),
    ...(account.export && !adapter?.getUser ? ["`account.export` needs an adapter with `getUser`"] : []),
  ]
}

const PROFILE_FIELDS: readonly unknown[] = ["name", "image"] satisfies readonly ProfileField[]

function profileProblems(profile: readonly ProfileField[], adapter: Adapter | undefined): string[] {
  const unknown = profile.find((field) => !PROFILE_FIELDS.includes(field))
  return [
    ...(unknown === undefined
      ? []
      : [`\`account.profile\` has the field ${describeWord(unknown)}. Only "name" and "image" can be changed`]),
    ...(profile.length === 0 || canUpdate({ adapter })
      ? []
      : ["`account.profile` needs an adapter with `getUser` and `updateUser`"]),
  ]
}

const MAX_GRACE_DAYS = 90

function deletionProblems(deletion: DeletionSettings | undefined, adapter: Adapter | undefined): string[] {
  if (!deletion) return []
  const { graceDays } = deletion
  const isValid = Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= MAX_GRACE_DAYS
  const daysText = `\`account.deletion.graceDays\` is ${describeWord(graceDays)}`
  return [
    ...(hasAccountRecords(adapter) ? [] : [missingRecordsMessage("`account.deletion`")]),
    ...(adapter?.deleteUser && adapter.getUser
      ? []
      : ["`account.deletion` needs an adapter with `getUser` and `deleteUser`"]),
    ...(isValid ? [] : [`${daysText}. Set a whole number from 0 to ${MAX_GRACE_DAYS}`]),
  ]
}
