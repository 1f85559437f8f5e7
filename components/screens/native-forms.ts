import { clientFor } from "../../client/core/client.ts"
import { requestCsrf } from "../../client/http/prefetch.ts"
import type { CsrfResponse } from "../../client/protocol.ts"
import type { CardState } from "./card.ts"

/** The props that say where the forms of a card post to. */
export interface PostInputs {
  action?: string | undefined
  basePath?: string | undefined
  csrfToken?: string | undefined
}

/** Returns the name of a form in the state, or of the other provider whose button was pressed. */
export const formName = (form: HTMLFormElement, submitter?: HTMLElement | null): string =>
  submitter?.getAttribute("data-provider") ?? form.getAttribute("data-provider") ?? form.getAttribute("data-part") ?? ""

/**
 * Returns the form of the button that was pressed. Before the script ran, the button may submit another one.
 * `undefined` for an event of an app's own element that has the same name.
 */
export function submittedForm({ target, submitter }: SubmitEvent): HTMLFormElement | undefined {
  const form = submitter?.closest("form") ?? (target as HTMLFormElement)
  return form.matches("form") ? form : undefined
}

/** Returns whether a form posts to Latchkit without a CSRF token. The app protects its own form actions. */
export const needsToken = (form: HTMLFormElement, { action, csrfToken }: PostInputs): boolean =>
  csrfToken === undefined && action === undefined && form.getAttribute("method") === "post"

/** Lets the browser post the form, with a new CSRF token. Needs no other script, which a deploy may have removed. */
export async function postNatively(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { basePath }: PostInputs,
): Promise<Partial<CardState>> {
  const { early } = clientFor({ basePath })
  const arrival = await requestCsrf(early).catch(() => undefined)
  const { csrfToken } = Object(arrival?.body) as Partial<CsrfResponse> // not an object if something else responds
  if (!csrfToken) return { error: connectionError() }
  const addFields = ({ formData }: FormDataEvent) => {
    const button = submitter?.getAttribute("name")
    if (button) formData.set(button, submitter?.getAttribute("value") ?? "")
    formData.set("csrfToken", csrfToken)
  }
  form.addEventListener("formdata", addFields, { once: true })
  const action = submitter?.getAttribute("formaction")
  if (action) form.setAttribute("action", action)
  HTMLFormElement.prototype.submit.call(form) // a field may be called "submit"
  return new Promise(() => {}) // busy until the next page
}

/** Returns the error for a request without a response. */
export const connectionError = (): string => (navigator.onLine ? "Default" : "Offline")
