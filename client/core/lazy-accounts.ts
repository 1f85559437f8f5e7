import type { AccountsStore } from "../actions/accounts-store.ts"
import {
  LOADING_ACCOUNTS,
  type AccountsState,
  type AccountSwitchOptions,
  type AccountSwitchResult,
} from "../actions/types.ts"
import { RequestError, throwScriptError } from "../http/errors.ts"
import type { AuthClient, PageClient } from "./client.ts"

/** The functions of `useAccounts`. */
export interface AccountFunctions {
  /** Makes another account of this browser the active one, in every tab. A failure doesn't throw. */
  switchTo(id: string, options?: AccountSwitchOptions): Promise<AccountSwitchResult>
  /** Signs out of one account. If it is the active one, the account that was used last becomes active. */
  signOut(id: string, options?: AccountSwitchOptions): Promise<AccountSwitchResult>
}

/** The accounts of this browser, whose script is loaded with the first listener. */
export interface LazyAccounts extends AccountFunctions {
  get(): AccountsState
  /** Returns the state on a server, and in the browser's first render. */
  initial(): AccountsState
  subscribe(listener: () => void): () => void
  load(): Promise<AccountsStore>
}

/** The accounts that this browser is signed in to, and the functions that change them. */
export type UseAccounts = AccountsState & AccountFunctions

const ACCOUNTS = new WeakMap<AuthClient, LazyAccounts>()

/** Returns the accounts of a client. All hooks of a page share them. */
export function lazyAccounts(client: AuthClient): LazyAccounts {
  const accounts = ACCOUNTS.get(client) ?? createLazyAccounts(client as PageClient) // only Latchkit creates clients
  ACCOUNTS.set(client, accounts)
  return accounts
}

function createLazyAccounts(client: PageClient): LazyAccounts {
  const loaded: { store?: AccountsStore } = {}
  const load = async () => {
    const [full, { AccountsStore }] = await Promise.all([
      client.load(),
      import("../actions/accounts-store.ts").catch(throwScriptError),
    ])
    return (loaded.store ??= new AccountsStore(full))
  }
  const change = async (what: "switch" | "sign-out", id: string, options?: AccountSwitchOptions) => {
    try {
      return await (await load()).change(what, id, options)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return { ok: false, error: "RequestFailed" } as const // the script couldn't be loaded
    }
  }
  return {
    get: () => loaded.store?.get() ?? LOADING_ACCOUNTS,
    initial: () => LOADING_ACCOUNTS,
    subscribe(listener) {
      const subscription: { stop?: () => void; over: boolean } = { over: false }
      const connect = (store: AccountsStore) => {
        if (subscription.over) return
        subscription.stop = store.subscribe(listener)
        const { status, error } = store.get()
        if (status !== "loading" || error) listener()
      }
      if (loaded.store) connect(loaded.store)
      else load().then(connect, () => {}) // the next listener tries again
      return () => {
        subscription.over = true
        subscription.stop?.()
      }
    },
    load,
    switchTo: (id, options) => change("switch", id, options),
    signOut: (id, options) => change("sign-out", id, options),
  }
}
