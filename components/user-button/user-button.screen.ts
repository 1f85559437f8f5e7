import { clientFor } from "../../client/core/client.ts"
import { leave } from "../../client/page/leave.ts"
import { userButtonMarkup } from "./user-button.markup.ts"
import { userButtonView, type UserButtonProps } from "./user-button.view.ts"
import { initialCardState } from "../screens/card.ts"
import { startMenus } from "./menu.ts"
import type { Screen, ScreenPage } from "../screens/screen.ts"
import { startWhenLoaded } from "../screens/start-when-loaded.ts"
import type { UserButtonState } from "./user-button-state.ts"

export type { UserButtonProps, UserButtonState }

type Page = ScreenPage<UserButtonProps, UserButtonState>

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
        busy: props.busy ?? (busy !== undefined && (busy === SIGN_OUT_ALL ? true : (target ?? true))),
        failed: props.failed ?? (error !== undefined && (FAILURES[error as keyof typeof FAILURES] ?? true)), // any other error is the sign-out's
      }),
    ),
  start(page) {
    const ended = new AbortController()
    startMenus(page.root, ended.signal) // at once, because a key could come before a script that is loaded with the focus
    const load = () =>
      import("./start-user-button.ts").then(
        (it) => it.startUserButton,
        () => startWithoutScript,
      )
    const stop = startWhenLoaded(page, load, "[data-focus]")
    return () => {
      ended.abort()
      stop()
    }
  },
}

// A deploy has removed the script. A form without a token would be rejected, so the server's page signs out, and a page
// with new scripts switches the account
function startWithoutScript({ root, props: { basePath, callbackUrl, csrfToken } }: Page): () => void {
  const ended = new AbortController()
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement // or an app's own element with this event
    if (csrfToken !== undefined || !form.elements) return
    event.preventDefault()
    if (form.elements.namedItem("change")) location.reload()
    else leave(clientFor({ basePath }), "signout?", { callbackUrl })
  }
  root.addEventListener("submit", submit, { signal: ended.signal })
  return () => ended.abort()
}

/** The form that signs out of all accounts of this browser. */
const SIGN_OUT_ALL = "sign-out-all"
