import { createSubscriber } from "svelte/reactivity"
import type { AccountsState } from "../../client/actions/types.ts"
import { lazyAccounts, type AccountFunctions } from "../../client/core/lazy-accounts.ts"
import { usePageClient } from "../../client/svelte.ts"

/** The browser's accounts as a reactive object. Read `current` in a template or an effect. */
export interface UseAccounts extends AccountFunctions {
  readonly current: AccountsState
}

/**
 * Returns the accounts that this browser is signed in to, and the functions that switch between them. Call it while a
 * component initializes. The server needs `session.maxAccounts`.
 *
 * @example
 * const accounts = useAccounts() // {#each accounts.current.accounts ?? [] as { id, email } (id)}
 */
export function useAccounts(): UseAccounts {
  const { subscribe, get, switchTo, signOut } = lazyAccounts(usePageClient())
  const track = createSubscriber((changed) => subscribe(changed))
  return {
    get current() {
      track()
      return get()
    },
    switchTo,
    signOut,
  }
}
