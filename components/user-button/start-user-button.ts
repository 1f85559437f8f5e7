import { signOut } from "../../client/api/sign-out.ts"
import { clientFor } from "../../client/core/client.ts"
import { RequestError, throwScriptError } from "../../client/http/errors.ts"
import { leave } from "../../client/page/leave.ts"
import type { UserButtonProps } from "./user-button.view.ts"
import type { CardState } from "../screens/card.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { formName } from "../screens/native-forms.ts"
import { startCard } from "../screens/start-card.ts"
import type { UserButtonState } from "./user-button-state.ts"

type Page = ScreenPage<UserButtonProps, UserButtonState>

/** Adds the behavior of the forms in the user menu, and loads the accounts. */
export function startUserButton(page: Page): () => void {
  const ended = new AbortController()
  if (page.props.accounts)
    loadNow(page.root, ended.signal, async () => (await loadAccounts()).showAccounts(page, ended.signal))
  const stop = startCard(page, async (form) => {
    if (form.elements.namedItem("change")) return (await loadAccounts()).submitAccount(form, page)
    page.set({ target: undefined })
    // The accounts may have become unknown after the button was rendered, which still signs out of all
    const isUnknown = formName(form) === "sign-out" && page.props.accounts === true && !page.state.accounts
    const result = isUnknown && (await signOutOfActive(page))
    if (result) return result
    const { ok } = await signOut({ callbackUrl: page.props.callbackUrl, basePath: page.props.basePath })
    return ok ? {} : { error: "Default" }
  })
  return () => {
    ended.abort()
    stop()
  }
}

// "Sign out" ends only this account's session if there are others, so it must not end more before they are known
async function signOutOfActive(page: Page): Promise<Partial<CardState> | undefined> {
  try {
    return await (await loadAccounts()).signOutOfActive(page)
  } catch (error) {
    // The form would end all sessions. The server's page asks which one
    if (error instanceof RequestError && error.action === "script") leave(clientFor(page.props), "signout?", page.props)
    return { error: "Default" } // the user is still signed in
  }
}

// Most apps have one account for each browser
const loadAccounts = () => import("./user-accounts.ts").catch(throwScriptError)

/** Calls `load`. A script that couldn't be loaded is requested again when the user reaches for the element. */
function loadNow(root: HTMLElement, signal: AbortSignal, load: () => Promise<void>): void {
  const pending: { load?: Promise<void> | undefined } = {}
  const start = () => (pending.load ??= load().catch(() => void (pending.load = undefined)))
  for (const type of ["pointerover", "focusin", "touchstart"])
    root.addEventListener(type, start, { signal, passive: true })
  void start()
}
