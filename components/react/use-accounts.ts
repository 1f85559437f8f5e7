"use client"

import { useSyncExternalStore } from "react"
import { lazyAccounts, type UseAccounts } from "../../client/core/lazy-accounts.ts"
import { usePageClient } from "../../client/react.tsx"

/**
 * Returns the accounts that this browser is signed in to, and the functions that switch between them. The server needs
 * `session.maxAccounts`. Call `signIn()` to add an account, and `signOut()` to sign out of all.
 *
 * @example
 * const { accounts, switchTo } = useAccounts()
 * return accounts?.map(({ id, email }) => <button key={id} onClick={() => switchTo(id)}>{email}</button>)
 */
export function useAccounts(): UseAccounts {
  const { subscribe, get, initial, switchTo, signOut } = lazyAccounts(usePageClient())
  return { ...useSyncExternalStore(subscribe, get, initial), switchTo, signOut }
}
