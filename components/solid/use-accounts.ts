import { createSignal, onCleanup, onMount, type Accessor } from "solid-js"
import { lazyAccounts, type UseAccounts } from "../../client/core/lazy-accounts.ts"
import { usePageClient } from "../../client/solid.tsx"

/**
 * Returns the accounts that this browser is signed in to as a signal, with the functions that switch between them. The
 * server needs `session.maxAccounts`. Call `signIn()` to add an account, and `signOut()` to sign out of all.
 *
 * @example
 * const accounts = useAccounts()
 * return (
 *   <For each={accounts().accounts}>
 *     {({ id, email }) => <button onClick={() => accounts().switchTo(id)}>{email}</button>}
 *   </For>
 * )
 */
export function useAccounts(): Accessor<UseAccounts> {
  const { subscribe, get, initial, switchTo, signOut } = lazyAccounts(usePageClient())
  const [state, set] = createSignal<UseAccounts>({ ...initial(), switchTo, signOut })
  onMount(() => {
    const onChange = () => set({ ...get(), switchTo, signOut })
    onCleanup(subscribe(onChange))
    onChange()
  })
  return state
}
