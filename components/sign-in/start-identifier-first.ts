import { clientFor } from "../../client/core/client.ts"
import { loadActionClient } from "../../client/core/client-for.ts"
import { createFetchAction, isObject } from "../../client/http/fetch-action.ts"
import { RequestError } from "../../client/http/errors.ts"
import { currentAddress } from "./identifier-first.view.ts"
import type { SignInProps as Props } from "./sign-in-props.view.ts"
import type { CardState } from "../screens/card.ts"
import { continueState } from "../screens/kept-state.ts"
import { currentStep, type IdentifierState } from "./identifier-state.ts"
import type { ScreenPage } from "../screens/screen.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { connectionError, formName } from "../screens/native-forms.ts"
import { textFields } from "../screens/start-card.ts"
import { startSignIn } from "./start-sign-in.ts"

type Page = ScreenPage<SignInProps, CardState>

/** Adds the behavior of a sign-in that asks for the email address first. The page stays while its steps change. */
export function startIdentifierFirst(page: Page): () => void {
  const { root } = page
  const ended = new AbortController()
  const keepState = continueState(page)
  const running = { stop: startSignIn(page, sendAddress(page)), step: stepAddress(page) }
  // The app's own form action changes the props, and a script changes the state
  const observer = new MutationObserver(() => {
    const step = stepAddress(page)
    if (step === running.step || page.state.step || isAddressShown(root) !== (step === "")) return
    running.step = step
    running.stop()
    page.set({ busy: undefined })
    running.stop = startSignIn(page, sendAddress(page))
    focusStep(root)
  })
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["title"] })
  root.addEventListener("click", (event) => changeAddress(event, page), { signal: ended.signal })
  return () => {
    keepState()
    observer.disconnect()
    ended.abort()
    running.stop()
  }
}

/** Returns the address whose methods the card shows, or an empty text if it asks for one. */
const stepAddress = ({ props, state }: Page): string => currentAddress(currentStep(props, state) ?? {}) ?? ""

const isAddressShown = (root: HTMLElement) => !root.querySelector("[data-part=account]")

function focusStep(root: HTMLElement): void {
  const field = root.querySelector<HTMLInputElement>("input:not([type=hidden],[type=checkbox],[hidden])")
  ;(field ?? root.querySelector<HTMLElement>("[type=submit]"))?.focus()
  if (field?.type === "email") field.select()
}

/** Asks for the address again. Otherwise the link opens the page that does. */
function changeAddress(event: MouseEvent, page: Page): void {
  const { target, ctrlKey, metaKey, shiftKey } = event
  const { action, company, error, providers, result } = page.props
  const isLink = (target as Element).closest("[data-part=account] a") // the target of a click is an element
  const isInPlace = action === undefined && company === undefined // a page that began with a company has no other providers
  if (!isLink || !isInPlace || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  const step: Partial<IdentifierState> = { identifier: undefined, company: undefined, rejected: false, providers }
  const values = { email: stepAddress(page) }
  page.set({ ...step, values, error: undefined, sent: undefined, left: { error, result } })
}

/** Returns the function that sends the form with the address. It leaves all other forms to the sign-in card. */
const sendAddress = (page: Page) => (form: HTMLFormElement) =>
  formName(form) === "form" && page.props.action === undefined ? loadStep(page, textFields(form)) : undefined

async function loadStep(page: Page, fields: Record<string, string>): Promise<Partial<CardState>> {
  const client = clientFor({ basePath: page.props.basePath })
  try {
    const { http } = await loadActionClient(client)
    const { error } = await http.post("signin", fields)
    if (error !== undefined) return { error }
    const query = new URLSearchParams({ callbackUrl: fields["callbackUrl"] ?? "", step: "method" })
    const { body } = await createFetchAction(client.early)(`sign-in-props?${query}`, isStep)
    const { identifier, company, rejected = false, providers, email } = body
    if (identifier === undefined && !rejected) return { error: "Configuration" } // the server shows all methods at once
    const step: Partial<IdentifierState> = { identifier, company, rejected, providers }
    const { error: shown, result } = page.props
    const values = { email: identifier ?? email ?? "" }
    return { ...step, values, error: rejected ? "" : undefined, left: { error: shown, result } }
  } catch (thrown) {
    if (thrown instanceof RequestError && thrown.action !== "script") return { error: connectionError() }
    throw thrown
  }
}

const isStep = (body: unknown): body is Props & IdentifierState => isObject(body) && Array.isArray(body["providers"])
