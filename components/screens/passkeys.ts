import { clientOf } from "../../client/client.ts"
import { navigate } from "../../client/navigate.ts"
import { passkey } from "../../client/passkey.ts"
import { type PasskeyResult } from "../../client/types.ts"
import { wantsToStay } from "./remember.ts"
import { shownError, type PasskeyPage } from "./passkey-card.ts"

/** Milliseconds after which a waiting list gets a new challenge: the old one is good for 15 minutes. */
const REFRESH = 10 * 60 * 1000

/**
 * Asks for a passkey, as somebody pressed the button for it. One request at a time; what the visitor cancels says nothing and
 * leaves the focus where it is, and the list is offered again.
 */
export async function byButton(
  page: PasskeyPage,
  { provider, signal }: { provider: string; signal: AbortSignal },
): Promise<void> {
  const { basePath, callbackUrl } = page.props
  const given = provider === "" ? undefined : provider
  const where = { provider: given, basePath, redirectTo: callbackUrl, redirect: false, remember: choiceOf(page) }
  const result = await passkey.signIn({ ...where, signal })
  if (signal.aborted || entered(page, result)) return
  page.set({ busy: undefined, error: shownError(result) })
  void offer(page, signal)
}

/** Offers passkeys in the browser's own list, below the field that is for them. */
export async function offer(page: PasskeyPage, signal: AbortSignal): Promise<void> {
  const button = page.root.querySelector("[data-passkey]")
  if (!button || !page.root.querySelector("input[autocomplete$=webauthn]") || !passkey.isSupported()) return
  const provider = button.getAttribute("data-passkey") || undefined
  while (!signal.aborted) {
    const late = AbortSignal.timeout(REFRESH)
    const { basePath, callbackUrl } = page.props
    const where = { provider, basePath, redirectTo: callbackUrl, redirect: false, remember: choiceOf(page) }
    const result = await passkey.signIn({ ...where, autofill: true, signal: AbortSignal.any([signal, late]) })
    if (signal.aborted || entered(page, result)) return
    if (result.error === "Unknown" || result.error === "Refused") page.set({ sent: provider, error: result.error })
    else if (!late.aborted) return // another request took its place, or there is no such list
  }
}

// Asked when the authenticator has answered: the list was offered before anybody could tick
const choiceOf =
  ({ root, props }: PasskeyPage) =>
  () =>
    wantsToStay(root) ?? props.remember

/** Goes on to where a sign-in leads; the card stays busy until the next page. */
function entered({ props, set }: PasskeyPage, { ok, url }: PasskeyResult): boolean {
  if (!ok) return false
  set({ busy: "" })
  const { onSignIn, basePath } = props
  if (onSignIn) {
    set({ busy: undefined })
    onSignIn(url)
  } else navigate(clientOf({ basePath }).page, url)
  return true
}
