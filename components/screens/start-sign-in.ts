import { errorSentence } from "../view/error-sentence.ts"
import { clientOf } from "../../client/client.ts"
import { navigate } from "../../client/navigate.ts"
import { signIn } from "../../client/sign-in.ts"
import { type SignInResult } from "../../client/types.ts"
import type { CardState } from "./card.ts"
import { startPasskeys } from "./passkey-button.ts"
import type { ScreenPage } from "./screen.ts"
import type { ProviderButtonProps, SignInProps } from "./sign-in-props.ts"
import { nameOf, startCard, textsOf, unreachable } from "./start-card.ts"

/** What the sign-in card does in its page. */
export function startSignIn(card: ScreenPage<SignInProps, CardState>): () => void {
  const page = withSentences(card, (id) => card.props.providers.find((provider) => provider.id === id)?.name)
  const stop = startCard(page, (form) => send(form, page))
  const stopPasskeys = startPasskeys(page)
  return () => {
    stopPasskeys()
    stop()
  }
}

/** What one way to sign in does, where it stands alone. */
export function startProviderButton(button: ScreenPage<ProviderButtonProps, CardState>): () => void {
  const page = withSentences(button, () => button.props.provider.name)
  return startCard(page, (form) => send(form, page))
}

// Puts an error into words when it is set. The markup, which is loaded first, knows only those that a page can begin with
function withSentences<Props extends Pick<SignInProps, "messages" | "siteName">>(
  page: ScreenPage<Props, CardState>,
  nameOf: (provider: string | undefined) => string | undefined,
): ScreenPage<Props, CardState> {
  const words = (error: string, sent: string | undefined) => {
    const { messages, siteName: site } = page.props
    return errorSentence(error, { messages, site, provider: nameOf(sent) })
  }
  const set = (change: Partial<CardState>) => {
    const { error, sent = page.state.sent } = change
    const sentence = error === undefined || error === "CredentialsSignin" ? undefined : words(error, sent)
    page.set("error" in change ? { ...change, sentence } : change)
  }
  return Object.create(page, { set: { value: set } }) as typeof page // its getters stay live
}

type Sending = Pick<SignInProps, "action" | "basePath" | "callbackUrl" | "onSignIn" | "popup">

/** A form that posts to an action of the host's is the browser's, or the framework's. */
function send(
  form: HTMLFormElement,
  { props, state }: Pick<ScreenPage<Sending, CardState>, "props" | "state">,
): Promise<Partial<CardState>> | undefined {
  const popup = props.popup && form.getAttribute("data-part") === "provider"
  // after a window that was blocked, the next press signs in on the page: that is what its message says
  if (props.action !== undefined || (popup && state.error === "PopupBlocked")) return undefined
  return signInWith(nameOf(form), textsOf(form), { ...props, popup })
}

async function signInWith(
  provider: string,
  fields: Record<string, string>,
  { basePath, callbackUrl, onSignIn, popup }: Sending,
): Promise<Partial<CardState>> {
  const result = await signIn(provider, { ...fields, callbackUrl, redirect: false, basePath, popup })
  if (!result.ok) return { error: shownError(result) }
  if (onSignIn) onSignIn(result.url)
  else if (popup && callbackUrl === undefined) return { error: undefined }
  else if (navigate(clientOf({ basePath }).page, result.url, true)) return new Promise(() => {}) // busy until the next page
  return {}
}

/** What a card says of a refusal: nothing of a window that its visitor closed. */
function shownError({ error, code }: Extract<SignInResult, { ok: false }>): string | undefined {
  if (error === "RequestFailed") return unreachable()
  if (code === "cancelled") return "Cancelled"
  return error === "Cancelled" ? undefined : error
}
