import type { BrowserAccounts } from "../account-contract.ts"
import type { AccountSwitchOptions, AccountSwitchResult } from "../actions/types.ts"
import { clientFor, type BasePathOption } from "../core/client.ts"
import { lazyAccounts } from "../core/lazy-accounts.ts"

/**
 * Returns the accounts that this browser is signed in to. The server needs `session.maxAccounts`.
 * @throws {RequestError} if the request fails
 */
export async function getAccounts(options?: BasePathOption): Promise<BrowserAccounts> {
  return (await lazyAccounts(clientFor(options)).load()).load()
}

/**
 * Makes another account of this browser the active one, in every tab. A failure doesn't throw.
 *
 * @example
 * const { accounts } = await getAccounts()
 * const other = accounts.find(({ active }) => !active)
 * if (other) await switchAccount(other.id)
 */
export const switchAccount = (id: string, options: AccountSwitchOptions = {}): Promise<AccountSwitchResult> =>
  lazyAccounts(clientFor(options)).switchTo(id, options)

/**
 * Signs out of one account of this browser. If it is the active one, the account that was used last becomes active. To
 * sign out of all accounts, call `signOut`. A failure doesn't throw.
 */
export const signOutAccount = (id: string, options: AccountSwitchOptions = {}): Promise<AccountSwitchResult> =>
  lazyAccounts(clientFor(options)).signOut(id, options)
