import { passkey } from "../../client/api/passkey.ts"
import { RequestError } from "../../client/http/errors.ts"
import { busyForm, type CardState, type Failures } from "./card.ts"
import { formName, needsToken, postNatively, submittedForm, type PostInputs } from "./native-forms.ts"
import { syncCheckbox } from "../sign-in/remember.ts"
import type { ScreenPage } from "./screen.ts"

interface CardInputs extends Failures, PostInputs {}

/**
 * Sends a form and resolves to the card's next state. `undefined` leaves the form to the browser, and so does a
 * `RequestError` for a script that couldn't be loaded.
 */
type SendForm = (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<Partial<CardState>> | undefined

/** How long to wait for the result of a form action, in milliseconds. */
const RESULT_TIMEOUT = 30_000

/** Returns a form's text fields and the button's, without its CSRF token. The client sends its own. */
export function textFields(form: HTMLFormElement, submitter?: HTMLElement | null): Record<string, string> {
  const texts = [...new FormData(form, submitter)].filter(([, value]) => typeof value === "string")
  const { csrfToken: _, ...fields } = Object.fromEntries(texts) as Record<string, string>
  return fields
}

// Without passwords, which no component's state should contain
function typedValues(form: HTMLFormElement): Record<string, string> {
  const values = Object.entries(textFields(form)).filter(([name]) => {
    const field = form.elements.namedItem(name) as HTMLInputElement | null // several of a name are a list
    return field?.matches?.("input:not([type=hidden])") && !isPassword(field)
  })
  return Object.fromEntries(values)
}

// A visible password is a text field
const isPassword = ({ type, parentElement }: HTMLInputElement) =>
  type === "password" || Boolean(parentElement?.querySelector("[data-reveal]"))

type CardPage = ScreenPage<CardInputs, CardState>

/**
 * Adds the behavior of every card: sends a form once and shows it as busy, can show a password, and focuses an error.
 * Without JavaScript the forms still post.
 */
export function startCard(page: CardPage, send: SendForm): () => void {
  const { root } = page
  const ended = new AbortController()
  const { signal } = ended
  let awaited: SubmitEvent | undefined // of a form that the app's framework sends

  const showFailure = () => {
    awaited = undefined
    focusFailure(page)
  }
  const applyResult = async (sending: ReturnType<typeof sendForm>) => {
    const change = await sending
    if (!change || signal.aborted) return
    // The client has tried again with a new token, so the browser blocks its cookie, for example in a frame
    const error = change.error === "MissingCSRF" ? "CookiesBlocked" : change.error
    page.set({ busy: undefined, ...change, error })
    if (error !== undefined) requestAnimationFrame(showFailure) // the same message again changes nothing in the page
  }
  const submit = (event: SubmitEvent) => {
    if (event.defaultPrevented) {
      awaited = event
      // Doesn't show a failure twice: the user may already be typing the next password
      awaitResult(page, () => awaited === event && !signal.aborted, showFailure)
    } else {
      void applyResult(sendForm(page, send, event))
    }
  }
  const reveal = ({ target }: Event) => {
    // The target of a click is an element
    if ((target as Element).closest("[data-reveal]")) page.set({ revealed: !page.state.revealed })
  }
  // Runs before any other listener, for example of a framework that submits the form itself, so that no form is sent
  // twice
  root.addEventListener("submit", (event) => preventResubmit(page, event), { signal, capture: true })
  root.addEventListener("submit", submit, { signal })
  root.addEventListener("click", reveal, { signal })
  // The back button restores the page as it was left, with busy buttons
  addEventListener("pageshow", ({ persisted }) => persisted && page.set({ busy: undefined }), { signal })
  onDialogClose(root, signal, () => {
    const { error, result } = page.props
    page.set({ error: undefined, busy: undefined, revealed: false, left: { error, result } })
  })
  let focused = root.querySelector(":focus")
  root.addEventListener("focusin", () => (focused = root.querySelector(":focus")), { signal })
  const observer = new MutationObserver((changes) => {
    if (changes.some(addsAlert)) showFailure()
    // The card has other content, without the element that had the focus
    else if (focused?.isConnected === false && root.ownerDocument.activeElement === root.ownerDocument.body)
      root.querySelector<HTMLElement>("[data-part=field] input,[data-part=links] a")?.focus()
  })
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["data-focus", "aria-busy"] })
  page.set({ scripted: true, hasPasskeys: passkey.isSupported() })
  if (!root.matches(":focus-within")) focusAlert(root) // leaves the focus of a user who is already typing
  return () => {
    observer.disconnect()
    ended.abort()
  }
}

