import { errorMessage } from "../view/error-message.ts"
import { clientFor } from "../../client/core/client.ts"
import { navigate } from "../../client/page/navigate.ts"
import { signIn } from "../../client/api/sign-in.ts"
import { type SignInResult } from "../../client/actions/types.ts"
import type { CardState } from "./card.ts"
import { startPasskeys } from "./passkey-button.ts"
import type { ScreenPage } from "./screen.ts"
import type { ProviderButtonProps, SignInProps } from "./sign-in-props.ts"
import { formName, startCard, textFields, connectionError } from "./start-card.ts"

/** What the sign-in card does in its page. */
export function startSignIn(card: ScreenPage<SignInProps, CardState>): () => void {
  const page = withErrorMessages(card, (id) => card.props.providers.find((provider) => provider.id === id)?.name)
  const stop = startCard(page, (form) => submitForm(form, page))
  const stopPasskeys = startPasskeys(page)
  return () => {
    stopPasskeys()
    stop()
  }
}

/** What one way to sign in does, where it stands alone. */
export function startProviderButton(button: ScreenPage<ProviderButtonProps, CardState>): () => void {
  const page = withErrorMessages(button, () => button.props.provider.name)
  return startCard(page, (form) => submitForm(form, page))
}

// Puts an error into words when it is set. The markup, which is loaded first, knows only those that a page can begin with
function withErrorMessages<Props extends Pick<SignInProps, "messages" | "siteName">>(
  page: ScreenPage<Props, CardState>,
  providerName: (provider: string | undefined) => string | undefined,
): ScreenPage<Props, CardState> {
  const messageFor = (error: string, sent: string | undefined) => {
    const { messages, siteName: site } = page.props
    return errorMessage(error, { messages, site, provider: providerName(sent) })
  }
  const set = (change: Partial<CardState>) => {
    const { error, sent = page.state.sent } = change
    const sentence = error === undefined || error === "CredentialsSignin" ? undefined : messageFor(error, sent)
    page.set("error" in change ? { ...change, sentence } : change)
  }
  return Object.create(page, { set: { value: set } }) as typeof page // its getters stay live
}

type SubmitProps = Pick<SignInProps, "action" | "basePath" | "callbackUrl" | "onSignIn" | "popup">

/** A form that posts to an action of the host's is the browser's, or the framework's. */
function submitForm(
  form: HTMLFormElement,
  { props, state }: Pick<ScreenPage<SubmitProps, CardState>, "props" | "state">,
): Promise<Partial<CardState>> | undefined {
  const popup = props.popup && form.getAttribute("data-part") === "provider"
  // after a window that was blocked, the next press signs in on the page: that is what its message says
  if (props.action !== undefined || (popup && state.error === "PopupBlocked")) return undefined
  return submitSignIn(formName(form), textFields(form), { ...props, popup })
}

async function submitSignIn(
  provider: string,
  fields: Record<string, string>,
  { basePath, callbackUrl, onSignIn, popup }: SubmitProps,
): Promise<Partial<CardState>> {
  const result = await signIn(provider, { ...fields, callbackUrl, redirect: false, basePath, popup })
  if (!result.ok) return { error: visibleError(result) }
  if (onSignIn) onSignIn(result.url)
  else if (popup && callbackUrl === undefined) return { error: undefined }
  else if (navigate(clientFor({ basePath }).page, result.url, true)) return new Promise(() => {}) // busy until the next page
  return {}
}

/** What a card says of a refusal: nothing of a window that its visitor closed. */
function visibleError({ error, code }: Extract<SignInResult, { ok: false }>): string | undefined {
  if (error === "RequestFailed") return connectionError()
  if (code === "cancelled") return "Cancelled"
  return error === "Cancelled" ? undefined : error
}
