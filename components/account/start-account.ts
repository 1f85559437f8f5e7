import { changeAccount, getAccount } from "../../client/api/account.ts"
import { clientFor } from "../../client/core/client.ts"
import { loadActionClient } from "../../client/core/client-for.ts"
import { RequestError, throwScriptError } from "../../client/http/errors.ts"
import { navigate } from "../../client/page/navigate.ts"
import { sessionVersion } from "../../client/page/session-version.ts"
import { passkey } from "../../client/api/passkey.ts"
import { signIn } from "../../client/api/sign-in.ts"
import { signOut } from "../../client/api/sign-out.ts"
import { ACCOUNT_CHANGES, type AccountDetails } from "../../client/account-contract.ts"
import { errorMessage } from "../view/error-message.ts"
import { isAnswerNewer, type AccountProps, type AccountState } from "./account-state.ts"
import { startDisclosures } from "./disclosures.ts"
import { onPasskeyClick } from "../passkeys/passkey-button.ts"
import { passkeyCardError } from "../passkeys/passkey-card.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { connectionError } from "../screens/native-forms.ts"
import { startCard, textFields, withMessages } from "../screens/start-card.ts"
import { stepUp, stepUpInCard, type StepUpOptions } from "../step-up/step-up.ts"

type Page = ScreenPage<AccountProps, AccountState>

/** Loads the account, and changes it. */
export function startAccount(card: Page): () => void {
  const page = withMessages(card, (error) => errorMessage(error, card.props))
  const ended = new AbortController()
  startDisclosures(page.root, ended.signal)
  const onClick = (event: Event) => {
    const target = event.target as Element // a click's
    if (target.closest("[data-retry]")) void loadAccount(page)
    const link = target.closest("a")
    if (link && page.props.callbackUrl === undefined) returnHere(link)
  }
  page.root.addEventListener("click", onClick, { signal: ended.signal })
  const stop = startCard(page, (form) => submitForm(form, page))
  onPasskeyClick(page, ended.signal, () => void addPasskey(page, ended.signal))
  page.set({ now: Date.now(), version: currentVersion(page) })
  if (page.props.details === undefined && !page.props.unanswered) void loadAccount(page)
  return () => {
    ended.abort()
    stop()
  }
}

// The pages that set up a second factor or change the password lead back to this one
function returnHere(link: HTMLAnchorElement): void {
  const url = new URL(link.href)
  if (!/\/two-step\/|\/change-password$/.test(url.pathname)) return
  url.searchParams.set("callbackUrl", pageWithoutError())
  link.href = url.href
}

function pageWithoutError(): string {
  const url = new URL(location.href)
  url.searchParams.delete("error")
  return url.pathname + url.search
}

const basePathOption = ({ basePath }: AccountProps) => (basePath === undefined ? {} : { basePath })

const currentVersion = ({ props }: Page) => sessionVersion(clientFor(basePathOption(props)).page)

async function loadAccount(page: Page): Promise<void> {
  page.set({ unanswered: false })
  const since = page.props.details
  const version = currentVersion(page)
  try {
    page.set({ answer: await getAccount(basePathOption(page.props)), since, version })
  } catch {
    page.set({ unanswered: true }) // the card shows the error, with a button to try again
  }
}

/**
 * Runs a change of the account that the card shows. If another tab has switched to another one, nothing changes, and
 * the card shows that one.
 */
async function ofShown(page: Page, run: () => Promise<Partial<AccountState>>): Promise<Partial<AccountState>> {
  const version = currentVersion(page)
  if (isActive(page)) return run()
  const { props, state } = page
  try {
    const answer = await getAccount(basePathOption(props))
    if (userKey(answer) !== userKey(isAnswerNewer(props, state) ? state.answer : props.details)) {
      props.onChange?.(answer)
      clearForms(page)
      return { answer, since: props.details, version, done: false, error: answer ? "AttemptExpired" : undefined }
    }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    // Without the script that asks for the account, the browser would post the form for another one
    return { error: error.action === "script" ? "AttemptExpired" : connectionError() }
  }
  page.set({ version })
  return run()
}

// A page of another origin can't read the session's version
function isActive(page: Page): boolean {
  const version = currentVersion(page)
  const isKnown = version !== undefined || clientFor(basePathOption(page.props)).base.startsWith("/")
  return isKnown && version === page.state.version
}

// They were filled in for another account
function clearForms({ root }: Page): void {
  for (const form of root.querySelectorAll("form")) form.reset()
  for (const details of root.querySelectorAll("details")) details.open = false
}

const leaveToBrowser = () => Promise.reject(new RequestError("script"))

// An app's session may lack the id
const userKey = (account: AccountDetails | null | undefined) =>
  account && (account.user.id ?? account.user.email ?? account.user.name)

async function addPasskey(page: Page, signal: AbortSignal): Promise<void> {
  if (page.state.busy !== undefined) return
  page.set({ busy: "add-passkey", error: undefined, done: false, change: "add-passkey" })
  const change = await ofShown(page, () => registerPasskey(page, signal)).catch(() => ({ error: connectionError() }))
  if (!signal.aborted) page.set({ busy: undefined, ...change })
}

