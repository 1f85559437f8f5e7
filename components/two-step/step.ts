import type { RedirectResponse } from "../../client/protocol.ts"
import { RequestError } from "../../client/http/errors.ts"
import { clientFor } from "../../client/core/client.ts"
import { loadActionClient } from "../../client/core/client-for.ts"
import { navigate } from "../../client/page/navigate.ts"
import { busyForm, initialCardState, visibleFailures, type CardState } from "../screens/card.ts"
import { startCodeInput } from "../screens/code-input.ts"
import { secondsLeft, startCountDown } from "../screens/count-down.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { connectionError, formName } from "../screens/native-forms.ts"
import { startCard, textFields } from "../screens/start-card.ts"

/** The props that every step's behavior uses. */
export interface StepInputs {
  action?: string | undefined
  basePath?: string | undefined
  csrfToken?: string | undefined
  error?: string | undefined
  method?: string | undefined
  busy?: string | undefined
  codeSent?: boolean | undefined
  resent?: boolean | undefined
  resendAfter?: number | undefined
  retryAfter?: number | undefined
  result?: unknown
  passkeyOptions?: unknown
  /**
   * Called when the step is done, instead of navigating to the URL. `step` is the id of the next step, if there is one.
   */
  onDone?: ((url: string, step: string | undefined) => void) | undefined
  /** Called when the user cancels, instead of navigating to the URL. */
  onCancel?: ((url: string) => void) | undefined
}

export interface StepState extends CardState {
  /** The method that the user chose in this page. */
  readonly method: string | undefined
  /** Seconds until another code can be requested. */
  readonly wait: number | undefined
  readonly resent: boolean
  readonly retryAfter: number | undefined
}

export const initialStepState: StepState = {
  ...initialCardState,
  method: undefined,
  wait: undefined,
  resent: false,
  retryAfter: undefined,
}

type Page = ScreenPage<StepInputs, StepState>

/** Returns the props of a step's view. An event in the page takes precedence over the initial props. */
export function stepProps<Props extends StepInputs>(props: Props, state: StepState): Props {
  const { onDone: _, onCancel: __, result: ___, ...rest } = props
  const { scripted, hasPasskeys, revealed, method = props.method, wait, resent } = state
  const { error } = visibleFailures(props, state)
  const shown = {
    ...(rest as Props), // the view has none of the callbacks
    scripted,
    hasPasskeys,
    revealed,
    method,
    codeSent: wait === undefined ? props.codeSent : true,
    error,
    busy: props.busy ?? busyForm(props, state),
    resendAfter: wait ?? props.resendAfter,
    resent: props.resent || resent,
    retryAfter: state.retryAfter ?? props.retryAfter,
  }
  return shown
}

const RESEND_DELAY = 60

/** Adds the behavior of a step's card. `path` is the path below the base path that its forms post to. */
export function startStep(page: Page, path: () => string): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const { root } = page
  const stopCounting = startCountDown(page)
  startCodeInput(root, signal)
  root.addEventListener("click", (event) => onClick(event, page, signal), { signal })
  const stop = startCard(page, (form) => (page.props.action === undefined ? send(form, page, path()) : undefined))
  return () => {
    stopCounting()
    ended.abort()
    stop()
  }
}

async function send(form: HTMLFormElement, page: Page, path: string): Promise<Partial<StepState>> {
  const name = formName(form)
  const fields = textFields(form)
  if (name === "again" && secondsLeft(page) > 0) return {}
  const client = clientFor({ basePath: page.props.basePath })
  const { http, store } = await loadActionClient(client)
  const response = await http.post(path, fields).catch(failedRequest)
  if (response.error !== undefined) {
    // Empty for the next code, while "Trust this device" stays
    if (response.error === "InvalidCode") for (const input of findFields(form)) input.value = ""
    return { error: response.error, retryAfter: response.retryAfter, resent: false }
  }
  if (name === "again" || name === "send" || name === "choose:email") {
    const resent = name !== "send" && (page.state.method === "email" || page.props.method === "email")
    if (!resent) showMethod(page, "email")
    return { method: "email", resent, wait: RESEND_DELAY, error: undefined }
  }
  const { onDone, onCancel } = page.props
  const { url, step: next } = response
  if (fields["method"] === "provider" && navigate(client.page, url, "any-origin")) return new Promise(() => {}) // at the provider
  const leave = name === "cancel" ? onCancel : onDone && ((to: string) => onDone(to, next))
  if (!leave) {
    store.hint()
    navigate(client.page, url)
    return new Promise(() => {}) // busy until the next page
  }
  if (name !== "cancel" && next === undefined) await store.refresh()
  leave(url)
  return { error: undefined }
}

const findFields = (root: HTMLElement) => root.querySelectorAll<HTMLInputElement>("[data-part=field] input")

function failedRequest(error: unknown): RedirectResponse {
  if (!(error instanceof RequestError)) throw error
  return { url: "", error: connectionError() }
}

function onClick(event: MouseEvent, page: Page, signal: AbortSignal): void {
  const target = event.target as Element // a click's
  const method = target.closest("[data-method]")?.getAttribute("data-method")
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
  const canShow = method !== "passkey" || page.props.passkeyOptions !== undefined
  if (method && isPlain && canShow && page.props.action === undefined) {
    event.preventDefault()
    showMethod(page, method)
  }
  const passkey = target.closest<HTMLElement>("[data-action=confirm]")
  if (passkey) void usePasskey(passkey, page, signal)
}

/** Shows another method in place. Its field takes the focus, or the title if it has none. */
function showMethod(page: Page, method: string): void {
  const { error, result } = page.props
  page.set({ method, error: undefined, resent: false, left: { error, result } })
  void focusMethod(page.root, method)
}

async function focusMethod(root: HTMLElement, method: string): Promise<void> {
  const shown = method === "list" ? "[data-part=methods]" : `[data-part=form] > [name=method][value=${method}]`
  if (!(await rendered(root, shown))) return
  const [input] = findFields(root)
  const title = root.querySelector<HTMLElement>(".auth-title")
  if (input) input.value = ""
  else if (title) title.tabIndex = -1
  ;(input ?? title)?.focus()
}

/**
 * Waits until an element is in the page. A framework may take a few frames to render it.
 *
 * @returns whether it is there
 */
export async function rendered(root: HTMLElement, selector: string, frames = 60): Promise<boolean> {
  if (root.querySelector(selector)) return true
  if (frames === 0) return false
  await new Promise((next) => requestAnimationFrame(next))
  return rendered(root, selector, frames - 1)
}

const loadPasskeys = () => import("../passkeys/request-passkey.ts").catch(() => undefined)

async function usePasskey(button: HTMLElement, page: Page, signal: AbortSignal): Promise<void> {
  const form = button.closest("form")
  const options = button.getAttribute("data-options")
  const field = form?.querySelector<HTMLInputElement>("input[name=data]")
  if (page.state.busy !== undefined || options === null || !field) return
  page.set({ busy: "form", sent: "form", error: undefined })
  const passkeys = await loadPasskeys()
  const result = passkeys ? await passkeys.requestPasskey(options) : { error: connectionError() }
  if (signal.aborted) return
  page.set({ busy: undefined })
  // Browsers report "no passkey" and a timeout like a cancellation, so the page always says something
  if ("error" in result) return page.set({ error: result.error === "Cancelled" ? "Failed" : result.error })
  field.value = result.data
  form?.requestSubmit()
}
