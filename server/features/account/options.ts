import type { ProfileField } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords, missingRecordsMessage, missingAdapterMessage } from "../../adapters/required.ts"
import { missingSender, type EmailSenders } from "../../core/config/email-senders.ts"
import type { Env } from "../../core/config/env.ts"
import type { AccountSettings, DeletionSettings } from "../../core/config/feature-settings.ts"
import type { Rules } from "../../core/config/rules.ts"
import {
  BOOLEAN,
  describeWord,
  either,
  ITSELF,
  listWith,
  NUMBER,
  OBJECT,
  type OptionsOf,
} from "../../providers/option-values.ts"
import type { Settings } from "../../core/config/settings.ts"

/** The changes that users can make in their account. */
export interface AccountOptions {
  /**
   * Whether users can change their email address. The new address must be proven, and the old one gets an email that
   * undoes the change for 7 days. It needs an adapter with account records and `updateUser`, and an email provider with
   * `sendAccountEmail`.
   *
   * @default true if the adapter and the providers have what it needs; false with the `authjs()` preset
   */
  changeEmail?: boolean | undefined
  /**
   * The fields of the profile that users can change: `name`, and `image`, an https URL. An empty list turns it off.
   *
   * @default ["name"] if the adapter has `updateUser`; none with the `authjs()` preset
   */
  profile?: readonly ProfileField[] | undefined
  /**
   * Whether users can download their data, as JSON. The callback `exportAccount` adds your app's own.
   *
   * @default true with an adapter; false with the `authjs()` preset
   */
  export?: boolean | undefined
  /**
   * Whether users can delete their account. With `graceDays`, the deletion happens that many days later, and until then
   * the user can only cancel it. It needs an adapter with account records and `deleteUser`.
   *
   * @default false
   */
  deletion?: boolean | DeletionOptions | undefined
  /**
   * Whether users get an email after a sign-in with a browser that isn't known. Its link signs out all devices. New
   * users get none at first. Each sign-in to a native app counts. It needs an adapter, and an email provider with
   * `sendAccountEmail`.
   *
   * @default false
   */
  newDeviceEmail?: boolean | undefined
  /**
   * Whether your code can disable users, end their sessions and act as them with `auth.users`. Each session then checks
   * its user's state, which is one read of the adapter. It needs an adapter with account records.
   *
   * @default true with `Password()`, which reads the same, otherwise false
   */
  administration?: boolean | undefined
}

/** How an account is deleted. */
export interface DeletionOptions {
  /** Days from the request to the deletion, up to 90. @default 0 */
  graceDays?: number | undefined
}

/** The option of the account. @internal */
export interface AccountConfig {
  /**
   * The changes that users can make in their account.
   * @default the name, the email address and the export, if the adapter supports them
   */
  account?: AccountOptions | undefined
}

const DELETION: OptionsOf<DeletionOptions> = { [ITSELF]: either(BOOLEAN, OBJECT), graceDays: NUMBER }
const ACCOUNT: OptionsOf<AccountOptions> = {
  changeEmail: BOOLEAN,
  profile: listWith("name", "image"),
  export: BOOLEAN,
  deletion: DELETION,
  newDeviceEmail: BOOLEAN,
  administration: BOOLEAN,
}

/** The kinds of the values. */
export const accountOptions: OptionsOf<AccountConfig> = { account: ACCOUNT }

interface Available extends EmailSenders {
  adapter: Adapter | undefined
  env: Env
}

/** Fills in what the option leaves out. */
export function accountSettings(
  {
    changeEmail,
    deletion,
    newDeviceEmail = false,
    profile,
    export: canExport,
    administration = false,
  }: AccountOptions = {},
  { rules, ...available }: Available & { rules: Rules },
): AccountSettings {
  return {
    changeEmail: changeEmail ?? (!rules.optInAccount && missingForEmailChange(available).length === 0),
    profile: profile ?? (!rules.optInAccount && canUpdate(available) ? ["name"] : []),
    export: canExport ?? (!rules.optInAccount && available.adapter?.getUser !== undefined),
    deletion: deletionSettings(deletion),
    newDeviceEmail,
    undo: (!rules.optInAccount || newDeviceEmail) && canUndo(available),
    administration,
  }
}

/** Fills in what the option leaves out. Returns `undefined` if users can't delete their account. */
function deletionSettings(option: boolean | DeletionOptions | undefined): DeletionSettings | undefined {
  if (!option) return undefined
  return { graceDays: (option === true ? undefined : option.graceDays) ?? 0 }
}

const canUndo = (available: Available) =>
  Boolean(available.adapter?.createAccountRecord) && available.accountMailer !== undefined

export const canUpdate = ({ adapter }: { adapter: Adapter | undefined }) =>
  Boolean(adapter?.updateUser && adapter.getUser)

/** Returns what a change of the address needs and isn't there, as sentences. */
export function missingForEmailChange(available: Available): string[] {
  const { adapter } = available
  const option = "`account.changeEmail`"
  return [
    ...(hasAccountRecords(adapter) ? [] : [missingRecordsMessage(option)]),
    ...(adapter?.updateUser && adapter.getUser && adapter.getUserByEmail
      ? []
      : [`${option} needs an adapter with \`getUser\`, \`getUserByEmail\` and \`updateUser\``]),
    ...(available.accountMailer ? [] : [missingSender(option, available)]),
  ]
}

/** Returns the problems of the `account` option. */
export function accountProblems({ account, ...available }: Settings): string[] {
  const { adapter } = available
  const missing = account.changeEmail ? missingForEmailChange(available) : []
  return [
    ...missing,
    ...deletionProblems(account.deletion, adapter),
    ...(account.newDeviceEmail && !adapter ? [missingAdapterMessage("`account.newDeviceEmail`")] : []),
    ...(account.newDeviceEmail && !available.accountMailer
      ? [missingSender("`account.newDeviceEmail`", available)]
      : []),
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
