import type { Adapter } from "../adapters/contract.ts"
import type { ProviderConfig } from "../providers/types.ts"

/** What users can change in their account. */
export interface AccountOptions {
  /**
   * Whether users can change their email address. The new address must be proven, and the old one gets an email that
   * undoes the change for 7 days. It needs an adapter with account records and `updateUser`, and an email provider with
   * `sendAccountEmail`.
   *
   * @default true if the adapter and the providers have what it needs; false with the `authjs()` preset
   */
  changeEmail?: boolean | undefined
}

/** The options of the account with their defaults filled in. */
export interface AccountSettings {
  readonly changeEmail: boolean
}

interface Available {
  adapter: Adapter | undefined
  providers: ReadonlyMap<string, ProviderConfig>
}

/** Fills in what the option leaves out. */
export function accountSettings(
  { changeEmail }: AccountOptions = {},
  { compat, ...available }: Available & { compat: string | undefined },
): AccountSettings {
  return { changeEmail: changeEmail ?? (compat === undefined && missingForEmailChange(available).length === 0) }
}

/** Returns the problems of the `account` option. */
export function accountProblems({ account, adapter, providers }: Available & { account: AccountSettings }): string[] {
  if (!account.changeEmail) return []
  return missingForEmailChange({ adapter, providers }).map((missing) => `\`account.changeEmail\` needs ${missing}`)
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
