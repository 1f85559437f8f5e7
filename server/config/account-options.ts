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
}

/** The options of the account with their defaults filled in. */
export interface AccountSettings {
  readonly changeEmail: boolean
  /** `undefined` if users can't delete their account. */
  readonly deletion: DeletionSettings | undefined
}

interface Available {
  adapter: Adapter | undefined
  providers: ReadonlyMap<string, ProviderConfig>
}

/** Fills in what the option leaves out. */
export function accountSettings(
  { changeEmail, deletion }: AccountOptions = {},
  { compat, ...available }: Available & { compat: string | undefined },
): AccountSettings {
  return {
    changeEmail: changeEmail ?? (compat === undefined && missingForEmailChange(available).length === 0),
    deletion: deletionSettings(deletion),
  }
}

/** Returns the problems of the `account` option. */
export function accountProblems({ account, adapter, providers }: Available & { account: AccountSettings }): string[] {
  const missing = account.changeEmail ? missingForEmailChange({ adapter, providers }) : []
  return [
    ...missing.map((needed) => `\`account.changeEmail\` needs ${needed}`),
    ...deletionProblems(account.deletion, adapter),
  ]
}

function missingForEmailChange({ adapter, providers }: Available): string[] {
  const sends = [...providers.values()].some((provider) => provider.type === "email" && provider.sendAccountEmail)
  return [
    ...(adapter?.createAccountRecord
      ? []
      : ["an adapter with account records. Use one of Latchkit's adapters, or add `accountTables(…)` to yours"]),
    ...(adapter?.updateUser && adapter.getUser && adapter.getUserByEmail
      ? []
      : ["an adapter with `getUser`, `getUserByEmail` and `updateUser`"]),
    ...(sends ? [] : ["an email provider with `sendAccountEmail`, such as `Nodemailer()`"]),
  ]
}
