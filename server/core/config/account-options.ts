import type { Rules } from "./rules.ts"
import type { ProfileField } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { hasAccountRecords, missingRecordsMessage } from "../../adapters/required.ts"
import { findAccountMailer, type EmailSenders } from "./email-senders.ts"

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

/** The `account.deletion` option with its defaults filled in. */
export interface DeletionSettings {
  readonly graceDays: number
}

/** The options of the account with their defaults filled in. */
export interface AccountSettings {
  readonly changeEmail: boolean
  /** The fields of the profile that users can change. */
  readonly profile: readonly ProfileField[]
  readonly export: boolean
  /** `undefined` if users can't delete their account. */
  readonly deletion: DeletionSettings | undefined
  readonly newDeviceEmail: boolean
  /** Whether security emails have a link that undoes the event and ends all sessions. */
  readonly undo: boolean
  readonly administration: boolean
}

interface Available extends EmailSenders {
  adapter: Adapter | undefined
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
  Boolean(available.adapter?.createAccountRecord) && findAccountMailer(available) !== undefined

/** Returns whether an adapter can change a user. */
export const canUpdate = ({ adapter }: { adapter: Adapter | undefined }) =>
  Boolean(adapter?.updateUser && adapter.getUser)

/** The provider that features with emails need, for errors. */
export const SENDER = "an email provider with `sendAccountEmail`, such as `Nodemailer()`"

/** Returns what a change of the address needs and isn't there, as sentences. */
export function missingForEmailChange(available: Available): string[] {
  const { adapter } = available
  const option = "`account.changeEmail`"
  return [
    ...(hasAccountRecords(adapter) ? [] : [missingRecordsMessage(option)]),
    ...(adapter?.updateUser && adapter.getUser && adapter.getUserByEmail
      ? []
      : [`${option} needs an adapter with \`getUser\`, \`getUserByEmail\` and \`updateUser\``]),
    ...(findAccountMailer(available) ? [] : [`${option} needs ${SENDER}`]),
  ]
}
