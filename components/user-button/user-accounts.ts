import { clientFor } from "../../client/core/client.ts"
import { lazyAccounts } from "../../client/core/lazy-accounts.ts"
import type { UserButtonProps } from "./user-button.view.ts"
import type { CardState } from "../screens/card.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { textFields } from "../screens/start-card.ts"
import type { UserButtonState } from "./user-button-state.ts"

type Page = ScreenPage<UserButtonProps, UserButtonState>

const accountsFor = ({ props: { basePath } }: Page) => lazyAccounts(clientFor({ basePath }))

/** Shows the browser's accounts in the menu, and keeps them up to date. */
export function showAccounts(page: Page, signal: AbortSignal): void {
  if (signal.aborted) return
  const { get, subscribe } = accountsFor(page)
  const show = () => {
    const { accounts, canAdd } = get()
    // Until the accounts of a new version are known, none are shown: they may be another user's
    page.set({ accounts: accounts && { accounts: [...accounts], canAdd } })
  }
  const stop = subscribe(show)
  signal.addEventListener("abort", stop)
}

/** Switches to the account of a form, or signs out of it. */
export async function submitAccount(form: HTMLFormElement, page: Page): Promise<Partial<CardState>> {
  const { change, id = "" } = textFields(form)
  const { callbackUrl, basePath } = page.props
  page.set({ target: id })
  const { load, switchTo, signOut } = accountsFor(page)
  await load() // without its script, the browser posts the form
  const run = change === "switch" ? switchTo : signOut
  const { ok, error } = await run(id, { redirectTo: callbackUrl, basePath })
  if (ok) return {}
  return { error: error === "NotFound" ? "AccountEnded" : "AccountFailed" }
}

/**
 * Signs out of the active account, because the menu didn't show the others yet. Returns `undefined` if there is no
 * other account, so that a sign-out ends the session as usual.
 */
export async function signOutOfActive(page: Page): Promise<Partial<CardState> | undefined> {
  const { load, signOut } = accountsFor(page)
  const { accounts } = await (await load()).load()
  const active = accounts.find((account) => account.active)
  if (!active || accounts.length === 1) return undefined
  page.set({ target: active.id })
  const { ok } = await signOut(active.id, { redirectTo: page.props.callbackUrl, basePath: page.props.basePath })
  return ok ? {} : { error: "AccountFailed" }
}
