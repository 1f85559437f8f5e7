import { $, useContext, useStore, useVisibleTask$, type QRL } from "@builder.io/qwik"
import {
  LOADING_ACCOUNTS,
  type AccountsState,
  type AccountSwitchOptions,
  type AccountSwitchResult,
} from "./actions/types.ts"
import { lazyAccounts } from "./core/lazy-accounts.ts"
import { SessionContext } from "./session.qwik.tsx"

/** A function of `useAccounts`. Another account is active once it resolves. */
export type AccountSwitchQRL = QRL<(id: string, options?: AccountSwitchOptions) => Promise<AccountSwitchResult>>

/** The accounts that this browser is signed in to, and the functions that change them. */
export type UseAccounts = AccountsState & { switchTo: AccountSwitchQRL; signOut: AccountSwitchQRL }

/**
 * Returns the accounts that this browser is signed in to, and the functions that switch between them. The server needs
 * `session.maxAccounts`.
 */
export function useAccounts(): UseAccounts {
  const { client, ensure } = useContext(SessionContext)
  const switchTo = $(async (id: string, options?: AccountSwitchOptions) =>
    lazyAccounts(await ensure()).switchTo(id, options),
  )
  const signOut = $(async (id: string, options?: AccountSwitchOptions) =>
    lazyAccounts(await ensure()).signOut(id, options),
  )
  const accounts: UseAccounts = useStore({ ...LOADING_ACCOUNTS, switchTo, signOut }, { deep: false })
  useVisibleTask$(
    ({ track, cleanup }) => {
      const created = track(() => client.value)
      if (!created) return
      const { subscribe, get } = lazyAccounts(created)
      cleanup(subscribe(() => void Object.assign(accounts, get())))
      Object.assign(accounts, get())
    },
    { strategy: "document-ready" },
  )
  return accounts
}
