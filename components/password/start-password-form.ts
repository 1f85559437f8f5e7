import type { PasswordFormResponse } from "../../client/protocol.ts"
import { clientFor } from "../../client/core/client.ts"
import { loadActionClient } from "../../client/core/client-for.ts"
import type { Http } from "../../client/http/http.ts"
import { RequestError } from "../../client/http/errors.ts"
import { navigate } from "../../client/page/navigate.ts"
import { characterCount, passwordStrength } from "./password-strength.view.ts"
import { continueState } from "../screens/kept-state.ts"
import { startCodeInput } from "../screens/code-input.ts"
import { secondsLeft, startCountDown } from "../screens/count-down.ts"
import { findInvalidFields } from "../screens/invalid-fields.ts"
import { newPasswordProblem } from "./new-password.ts"
import type { PasswordFormState, PasswordInputs } from "./password-state.ts"
import type { ScreenPage } from "../screens/screen.ts"
import { connectionError, formName } from "../screens/native-forms.ts"
import { startCard, textFields } from "../screens/start-card.ts"
import { stepUpInCard } from "../step-up/step-up.ts"

type Page = ScreenPage<PasswordInputs, PasswordFormState>

const RESEND_DELAY = 60

/** Adds the behavior of a password card: sends its forms, shows their errors in place, and estimates the strength. */
export function startPasswordForm(page: Page): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const { root } = page
  const keepState = continueState(page)
  const stopCounting = startCountDown(page)
  startCodeInput(root, signal)
  root.addEventListener(
    "input",
    ({ target }) => {
      // The name and the address that the password must not contain may change too
      const password = root.querySelector<HTMLInputElement>("input[autocomplete=new-password]")
      if (!password) return
      const problem = newPasswordProblem(password)
      password.setCustomValidity(problem ?? "")
      showTyped(password.value, problem, page)
      if (target === password && !problem) dismissError(password.name, page)
    },
    { signal },
  )
  root.addEventListener("click", (event) => returnToForm(event, page), { signal })
  root.addEventListener("invalid", (event) => showInvalidFields(event, page), { signal, capture: true })
  root.addEventListener("submit", () => clearInvalidFields(page), { signal, capture: true })
  const stop = startCard(page, (form, submitter) => {
    const isOurs = page.props.action === undefined && form.getAttribute("data-part") !== "provider"
    return isOurs ? send(form, page, submitter) : undefined
  })
  return () => {
    keepState()
    stopCounting()
    ended.abort()
    stop()
  }
}

function showTyped(password: string, problem: string | undefined, { state, set }: Page): void {
  const [strength, typed] = [passwordStrength(password, problem), characterCount(password)]
  if (strength !== state.strength || typed !== state.typed || problem !== state.problem)
    set({ strength, typed, problem })
}

// The error was about the password that the user typed before
function dismissError(field: string, { props, state, set }: Page): void {
  const shown = state.response?.fieldErrors ?? props.fieldErrors ?? props.result?.fieldErrors
  if (!shown?.[field]) return
  const { [field]: _, ...fieldErrors } = shown
  const failed = Object.keys(fieldErrors).length > 0
  set({ response: { failed, fieldErrors }, error: failed ? "" : undefined })
}

// Shows the card's own messages at the fields, instead of the browser's bubble
function showInvalidFields(event: Event, page: Page): void {
  const target = event.target as HTMLInputElement // or another field of the app
  if (!target.matches("[data-part=form] input")) return
  event.preventDefault()
  const invalid = findInvalidFields(target)
  if (!invalid) return
  const fieldErrors = Object.fromEntries(Object.entries(invalid.fields).map(([name, problem]) => [name, [problem]]))
  page.set({ error: "", sent: undefined, response: { failed: true, fieldErrors } }) // not sent, so the password stays
  target.focus()
}

// The result of an app's own action replaces the messages
function clearInvalidFields({ props, set }: Page): void {
  if (props.action !== undefined) set({ response: undefined, error: undefined })
}

// "Use another email" shows the form of this page again
function returnToForm(event: MouseEvent, page: Page): void {
  const link = (event.target as Element).closest("[data-part=links] .auth-link") // the target of a click is an element
  if (!link || page.state.status !== "sent") return
  event.preventDefault()
  page.set({ status: "form", response: undefined, error: undefined, resent: false })
}

async function send(
  form: HTMLFormElement,
  page: Page,
  submitter: HTMLElement | null,
): Promise<Partial<PasswordFormState>> {
  const name = formName(form)
  const fields = textFields(form, submitter)
  if (name === "again" && secondsLeft(page) > 0) return {}
  const client = clientFor({ basePath: page.props.basePath })
  const { http, store } = await loadActionClient(client)
  // The last part of the form's URL is the action
  const path = (form.getAttribute("action") ?? "").replace(/^.*\//, "")
  const { basePath } = page.props
  const post = async (): Promise<PasswordFormResponse> =>
    path === "account" ? changeAccount(http, fields) : http.post(path, fields)
  const response: PasswordFormResponse = await stepUpInCard(post, { basePath }).catch(failedRequest)
  if (response.error === "StepUpRequired") return {} // the user canceled
  if (response.error !== undefined) return rejected(form, response)
  if (/[?&]status=sent/.test(response.url)) {
    const email = fields["email"] ?? page.state.email ?? page.props.email
    const resent = name === "again"
    return { status: "sent", email, resent, wait: RESEND_DELAY, response: {}, error: undefined }
  }
  const { url, step } = response
  if (step === undefined) await store.refresh()
  if (page.props.onDone) page.props.onDone(url, step)
  else if (navigate(client.page, url, "any-origin")) return new Promise(() => {}) // busy until the next page
  return { response: {}, error: undefined }
}

// The response to a change of the account is the account, without a URL
async function changeAccount(http: Http, fields: Record<string, string>): Promise<PasswordFormResponse> {
  const { body } = await http.account("account", fields)
  // A rejected change has the shape of a rejected form, or says how to confirm
  if (typeof body?.["error"] === "string") return { url: "", ...body }
  return { url: fields["callbackUrl"] ?? "/" }
}

// A field's error is shown at the field, without an alert. The field may be in the form before this one
function rejected(form: HTMLFormElement, response: PasswordFormResponse): Partial<PasswordFormState> {
  const { error, fieldErrors = {}, formErrors, retryAfter, values } = response
  for (const input of form.querySelectorAll<HTMLInputElement>("[data-digits]")) input.value = ""
  const names = Object.keys(fieldErrors)
  const atFields = names.length > 0
  return {
    ...(names.some((name) => !form.elements.namedItem(name)) && { status: "form", values }),
    error: atFields ? "" : error,
    response: { failed: true, fieldErrors, formErrors, retryAfter },
    resent: false,
  }
}

function failedRequest(error: unknown): PasswordFormResponse {
  if (!(error instanceof RequestError) || error.action === "script") throw error
  return { url: "", error: connectionError() }
}
