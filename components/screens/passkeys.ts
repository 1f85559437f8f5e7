import { clientFor } from "../../client/core/client.ts"
import { navigate } from "../../client/page/navigate.ts"
import { passkey } from "../../client/api/passkey.ts"
import { type PasskeyResult } from "../../client/actions/types.ts"
import { isRememberChecked } from "./remember.ts"
import { passkeyCardError, type PasskeyPage } from "./passkey-card.ts"

/** Milliseconds after which a waiting list gets a new challenge: the old one is good for 15 minutes. */
const REFRESH_INTERVAL = 10 * 60 * 1000

/**
 * Asks for a passkey, as somebody pressed the button for it. One request at a time; what the visitor cancels says nothing and
 * leaves the focus where it is, and the list is offered again.
 */
export async function signInByButton(
  page: PasskeyPage,
  { provider, signal }: { provider: string; signal: AbortSignal },
): Promise<void> {
  const { basePath, callbackUrl } = page.props
  const providerId = provider === "" ? undefined : provider
  const signInOptions = {
    provider: providerId,
    basePath,
    redirectTo: callbackUrl,
    redirect: false,
    remember: rememberChoice(page),
  }
  const result = await passkey.signIn({ ...signInOptions, signal })
  if (signal.aborted || finishSignIn(page, result)) return
  page.set({ busy: undefined, error: passkeyCardError(result) })
  void offerAutofill(page, signal)
}

/** Offers passkeys in the browser's own list, below the field that is for them. */
export async function offerAutofill(page: PasskeyPage, signal: AbortSignal): Promise<void> {
  const button = page.root.querySelector("[data-passkey]")
  if (!button || !page.root.querySelector("input[autocomplete$=webauthn]") || !passkey.isSupported()) return
  const provider = button.getAttribute("data-passkey") || undefined
  while (!signal.aborted) {
    const refreshSignal = AbortSignal.timeout(REFRESH_INTERVAL)
    const { basePath, callbackUrl } = page.props
    const autofillOptions = {
      provider,
      basePath,
      redirectTo: callbackUrl,
      redirect: false,
      remember: rememberChoice(page),
    }
    const result = await passkey.signIn({
      ...autofillOptions,
      autofill: true,
      signal: AbortSignal.any([signal, refreshSignal]),
    })
    if (signal.aborted || finishSignIn(page, result)) return
    if (result.error === "Unknown" || result.error === "Refused") page.set({ sent: provider, error: result.error })
    else if (!refreshSignal.aborted) return // another request took its place, or there is no such list
  }
}

// Asked when the authenticator has answered: the list was offered before anybody could tick
const rememberChoice =
  ({ root, props }: PasskeyPage) =>
  () =>
    isRememberChecked(root) ?? props.remember

/** Goes on to where a sign-in leads; the card stays busy until the next page. */
function finishSignIn({ props, set }: PasskeyPage, { ok, url }: PasskeyResult): boolean {
  if (!ok) return false
  set({ busy: "" })
  const { onSignIn, basePath } = props
  if (onSignIn) {
    set({ busy: undefined })
    onSignIn(url)
  } else navigate(clientFor({ basePath }).page, url)
  return true
}
