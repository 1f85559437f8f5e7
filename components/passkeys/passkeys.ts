import { clientFor } from "../../client/core/client.ts"
import { navigate } from "../../client/page/navigate.ts"
import { passkey } from "../../client/api/passkey.ts"
import type { PasskeyResult } from "../../client/actions/types.ts"
import { passkeyMessage } from "./passkey-message.view.ts"
import type { CardState } from "../screens/card.ts"
import { isRememberChecked } from "../sign-in/remember.ts"
import { passkeyCardError, type PasskeyPage } from "./passkey-card.ts"

/** Milliseconds after which the pending list gets a new challenge. A challenge is valid for 15 minutes. */
const REFRESH_INTERVAL = 10 * 60 * 1000

/**
 * Requests a passkey after a click on its button. Requests run one at a time. If the user cancels, the card shows no
 * error, keeps the focus, and offers the list again.
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
  page.set({ busy: undefined, ...failure(page, passkeyCardError(result)) })
  void offerAutofill(page, signal)
}

/** Offers passkeys in the browser's own list, below the autofill field. */
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
    if (result.error === "Unknown" || result.error === "Rejected")
      page.set({ sent: provider, ...failure(page, result.error) })
    else if (!refreshSignal.aborted) return // another request replaced it, or the browser has no such list
  }
}

// Read after the authenticator has responded, because the list is offered before the user can select the checkbox
const rememberChoice =
  ({ root, props }: PasskeyPage) =>
  () =>
    isRememberChecked(root) ?? props.remember

// The card has no messages of passkeys, because few users need them
function failure({ props }: PasskeyPage, error: string | undefined): Partial<CardState> {
  const sentence = passkeyMessage(error, props.messages)
  return { error, ...(sentence !== undefined && { sentence }) }
}

/** Navigates to where the sign-in leads. The card stays busy until the next page. */
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
