import { navigate } from "../page/navigate.ts"
import { thisPage } from "../page/page.ts"
import type { SignInOptions, SignInResult } from "./types.ts"

/** Signs in with a provider, in a popup if `popup` is true. */
type PopupSignIn = (provider: string, options: SignInOptions) => Promise<SignInResult>

/** The button that was pressed, its form, and the form that it sends. */
interface Submission {
  button: Element | null
  form: HTMLFormElement
  sentForm: HTMLFormElement
  basePath: string
  provider: string
  fields: Record<string, string>
}

/**
 * Opens a popup for every submitted form that asks for one, including forms that are added to the page later. If no
 * popup opens, the form posts as usual.
 * @returns a function that stops listening
 */
export function listenForPopups(signIn: PopupSignIn): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const submission = event.defaultPrevented ? undefined : toSubmission(event)
    if (!submission) return
    event.preventDefault()
    if (submission.button?.getAttribute("aria-busy") !== "true") void submitInPopup(signIn, submission, event.submitter)
  }
  document.addEventListener("submit", onSubmit)
  return () => document.removeEventListener("submit", onSubmit)
}

function toSubmission({ submitter, target }: SubmitEvent): Submission | undefined {
  const sentForm = target as HTMLFormElement // or an app's own element with this event
  // The button may submit the form of a checkbox elsewhere in its card
  const form = (submitter ?? sentForm).closest?.<HTMLFormElement>("form[data-popup]")
  if (!form || !sentForm.matches("form")) return undefined
  const { origin, pathname } = new URL(form.getAttribute("action") ?? "", location.href)
  const { provider } = form.dataset
  const basePathEnd = pathname.lastIndexOf("/signin/")
  if (provider === undefined || basePathEnd < 0 || origin !== location.origin) return undefined
  const textEntries = [...new FormData(sentForm)].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  )
  const button = submitter ?? form.querySelector("[type=submit]")
  return {
    button,
    form,
    sentForm,
    basePath: pathname.slice(0, basePathEnd),
    provider,
    fields: Object.fromEntries(textEntries),
  }
}

async function submitInPopup(signIn: PopupSignIn, press: Submission, submitter: HTMLElement | null): Promise<void> {
  const { button, form, sentForm, basePath, provider, fields } = press
  setBusy(button, true)
  const result = await signIn(provider, { ...fields, basePath, redirect: false, popup: true })
  if (result.ok) return finishSignIn(press, result.url)
  setBusy(button, false)
  if (await showError(press, result)) return
  form.removeAttribute("data-popup")
  sentForm.requestSubmit(submitter)
}

/** Navigates to `url`, unless the page handles `latchkit:signin` itself or there is nowhere to go. */
function finishSignIn({ button, form, fields }: Submission, url: string): void {
  const signInEvent = new CustomEvent("latchkit:signin", { bubbles: true, cancelable: true, detail: { url } })
  const isNavigating =
    form.dispatchEvent(signInEvent) && fields["callbackUrl"] !== undefined && navigate(thisPage, url, "any-origin")
  if (isNavigating) addEventListener("pagehide", () => setBusy(button, false), { once: true })
  else setBusy(button, false)
}

function setBusy(button: Element | null, busy: boolean): void {
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) button?.setAttribute(name, "true")
    else button?.removeAttribute(name)
  }
}

type FailedSignIn = Extract<SignInResult, { ok: false }>

/** Shows the error in the card. Returns false if its message can't be loaded; the form is then posted. */
async function showError({ form, basePath }: Submission, { error, code = "" }: FailedSignIn): Promise<boolean> {
  const region = form.closest(".auth-card, .auth-part")?.querySelector("[role=alert]")
  region?.replaceChildren()
  if (error === "Cancelled") return true
  if (!region || error === undefined || error === "PopupBlocked" || error === "RequestFailed") return false
  const alert = await fetchAlert(`${basePath}/popup?${new URLSearchParams({ error, code })}`).catch(() => undefined)
  if (!alert) return false
  region.append(alert)
  alert.focus()
  return true
}

/** Fetches the alert for an error, in the user's language, from the page that popups end on. */
async function fetchAlert(url: string): Promise<HTMLElement | undefined> {
  const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html")
  const [sentence, icon] = [".auth-lead", ".auth-icon"].map((part) => page.querySelector(part))
  if (!sentence?.textContent) return undefined
  const alert = document.createElement("div")
  const paragraph = document.createElement("p")
  alert.className = "auth-alert"
  alert.tabIndex = -1
  paragraph.textContent = sentence.textContent
  paragraph.lang = page.documentElement.lang
  for (const side of ["width", "height"]) icon?.setAttribute(side, "18")
  alert.append(...(icon ? [icon] : []), paragraph)
  return alert
}