/**
 * Adds the message when an error is set. The markup, which is loaded first, has only the messages that a page can start
 * with. `sent` is the form that was sent last.
 */
export function withMessages<Props, State extends CardState>(
  page: ScreenPage<Props, State>,
  messageFor: (error: string, sent: string | undefined) => string | undefined,
): ScreenPage<Props, State> {
  const set = (change: Partial<State>) => {
    const { error, sent = page.state.sent } = change
    const sentence = error === undefined ? undefined : messageFor(error, sent)
    page.set("error" in change ? { sentence, ...change } : change) // a passkey error comes with its message
  }
  return Object.create(page, { set: { value: set } }) as typeof page // its getters stay live
}

function preventResubmit(page: CardPage, event: SubmitEvent): void {
  const form = submittedForm(event)
  if (!form) return
  syncCheckbox(page.root, form)
  if (busyForm(page.props, page.state) !== undefined) {
    event.preventDefault()
    event.stopImmediatePropagation()
  } else {
    const dismissed = page.state.left && { result: page.state.left.result }
    page.set({ sent: formName(form, event.submitter), values: typedValues(form), left: dismissed })
  }
}

/** Sends a submitted form, and shows it as busy. Returns nothing to wait for if the browser sends it. */
function sendForm(page: CardPage, send: SendForm, event: SubmitEvent) {
  const form = submittedForm(event)
  if (!form) return
  const post = () => postNatively(form, event.submitter, page.props)
  const rescue = (error: unknown) => {
    if (error instanceof RequestError && error.action === "script") return post()
    throw error
  }
  const sending = send(form, event.submitter)?.catch(rescue) ?? (needsToken(form, page.props) && post())
  if (sending) event.preventDefault()
  const button = event.submitter?.getAttribute("name")
  page.set({ busy: button || formName(form, event.submitter), sentAfter: page.props.result, revealed: false })
  return sending
}

/**
 * Calls `finished` after the app's framework has sent a form, while `isAwaited`. A framework doesn't say when it is
 * done, and the same result again changes nothing in the page.
 */
function awaitResult(page: CardPage, isAwaited: () => boolean, finished: () => void): void {
  const before = page.props.result
  const end = Date.now() + RESULT_TIMEOUT
  const check = () => {
    if (page.props.result !== before) requestAnimationFrame(() => isAwaited() && finished())
    else if (isAwaited() && Date.now() < end) setTimeout(check, 100)
  }
  check()
}

/** Focuses the error. Only a wrong password must be typed again. */
function focusFailure({ root, state }: CardPage): void {
  if (!root.querySelector(ALERT_SELECTOR)) return
  const sentForm = [...root.querySelectorAll("form")].find((form) => formName(form) === state.sent)
  const wrong = "input[aria-invalid]:not([autocomplete=new-password])"
  for (const input of sentForm?.querySelectorAll<HTMLInputElement>(wrong) ?? []) if (isPassword(input)) input.value = ""
  focusAlert(root)
}

/** Calls `closed` when a dialog or popover around the card closes. */
function onDialogClose(root: Element, signal: AbortSignal, closed: () => void): void {
  const onClose = ({ type, newState = "closed", target }: Event & { newState?: unknown }) => {
    const around = target as HTMLElement // both are events of elements
    if (around === root || !around.contains(root) || newState !== "closed") return
    if (type === "close" || around.popover) closed()
  }
  const tree = root.getRootNode()
  // Neither event bubbles, or leaves a shadow root
  for (const type of ["close", "toggle"]) tree.addEventListener(type, onClose, { signal, capture: true })
  if ("host" in tree) onDialogClose((tree as ShadowRoot).host, signal, closed)
}

// If the same failure repeats, only its form's busy state changes
const addsAlert = ({ type, target, addedNodes }: MutationRecord) =>
  type === "attributes"
    ? !(target as Element).hasAttribute("aria-busy") && (target as Element).closest("form")
    : [...addedNodes].some((node) => hasAlert(node as Partial<Element>))

// A text has neither function
const hasAlert = (node: Partial<Element>) => node.matches?.(ALERT_SELECTOR) || node.querySelector?.(ALERT_SELECTOR)

const ALERT_SELECTOR = "[data-focus]"

function focusAlert(root: Element): void {
  const alert = root.querySelector<HTMLElement>(ALERT_SELECTOR)
  const menu = alert?.closest<HTMLDetailsElement>("details:not([open])")
  if (menu) menu.open = true // opens a closed menu, so that its error is visible
  alert?.focus()
}