async function registerPasskey(page: Page, signal: AbortSignal): Promise<Partial<AccountState>> {
  const button = page.root.querySelector("[data-passkey]")
  const register = () => passkey.register({ ...basePathOption(page.props), signal })
  const result = await stepUp(register, dialogOptions(page.props, button))
  if (signal.aborted) return {}
  if (result.ok) {
    await loadAccount(page)
    page.props.onChange?.(page.state.answer ?? null)
  }
  return { error: passkeyCardError(result), done: result.ok && { change: "add-passkey", name: "" } }
}

function submitForm(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> | undefined {
  if (form.getAttribute("data-part") === "new-recovery-codes") {
    const addReturn = ({ formData }: FormDataEvent) => formData.set("callbackUrl", pageWithoutError())
    if (page.props.callbackUrl === undefined) form.addEventListener("formdata", addReturn, { once: true })
    // Leads to a page of its own
    return isActive(page) ? undefined : ofShown(page, leaveToBrowser)
  }
  page.set({ change: form.getAttribute("data-part")?.split(":", 1)[0] })
  if (form.getAttribute("data-part") === "sign-out") return submitSignOut(page)
  if (form.getAttribute("data-part") === "export") return ofShown(page, () => submitExport(form, page))
  const provider = form.getAttribute("data-link")
  return ofShown(page, () => (provider === null ? submitChange(form, page) : submitLink(form, provider, page)))
}

async function submitLink(form: HTMLFormElement, provider: string, { props }: Page): Promise<Partial<AccountState>> {
  const { basePath, callbackUrl } = props
  const link = () => signIn(provider, { callbackUrl, redirect: false, basePath, link: "yes" })
  const { ok, url, error, code } = await stepUpInCard(link, dialogOptions(props, form))
  if (code === "script") throw new RequestError("script") // the browser posts the form
  if (error === "StepUpRequired") return {} // the user canceled
  if (ok && navigate(clientFor({ basePath }).page, url, "any-origin")) return new Promise(() => {}) // busy until the next page
  return { error: connectionError() }
}

async function submitSignOut({ props }: Page): Promise<Partial<AccountState>> {
  const { ok } = await signOut({ basePath: props.basePath })
  return ok ? {} : { error: connectionError() }
}

async function submitExport(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> {
  const { downloadData } = await import("./download-data.ts").catch(throwScriptError)
  const { ok, error } = await stepUpInCard(() => downloadData(form.action, page.props), dialogOptions(page.props, form))
  return ok || error === "StepUpRequired" ? {} : { error } // the user canceled
}

async function submitChange(form: HTMLFormElement, page: Page): Promise<Partial<AccountState>> {
  page.set({ done: false })
  const since = page.props.details
  await loadActionClient(clientFor(basePathOption(page.props))) // without its script, the browser posts the form
  const { change: requested, callbackUrl: _, ...fields } = textFields(form)
  const knownChange = ACCOUNT_CHANGES.find((one) => one === requested)
  if (!knownChange) return { error: "NotFound" }
  const change = () => changeAccount(knownChange, { ...fields, ...basePathOption(page.props), redirect: true })
  const { ok, account, error } = await stepUpInCard(change, dialogOptions(page.props, form))
  if (!ok) return error === "StepUpRequired" ? {} : { error } // the user canceled
  const row = form.closest(".auth-row")?.querySelector(".auth-row-title bdi")?.textContent ?? ""
  restoreFocus(form, /^(?:rename|update)/.test(knownChange) ? undefined : form.closest(".auth-section"))
  page.props.onChange?.(account)
  if (knownChange === "delete-account") return new Promise(() => {}) // busy until the next page
  const completedChange = { change: knownChange, name: fields["name"] ?? fields["email"] ?? row }
  return { answer: account, since, error: undefined, done: completedChange }
}

/** Returns how the confirmation looks. It names the action like its button, for example "Unlink GitHub". */
function dialogOptions(
  { basePath, messages, theme, siteName, lang, dir, classNames }: AccountProps,
  place: Element | null,
): StepUpOptions {
  const button = place?.querySelector("[type=submit]") ?? saveButton(place) ?? place
  const actionName = button?.getAttribute("aria-label") ?? button?.textContent ?? undefined
  return { basePath, messages, theme, siteName, lang, dir, classNames, actionName }
}

// The button of a form that can be left in another way is beside it
const saveButton = (place: Element | null) =>
  place?.id ? place.parentElement?.querySelector(`[form="${place.id}"]`) : undefined

// The changed row keeps the focus. If it is gone, the heading of its section gets it
function restoreFocus(form: HTMLFormElement, left: Element | null | undefined): void {
  const details = form.closest("details")
  if (details) details.open = false
  if (left) left.querySelector<HTMLElement>("[tabindex='-1']")?.focus()
  else details?.querySelector("summary")?.focus()
}
