import { requestErrorMessage } from "../view/request-error-message.ts"
import { clientFor } from "../../client/core/client.ts"
import { RequestError } from "../../client/http/errors.ts"
import { navigate } from "../../client/page/navigate.ts"
import { prepareSignIn, signIn } from "../../client/api/sign-in.ts"
import type { SignInResult } from "../../client/actions/types.ts"
import type { CardState } from "../screens/card.ts"
import { startPasskeys } from "../passkeys/passkey-button.ts"
import type { ScreenPage } from "../screens/screen.ts"
import type { ProviderButtonProps, SignInProps } from "./sign-in-props.ts"
import { connectionError, formName } from "../screens/native-forms.ts"
import { startCard, textFields, withMessages } from "../screens/start-card.ts"

type SendForm = (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<Partial<CardState>> | undefined

/** Adds the behavior of the sign-in card. `send` may send some forms in its own way. */
export function startSignIn(card: ScreenPage<SignInProps, CardState>, send?: SendForm): () => void {
  const page = withErrorMessages(card, (id) => card.props.providers?.find((provider) => provider.id === id)?.name)
  let stopRunning: (() => void) | undefined
  const start = () => {
    const stop = startForms(page, (form, button) => send?.(form, button) ?? submitForm(form, button, page, pause))
    const stopPasskeys = startPasskeys(page)
    stopRunning = () => {
      stopPasskeys()
      stop()
    }
  }
  // The step's own listeners replace the card's
  async function pause({ url, stepProps }: PausedSignIn): Promise<void> {
    const steps = await import("./show-step.ts").catch(() => undefined)
    if (!steps) return void leaveTo(url, page.props.basePath)
    stopRunning?.()
    stopRunning = await steps.showStep(card, { url, loaded: stepProps, restart: start })
  }
  start()
  prepareOnIntent(page)
  return () => stopRunning?.()
}

/** Adds the behavior of one sign-in method without a card. */
export function startProviderButton(button: ScreenPage<ProviderButtonProps, CardState>): () => void {
  const page = withErrorMessages(button, () => button.props.provider.name)
  prepareOnIntent(page)
  return startForms(page, (form, button) => submitForm(form, button, page))
}

/** Adds the behavior of a card's forms. The messages for invalid fields are loaded when they are first needed. */
function startForms<Props extends ProviderButtonProps | SignInProps>(
  page: ScreenPage<Props, CardState>,
  send: SendForm,
): () => void {
  const ended = new AbortController()
  const onInvalid = async (event: Event) => {
    event.preventDefault()
    const field = event.target as HTMLInputElement // a card has no other controls
    const messages = await import("./invalid-sign-in.ts").catch(() => ended.abort())
    if (messages) messages.showInvalidField(field, page)
    else field.reportValidity() // in the browser's own bubble
  }
  const listening = { signal: ended.signal, capture: true }
  page.root.addEventListener("invalid", (event) => void onInvalid(event), listening)
  page.root.addEventListener("click", checkAddress, listening)
  const stop = startCard(page, send)
  return () => {
    ended.abort()
    stop()
  }
}

// The button of the email provider needs an address, and no password
function checkAddress(event: MouseEvent): void {
  const button = (event.target as Element).closest("button") // the target of a click is an element
  if (!button?.form?.querySelector("[formnovalidate]")) return
  const { email, password } = button.form.elements as unknown as Partial<Record<string, HTMLInputElement>> // by name
  if (!email || !password) return
  password.dataset["required"] ??= String(password.required) // an app's password may be optional
  password.required = !button.formNoValidate && password.dataset["required"] === "true"
  if (button.formNoValidate && !email.checkValidity()) event.preventDefault()
}

// The markup has the message for wrong credentials, which names the fields
function withErrorMessages<Props extends Pick<SignInProps, "messages" | "siteName">>(
  page: ScreenPage<Props, CardState>,
  providerName: (provider: string | undefined) => string | undefined,
): ScreenPage<Props, CardState> {
  return withMessages(page, (error, sent) => {
    const { messages, siteName: site } = page.props
    if (error === "CredentialsSignin") return undefined
    return requestErrorMessage(error, { messages, site, provider: providerName(sent) })
  })
}

// A user who points at the card or types into it is about to sign in
function prepareOnIntent({ root, props }: ScreenPage<ProviderButtonProps | SignInProps, CardState>): void {
  if ("action" in props && props.action !== undefined) return // the app's own action signs in
  const prepare = () => prepareSignIn(props)
  if (root.matches(":focus-within")) prepare()
  root.addEventListener("pointerover", prepare, { once: true })
  root.addEventListener("focusin", prepare, { once: true })
}

type SubmitProps = Pick<SignInProps, "action" | "basePath" | "callbackUrl" | "onSignIn" | "popup">

type PausedSignIn = Extract<SignInResult, { step: string }>

/** Shows the step that a sign-in waits for. */
type Pause = (paused: PausedSignIn) => Promise<void>

/** Submits a form, unless it posts to an app's action: the browser or the framework submits that one. */
function submitForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { props, state }: Pick<ScreenPage<SubmitProps, CardState>, "props" | "state">,
  pause?: Pause,
): Promise<Partial<CardState>> | undefined {
  const popup = props.popup && form.getAttribute("data-part") === "provider"
  // After a blocked popup, the next click signs in on the page, as the message says
  if (props.action !== undefined || (popup && state.error === "PopupBlocked")) return undefined
  const fields = textFields(form)
  if (submitter?.hasAttribute("data-provider")) delete fields["password"] // it belongs to the form's own provider
  return submitSignIn(formName(form, submitter), fields, { ...props, popup, pause })
}

async function submitSignIn(
  provider: string,
  fields: Record<string, string>,
  { basePath, callbackUrl, onSignIn, popup, pause }: SubmitProps & { pause?: Pause | undefined },
): Promise<Partial<CardState>> {
  const result = await signIn(provider, { ...fields, callbackUrl, redirect: false, basePath, popup })
  if (result.step !== undefined) {
    await pause?.(result)
    if (pause || leaveTo(result.url, basePath)) return new Promise(() => {}) // the step replaces the form
  }
  if (!result.ok) return { error: visibleError(result) }
  if (onSignIn) onSignIn(result.url)
  else if (popup && callbackUrl === undefined) return { error: undefined }
  else if (leaveTo(result.url, basePath)) return new Promise(() => {}) // busy until the next page
  return {}
}

/** Navigates to a URL of the server, which may be at another origin. Returns whether the browser navigates. */
const leaveTo = (url: string, basePath?: string): boolean => navigate(clientFor({ basePath }).page, url, "any-origin")

/** Returns the error that a card shows. A popup that the user closed isn't an error. */
function visibleError({ error, code }: Extract<SignInResult, { ok: false }>): string | undefined {
  if (code === "script") throw new RequestError(code)
  if (error === "RequestFailed") return connectionError()
  if (code === "cancelled") return "Cancelled"
  return error === "Cancelled" ? undefined : error
}
