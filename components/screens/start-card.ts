import { getCsrfToken } from "../../client/core/client.ts"
import { passkey } from "../../client/api/passkey.ts"
import { busyForm, type CardState, type Failures } from "./card.ts"
import { syncCheckbox } from "./remember.ts"
import type { ScreenPage } from "./screen.ts"

interface CardInputs extends Failures {
  action?: string | undefined
  basePath?: string | undefined
  csrfToken?: string | undefined
}

/** Sends a form and settles what the card shows then; undefined leaves the form to the browser. */
type SendForm = (form: HTMLFormElement) => Promise<Partial<CardState>> | undefined

/** Milliseconds within which the result of a form action is expected. */
const RESULT_TIMEOUT = 30_000

/** The name of a form in the state. */
export const formName = (form: HTMLFormElement): string =>
  form.getAttribute("data-provider") ?? form.getAttribute("data-part") ?? ""

/** A form's texts, without its token: the client sends one of its own. */
export function textFields(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))
  const { csrfToken: _, ...fields } = Object.fromEntries(texts) as Record<string, string> // texts only, just seen
  return fields
}

// Without passwords, which no state of a component should hold
function typedValues(form: HTMLFormElement): Record<string, string> {
  const values = Object.entries(textFields(form)).filter(([name]) => {
    const field = form.elements.namedItem(name)
    return field instanceof HTMLInputElement && field.type !== "hidden" && !isPassword(field)
  })
  return Object.fromEntries(values)
}

// One that is shown is a text field
const isPassword = ({ type, parentElement }: HTMLInputElement) =>
  type === "password" || Boolean(parentElement?.querySelector("[data-reveal]"))

/**
 * Behaviour of every card: a form is sent once and says so, a password can be shown, and what went wrong has the focus.
 * Without JavaScript the forms post all the same.
 */
export function startCard<Props extends CardInputs, State extends CardState>(
  page: ScreenPage<Props, State>,
  send: SendForm,
): () => void {
  const { root } = page
  const set = (change: Partial<CardState>) => page.set(change as Partial<State>) // State has all of a CardState
  const ended = new AbortController()
  const { signal } = ended

  async function applyResult(sending: Promise<Partial<CardState>>) {
    const change = await sending
    if (signal.aborted) return
    set({ busy: undefined, ...change })
    if (change.error !== undefined) requestAnimationFrame(showFailure) // the same sentence again changes nothing to watch
  }

  /** Leads to what went wrong. The password is to be typed again; everything else stays. */
  function showFailure() {
    waitsFor.result = undefined
    if (!root.querySelector(ALERT_SELECTOR)) return
    const sent = [...root.querySelectorAll("form")].find((form) => formName(form) === page.state.sent)
    for (const toggle of sent?.querySelectorAll("[data-reveal]") ?? []) clearPassword(toggle)
    focusAlert(root)
  }

  // A framework that sends the form by itself doesn't say when it is done, and the same result again changes nothing in the page
  const waitsFor: { result?: SubmitEvent | undefined } = {}
  function awaitResult(event: SubmitEvent, before: unknown, end: number) {
    // A failure that is shown already is not shown again: by now the user may be typing the next password
    const isOver = () => signal.aborted || waitsFor.result !== event
    if (isOver() || Date.now() > end) return
    if (page.props.result === before) setTimeout(awaitResult, 100, event, before, end)
    else requestAnimationFrame(() => isOver() || showFailure())
  }

  function submit(event: SubmitEvent) {
    const form = submittedForm(event)
    if (event.defaultPrevented) {
      waitsFor.result = event
      awaitResult(event, page.props.result, Date.now() + RESULT_TIMEOUT)
    }
    if (!form || event.defaultPrevented) return
    const sending = send(form)
    if (sending ?? needsToken(form, page.props)) event.preventDefault()
    set({ busy: formName(form), sentAfter: page.props.result, revealed: false })
    if (sending) void applyResult(sending)
    else if (event.defaultPrevented) void applyResult(sendWithToken(form, page.props))
  }

  // Before any other listener, such as one of the framework that sends the form by itself: no form is sent twice
  const preventResubmit = (event: SubmitEvent) => {
    const form = submittedForm(event)
    if (form) syncCheckbox(root, form)
    if (busyForm(page.props, page.state) !== undefined) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (form) {
      const dismissed = page.state.left && { result: page.state.left.result }
      set({ sent: formName(form), values: typedValues(form), left: dismissed })
    }
  }
  const reveal = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-reveal]")) set({ revealed: !page.state.revealed })
  }
  root.addEventListener("submit", preventResubmit, { signal, capture: true })
  root.addEventListener("submit", submit, { signal })
  root.addEventListener("click", reveal, { signal })
  // coming back with the browser's button finds the page as it was left, busy and all
  addEventListener("pageshow", ({ persisted }) => persisted && set({ busy: undefined }), { signal })
  onDialogClose(root, signal, () => {
    const { error, result } = page.props
    set({ error: undefined, busy: undefined, revealed: false, left: { error, result } })
  })
  const observer = new MutationObserver((changes) => changes.some(addsAlert) && showFailure())
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["data-focus", "aria-busy"] })
  set({ scripted: true, hasPasskeys: passkey.isSupported() })
  if (!root.contains(document.activeElement)) focusAlert(root) // who types already is left alone
  return () => {
    observer.disconnect()
    ended.abort()
  }
}

