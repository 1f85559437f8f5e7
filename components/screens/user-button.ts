import { signOut } from "../../client/api/sign-out.ts"
import { userButtonMarkup } from "../view/markup/user-button.ts"
import { userButtonView, type UserButtonProps } from "../view/user-button.ts"
import { initialCardState, type CardState } from "./card.ts"
import { startMenus } from "./menu.ts"
import type { Screen } from "./screen.ts"
import { formName, startCard } from "./start-card.ts"
import type { UserButtonState } from "./user-button-state.ts"

export type { UserButtonProps, UserButtonState }

const FAILURES = { AccountEnded: "ended", AccountFailed: "switch" } as const

/** Shows the signed-in user's menu, or a sign-in link for an anonymous user. */
export const userButtonScreen: Screen<UserButtonProps, UserButtonState> = {
  initial: initialCardState,
  markup: (props, { scripted, busy, error, accounts, target }) =>
    userButtonMarkup(
      userButtonView({
        ...props,
        scripted,
        accounts: props.accounts && (accounts ?? props.accounts),
        busy: props.busy ?? (busy !== undefined && (busy === ALL ? true : (target ?? true))),
        failed: props.failed ?? (error !== undefined && (FAILURES[error as keyof typeof FAILURES] ?? true)), // any other error is the sign-out's
      }),
    ),
  start(page) {
    const ended = new AbortController()
    startMenus(page.root, ended.signal)
    if (page.props.accounts)
      loadOnIntent(page.root, ended.signal, async () => (await loadAccounts()).showAccounts(page, ended.signal))
    const stop = startCard(page, async (form) => {
      if (form.elements.namedItem("change")) return (await loadAccounts()).submitAccount(form, page)
      page.set({ target: undefined })
      // The accounts may have become unknown after the button was rendered, which still signs out of all
      const isUnknown = formName(form) !== ALL && page.props.accounts === true && !page.state.accounts
      const left = isUnknown && (await signOutOfActive(page))
      if (left) return left
      const { ok } = await signOut({ callbackUrl: page.props.callbackUrl, basePath: page.props.basePath })
      return ok ? {} : { error: "Default" }
    })
    return () => {
      ended.abort()
      stop()
    }
  },
}

/** The form that signs out of all accounts of this browser. */
const ALL = "sign-out-all"

// "Sign out" ends only this account's session if there are others, so it must not end more before they are known
async function signOutOfActive(
  page: Parameters<typeof userButtonScreen.start>[0],
): Promise<Partial<CardState> | undefined> {
  try {
    return await (await loadAccounts()).signOutOfActive(page)
  } catch {
    return { error: "Default" } // the request or the script failed, and the user is still signed in
  }
}

// Most apps have one account for each browser
const loadAccounts = () => import("./user-accounts.ts")

/** Calls `load` when the user reaches for the element. A script that couldn't be loaded is requested again. */
function loadOnIntent(root: HTMLElement, signal: AbortSignal, load: () => Promise<void>): void {
  const pending: { load?: Promise<void> | undefined } = {}
  const start = () => (pending.load ??= load().catch(() => void (pending.load = undefined)))
  for (const type of ["pointerover", "focusin", "touchstart"])
    root.addEventListener(type, start, { signal, passive: true })
}
