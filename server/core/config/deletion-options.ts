import type { Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords, missingRecordsMessage } from "../../adapters/required.ts"

/** How an account is deleted. */
export interface DeletionOptions {
  /** Days from the request to the deletion, up to 90. @default 0 */
  graceDays?: number | undefined
}

/** The `account.deletion` option with its defaults filled in. */
export interface DeletionSettings {
  readonly graceDays: number
}

const MAX_GRACE_DAYS = 90

/** Fills in what the option leaves out. Returns `undefined` if users can't delete their account. */
export function deletionSettings(option: boolean | DeletionOptions | undefined): DeletionSettings | undefined {
  if (!option) return undefined
  return { graceDays: (option === true ? undefined : option.graceDays) ?? 0 }
}

/** Returns the problems of the option, as sentences. */
export function deletionProblems(deletion: DeletionSettings | undefined, adapter: Adapter | undefined): string[] {
  if (!deletion) return []
  const { graceDays } = deletion
  const isValid = Number.isInteger(graceDays) && graceDays >= 0 && graceDays <= MAX_GRACE_DAYS
  const found = `\`account.deletion.graceDays\` is ${JSON.stringify(graceDays)}`
  return [
    ...(hasAccountRecords(adapter) ? [] : [missingRecordsMessage("`account.deletion`")]),
    ...(adapter?.deleteUser && adapter.getUser
      ? []
      : ["`account.deletion` needs an adapter with `getUser` and `deleteUser`"]),
    ...(isValid ? [] : [`${found}. Set a whole number from 0 to ${MAX_GRACE_DAYS}`]),
  ]
}
