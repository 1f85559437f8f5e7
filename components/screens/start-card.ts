import { getCsrfToken } from "../../client/core/client-for.ts"
import { passkey } from "../../client/api/passkey.ts"
import { busyForm, type CardState, type Failures } from "./card.ts"
import { syncCheckbox } from "./remember.ts"
import type { ScreenPage } from "./screen.ts"

interface CardInputs extends Failures {
  action?: string | undefined
  basePath?: string | undefined
  csrfToken?: string | undefined
}

/** Sends a form and resolves to the card's next state. `undefined` leaves the form to the browser. */
type SendForm = (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<Partial<CardState>> | undefined

/** How long to wait for the result of a form action, in milliseconds. */
const RESULT_TIMEOUT = 30_000

/** Returns the name of a form in the state, or of the other provider whose button was pressed. */
export const formName = (form: HTMLFormElement, submitter?: HTMLElement | null): string =>
  submitter?.getAttribute("data-provider") ?? form.getAttribute("data-provider") ?? form.getAttribute("data-part") ?? ""

/** Returns a form's text fields and the button's, without its CSRF token. The client sends its own. */
export function textFields(form: HTMLFormElement, submitter?: HTMLElement | null): Record<string, string> {
  const texts = [...new FormData(form, submitter)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  )
  const { csrfToken: _, ...fields } = Object.fromEntries(texts) as Record<string, string> // filtered to text above
  return fields
}

// Without passwords, which no component's state should contain
function typedValues(form: HTMLFormElement): Record<string, string> {
  const values = Object.entries(textFields(form)).filter(([name]) => {
    const field = form.elements.namedItem(name)
    return field instanceof HTMLInputElement && field.type !== "hidden" && !isPassword(field)
  })
  return Object.fromEntries(values)
}

// A visible password is a text field
const isPassword = ({ type, parentElement }: HTMLInputElement) =>
  type === "password" || Boolean(parentElement?.querySelector("[data-reveal]"))

/**
 * Adds the behavior of every card: sends a form once and shows it as busy, can show a password, and focuses an error.
 * Without JavaScript the forms still post.
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
    if (change.error !== undefined) requestAnimationFrame(showFailure) // the same message again changes nothing in the page
  }

  /** Focuses the error. Only the password must be typed again. */
  function showFailure() {
    waitsFor.result = undefined
    if (!root.querySelector(ALERT_SELECTOR)) return
    const sent = [...root.querySelectorAll("form")].find((form) => formName(form) === page.state.sent)
    for (const toggle of sent?.querySelectorAll("[data-reveal]") ?? []) clearPassword(toggle)
    focusAlert(root)
  }

  // A framework that submits the form itself doesn't say when it is done, and the same result again changes nothing in
  // the page
  const waitsFor: { result?: SubmitEvent | undefined } = {}
  function awaitResult(event: SubmitEvent, before: unknown, end: number) {
    // Doesn't show a failure twice: the user may already be typing the next password
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
    const sending = send(form, event.submitter)
    if (sending ?? needsToken(form, page.props)) event.preventDefault()
    const button = event.submitter?.getAttribute("name")
    set({ busy: button || formName(form, event.submitter), sentAfter: page.props.result, revealed: false })
    if (sending) void applyResult(sending)
    else if (event.defaultPrevented) void applyResult(sendWithToken(form, page.props))
  }

  // Runs before any other listener, for example of a framework that submits the form itself, so that no form is sent
  // twice
  const preventResubmit = (event: SubmitEvent) => {
    const form = submittedForm(event)
    if (form) syncCheckbox(root, form)
    if (busyForm(page.props, page.state) !== undefined) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (form) {
      const dismissed = page.state.left && { result: page.state.left.result }
      set({ sent: formName(form, event.submitter), values: typedValues(form), left: dismissed })
    }
  }
  const reveal = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-reveal]")) set({ revealed: !page.state.revealed })
  }
  root.addEventListener("submit", preventResubmit, { signal, capture: true })
  root.addEventListener("submit", submit, { signal })
  root.addEventListener("click", reveal, { signal })
  // The back button restores the page as it was left, with busy buttons
  addEventListener("pageshow", ({ persisted }) => persisted && set({ busy: undefined }), { signal })
  onDialogClose(root, signal, () => {
    const { error, result } = page.props
    set({ error: undefined, busy: undefined, revealed: false, left: { error, result } })
  })
  const observer = new MutationObserver((changes) => changes.some(addsAlert) && showFailure())
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["data-focus", "aria-busy"] })
  set({ scripted: true, hasPasskeys: passkey.isSupported() })
  if (!root.contains(document.activeElement)) focusAlert(root) // leaves the focus of a user who is already typing
  return () => {
    observer.disconnect()
    ended.abort()
  }
}

/** Returns the form of the button that was pressed. Before the script ran, the button may submit another one. */
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

// If the same failure repeats, only its form's busy state changes
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
  if (menu) menu.open = true // opens a closed menu, so that its error is visible
  alert?.focus()
}

function clearPassword(toggle: Element) {
  const input = document.getElementById(toggle.getAttribute("data-reveal") ?? "")
  if (input instanceof HTMLInputElement) input.value = ""
}

/** Returns whether a form posts to Latchkit without a CSRF token. The app protects its own form actions. */
const needsToken = (form: HTMLFormElement, { action, csrfToken }: CardInputs) =>
  csrfToken === undefined && action === undefined && form.getAttribute("method") === "post"

// The page was rendered without a token: fetches one, then lets the browser post
async function sendWithToken(form: HTMLFormElement, { basePath }: CardInputs): Promise<Partial<CardState>> {
  const token = await getCsrfToken(basePath === undefined ? {} : { basePath }).catch(() => undefined)
  if (token === undefined) return { error: connectionError() }
  const input = document.createElement("input")
  Object.assign(input, { type: "hidden", name: "csrfToken", value: token })
  form.append(input)
  HTMLFormElement.prototype.submit.call(form) // a field may be called "submit"
  return new Promise(() => {}) // busy until the next page
}

/** Returns the error for a request without a response. */
export const connectionError = (): string => (navigator.onLine ? "Default" : "Offline")
