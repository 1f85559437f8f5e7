import type { Adapter } from "../adapters/contract.ts"
import { deletionProblems, deletionSettings, type DeletionOptions, type DeletionSettings } from "./deletion-options.ts"
import type { ProviderConfig } from "../providers/types.ts"

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
   * Whether users can delete their account. With `graceDays`, the deletion happens that many days later, and until then
   * the user can only cancel it. It needs an adapter with account records and `deleteUser`.
   *
   * @default false
   */
  deletion?: boolean | DeletionOptions | undefined
  /**
   * Whether users get an email after a sign-in with a browser that isn't known. Its link signs out all devices. New users
   * get none at first. It needs an adapter, and an email provider with `sendAccountEmail`.
   *
   * @default false
   */
  newDeviceEmail?: boolean | undefined
}

/** The options of the account with their defaults filled in. */
export interface AccountSettings {
  readonly changeEmail: boolean
  /** `undefined` if users can't delete their account. */
  readonly deletion: DeletionSettings | undefined
  readonly newDeviceEmail: boolean
}

interface Available {
  adapter: Adapter | undefined
  providers: ReadonlyMap<string, ProviderConfig>
}

/** Fills in what the option leaves out. */
export function accountSettings(
  { changeEmail, deletion, newDeviceEmail = false }: AccountOptions = {},
  { compat, ...available }: Available & { compat: string | undefined },
): AccountSettings {
  return {
    changeEmail: changeEmail ?? (compat === undefined && missingForEmailChange(available).length === 0),
    deletion: deletionSettings(deletion),
    newDeviceEmail,
  }
}

/** Returns the problems of the `account` option. */
export function accountProblems({ account, adapter, providers }: Available & { account: AccountSettings }): string[] {
  const missing = account.changeEmail ? missingForEmailChange({ adapter, providers }) : []
  return [
    ...missing.map((needed) => `\`account.changeEmail\` needs ${needed}`),
    ...deletionProblems(account.deletion, adapter),
    ...(account.newDeviceEmail && !adapter ? ["`account.newDeviceEmail` needs an `adapter`"] : []),
    ...(account.newDeviceEmail && !sendsNotices(providers) ? [`\`account.newDeviceEmail\` needs ${SENDER}`] : []),
  ]
}

const SENDER = "an email provider with `sendAccountEmail`, such as `Nodemailer()`"

const sendsNotices = (providers: Available["providers"]) =>
  [...providers.values()].some((provider) => provider.type === "email" && provider.sendAccountEmail)

function missingForEmailChange({ adapter, providers }: Available): string[] {
  return [
    ...(adapter?.createAccountRecord
      ? []
      : ["an adapter with account records. Use one of Latchkit's adapters, or add `accountTables(…)` to yours"]),
    ...(adapter?.updateUser && adapter.getUser && adapter.getUserByEmail
      ? []
      : ["an adapter with `getUser`, `getUserByEmail` and `updateUser`"]),
    ...(sendsNotices(providers) ? [] : [SENDER]),
  ]
}