/** The form around the button that was pressed: before the script ran, the button may have sent another one. */
function submittedForm({ target, submitter }: SubmitEvent): HTMLFormElement | undefined {
  const form = submitter?.closest("form") ?? target
  return form instanceof HTMLFormElement ? form : undefined
}

/** Calls `closed` when a dialog or popover around the card closes. */
function onDialogClose(root: Element, signal: AbortSignal, closed: () => void): void {
  const containsRoot = ({ target }: Event) => target instanceof Node && target !== root && target.contains(root)
  const options = { signal, capture: true } // neither event bubbles
  document.addEventListener("close", (event) => containsRoot(event) && closed(), options)
  document.addEventListener("toggle", (event) => isClosedPopover(event) && containsRoot(event) && closed(), options)
}

const isClosedPopover = (event: Event) =>
  "newState" in event && event.newState === "closed" && event.target instanceof HTMLElement && event.target.popover

// The same failure again changes nothing but that its form is no longer busy
const addsAlert = ({ type, target, addedNodes }: MutationRecord) =>
  type === "attributes"
    ? target instanceof Element && !target.hasAttribute("aria-busy") && target.closest("form")
    : [...addedNodes].some(
        (node) => node instanceof Element && (node.matches(ALERT_SELECTOR) || node.querySelector(ALERT_SELECTOR)),
      )

const ALERT_SELECTOR = "[data-focus]"

function focusAlert(root: Element): void {
  const alert = root.querySelector<HTMLElement>(ALERT_SELECTOR)
  const menu = alert?.closest<HTMLDetailsElement>("details:not([open])")
  if (menu) menu.open = true // nobody looks for a failure in a menu that closed
  alert?.focus()
}

function clearPassword(toggle: Element) {
  const input = document.getElementById(toggle.getAttribute("data-reveal") ?? "")
  if (input instanceof HTMLInputElement) input.value = ""
}

/** Whether a form posts to Latchkit without a token. A form action of the app has the app's own protection. */
const needsToken = (form: HTMLFormElement, { action, csrfToken }: CardInputs) =>
  csrfToken === undefined && action === undefined && form.getAttribute("method") === "post"

// The page was made without a token: fetches one, and lets the browser post
async function sendWithToken(form: HTMLFormElement, { basePath }: CardInputs): Promise<Partial<CardState>> {
  const token = await getCsrfToken(basePath === undefined ? {} : { basePath }).catch(() => undefined)
  if (token === undefined) return { error: connectionError() }
  const input = document.createElement("input")
  Object.assign(input, { type: "hidden", name: "csrfToken", value: token })
  form.append(input)
  HTMLFormElement.prototype.submit.call(form) // a field may be called "submit"
  return new Promise(() => {}) // busy until the next page
}

/** The message for a service that gave no answer. */
export const connectionError = (): string => (navigator.onLine ? "Default" : "Offline")
