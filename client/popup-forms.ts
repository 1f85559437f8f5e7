import { navigate } from "./navigate.ts"
import { thisPage } from "./page.ts"
import type { SignInOptions, SignInResult } from "./types.ts"

/** Signs in with a provider, in a window where `popup` is true. */
type SignInBeside = (provider: string, options: SignInOptions) => Promise<SignInResult>

/** A button that was pressed, and its form. */
interface Press {
  button: Element | null
  form: HTMLFormElement
  basePath: string
  provider: string
  fields: Record<string, string>
}

/**
 * Opens the window of every form that asks for one, also of cards that come into the page later. The function that it returns
 * ends that; without it, and where no window opens, a form posts as always.
 */
export function listenForPopups(signIn: SignInBeside): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const press = event.defaultPrevented ? undefined : pressOf(event)
    if (!press) return
    event.preventDefault()
    if (press.button?.getAttribute("aria-busy") !== "true") void sendBeside(signIn, press, event)
  }
  document.addEventListener("submit", onSubmit)
  return () => document.removeEventListener("submit", onSubmit)
}

function pressOf({ submitter, target }: SubmitEvent): Press | undefined {
  // the button may send the form of a box that stands elsewhere in its card
  const form = (submitter ?? (target instanceof Element ? target : null))?.closest("form[data-popup]")
  if (!(form instanceof HTMLFormElement) || !(target instanceof HTMLFormElement)) return undefined
  const { origin, pathname } = new URL(form.getAttribute("action") ?? "", location.href)
  const { provider } = form.dataset
  const end = pathname.lastIndexOf("/signin/")
  if (provider === undefined || end < 0 || origin !== location.origin) return undefined
  const texts = [...new FormData(target)].filter((entry): entry is [string, string] => typeof entry[1] === "string")
  const button = submitter ?? form.querySelector("[type=submit]")
  return { button, form, basePath: pathname.slice(0, end), provider, fields: Object.fromEntries(texts) }
}

async function sendBeside(signIn: SignInBeside, press: Press, { submitter, target }: SubmitEvent): Promise<void> {
  const { button, form, basePath, provider, fields } = press
  setBusy(button, true)
  const result = await signIn(provider, { ...fields, basePath, redirect: false, popup: true })
  if (result.ok) return go(press, result.url)
  setBusy(button, false)
  if (await tell(press, result)) return
  form.removeAttribute("data-popup")
  if (target instanceof HTMLFormElement) target.requestSubmit(submitter)
}

/** Leads on, unless the page takes `latchkit:signin` for itself, or has nowhere to go. */
function go({ button, form, fields }: Press, url: string): void {
  const told = new CustomEvent("latchkit:signin", { bubbles: true, cancelable: true, detail: { url } })
  const leaves = form.dispatchEvent(told) && fields["callbackUrl"] !== undefined && navigate(thisPage, url, true)
  if (leaves) addEventListener("pagehide", () => setBusy(button, false), { once: true })
  else setBusy(button, false)
}

function setBusy(button: Element | null, busy: boolean): void {
  for (const name of ["aria-busy", "aria-disabled"]) {
    if (busy) button?.setAttribute(name, "true")
    else button?.removeAttribute(name)
  }
}

type Refused = Extract<SignInResult, { ok: false }>

/** Says in the card what went wrong; false where the words for it are missing, and the form is to be posted. */
async function tell({ form, basePath }: Press, { error, code = "" }: Refused): Promise<boolean> {
  const region = form.closest(".auth-card, .auth-part")?.querySelector("[role=alert]")
  region?.replaceChildren()
  if (error === "Cancelled") return true
  if (!region || error === "PopupBlocked" || error === "RequestFailed") return false
  const alert = await alertOf(`${basePath}/popup?${new URLSearchParams({ error, code })}`).catch(() => undefined)
  if (!alert) return false
  region.append(alert)
  alert.focus()
  return true
}

/** What the service says of a refusal, in the visitor's language, on the page that its windows end on. */
async function alertOf(url: string): Promise<HTMLElement | undefined> {
  const page = new DOMParser().parseFromString(await (await fetch(url)).text(), "text/html")
  const [sentence, icon] = [".auth-lead", ".auth-icon"].map((part) => page.querySelector(part))
  if (!sentence?.textContent) return undefined
  const alert = document.createElement("div")
  const words = document.createElement("p")
  alert.className = "auth-alert"
  alert.tabIndex = -1
  words.textContent = sentence.textContent
  words.lang = page.documentElement.lang
  for (const side of ["width", "height"]) icon?.setAttribute(side, "18")
  alert.append(...(icon ? [icon] : []), words)
  return alert
}
