import { getCsrfToken } from "../../client/client.ts"
import { passkey } from "../../client/passkey.ts"
import { busyForm, type CardState } from "./card.ts"
import { copyChoice } from "./remember.ts"
import type { ScreenPage } from "./screen.ts"

interface CardInputs {
  basePath?: string | undefined
  csrfToken?: string | undefined
  result?: unknown
}

/** Sends a form and settles what the card shows then; undefined leaves the form to the browser. */
type Send = (form: HTMLFormElement) => Promise<Partial<CardState>> | undefined

/** The name of a form in the state. */
export const nameOf = (form: HTMLFormElement): string =>
  form.getAttribute("data-provider") ?? form.getAttribute("data-part") ?? ""

/** A form's texts, without its token: the client sends one of its own. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))
  const { csrfToken: _, ...fields } = Object.fromEntries(texts) as Record<string, string> // texts only, just seen
  return fields
}

/**
 * Behaviour of every card: a form is sent once and says so, a password can be shown, and what went wrong has the focus.
 * Without JavaScript the forms post all the same.
 */
export function startCard<Props extends CardInputs, State extends CardState>(
  page: ScreenPage<Props, State>,
  send: Send,
): () => void {
  const { root } = page
  const set = (change: Partial<CardState>) => page.set(change as Partial<State>) // State has all of a CardState
  const ended = new AbortController()
  const { signal } = ended

  async function settle(form: HTMLFormElement, sending: Promise<Partial<CardState>>) {
    const change = await sending
    if (signal.aborted) return
    set({ busy: undefined, ...change })
    if (change.error === undefined) return
    for (const toggle of form.querySelectorAll("[data-reveal]")) clear(toggle)
    requestAnimationFrame(() => focusAlert(root)) // the same sentence again changes nothing that could be watched
  }

  function submit(event: SubmitEvent) {
    const form = formOf(event)
    if (!form || event.defaultPrevented) return
    const sending = send(form)
    if (sending ?? (needsToken(form) && page.props.csrfToken === undefined)) event.preventDefault()
    set({ busy: nameOf(form), sentAfter: page.props.result, email: textsOf(form)["email"], revealed: false })
    if (sending) void settle(form, sending)
    else if (event.defaultPrevented) void settle(form, sendWithToken(form, page.props))
  }

  // before anybody else hears of it: what is on its way is not sent again
  const once = (event: SubmitEvent) => {
    const form = formOf(event)
    if (form) copyChoice(root, form)
    if (busyForm(page.props, page.state) === undefined) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const reveal = ({ target }: Event) => {
    if (target instanceof Element && target.closest("[data-reveal]")) set({ revealed: !page.state.revealed })
  }
  root.addEventListener("submit", once, { signal, capture: true })
  root.addEventListener("submit", submit, { signal })
  root.addEventListener("click", reveal, { signal })
  // coming back with the browser's button finds the page as it was left, busy and all
  addEventListener("pageshow", ({ persisted }) => persisted && set({ busy: undefined }), { signal })
  const watch = new MutationObserver((changes) => changes.some(bringsAlert) && focusAlert(root))
  watch.observe(root, { childList: true, subtree: true })
  set({ scripted: true, hasPasskeys: passkey.isSupported() })
  if (!root.contains(document.activeElement)) focusAlert(root) // who types already is left alone
  return () => {
    watch.disconnect()
    ended.abort()
  }
}

/** The form around the button that was pressed: before the script ran, the button may have sent another one. */
function formOf({ target, submitter }: SubmitEvent): HTMLFormElement | undefined {
  const form = submitter?.closest("form") ?? target
  return form instanceof HTMLFormElement ? form : undefined
}

const bringsAlert = ({ addedNodes }: MutationRecord) =>
  [...addedNodes].some((node) => node instanceof Element && (node.matches(ALERT) || node.querySelector(ALERT)))

const ALERT = "[data-focus]"

function focusAlert(root: Element): void {
  const alert = root.querySelector<HTMLElement>(ALERT)
  const menu = alert?.closest<HTMLDetailsElement>("details:not([open])")
  if (menu) menu.open = true // nobody looks for a failure in a menu that closed
  alert?.focus()
}

function clear(toggle: Element) {
  const input = document.getElementById(toggle.getAttribute("data-reveal") ?? "")
  if (input instanceof HTMLInputElement) input.value = ""
}

/** A form to the service; one to an action of the host's has the host's own protection. */
const needsToken = (form: HTMLFormElement) =>
  form.getAttribute("method") === "post" && !form.querySelector("[name=providerId]")

// The page was made without a token: fetches one, and lets the browser post
async function sendWithToken(form: HTMLFormElement, { basePath }: CardInputs): Promise<Partial<CardState>> {
  const token = await getCsrfToken(basePath === undefined ? {} : { basePath }).catch(() => undefined)
  if (token === undefined) return { error: unreachable() }
  const input = document.createElement("input")
  Object.assign(input, { type: "hidden", name: "csrfToken", value: token })
  form.append(input)
  HTMLFormElement.prototype.submit.call(form) // a field may be called "submit"
  return new Promise(() => {}) // busy until the next page
}

/** The message for a service that gave no answer. */
export const unreachable = (): string => (navigator.onLine ? "Default" : "Offline")
