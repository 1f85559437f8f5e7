/** A form as a browser or a framework hands it over. */
export type FormInput = FormData | URLSearchParams | Readonly<Record<string, unknown>>

interface Passed {
  failed?: undefined
  code?: undefined
  fieldErrors?: undefined
  formErrors?: undefined
}

interface Failed<Field extends string> {
  failed: true
  /** `InvalidForm` if a field is invalid. A form action also returns the type of the error that it met. */
  code: string
  fieldErrors: Record<Field, string[]>
  formErrors: string[]
  /** Seconds until another attempt is accepted, if there were too many. */
  retryAfter?: number
  /** Id of the provider whose sign-in was rejected. A page with several forms shows the error in that one. */
  providerId?: string
  /** What the user typed into that form, without secrets. A page that is rendered again fills the fields with it. */
  values?: Record<string, string>
  /** Where the form that was rejected leads. A page that is rendered again may have lost its query. */
  redirectTo?: string
}

/** What a sign-in form asks for. */
export interface SignInValues {
  /** Undefined shows the sign-in page. */
  providerId: string | undefined
  redirectTo: string | undefined
  /** `redirectTo` and every other field, as `email` or `password`. */
  options: Record<string, unknown> & { redirectTo?: string }
  authorizationParams: Record<string, string> | undefined
}

export type SignInFormResult =
  (SignInValues & Passed) | Failed<"authorizationParams" | "options" | "providerId" | "redirectTo">

export type SignOutFormResult = ({ redirectTo: string | undefined } & Passed) | Failed<"redirectTo">

const NO_TEXT = "Expected a text"
const NO_FORM = "Expected a form"
/** The code of a form whose fields are invalid. */
export const INVALID_FORM = "InvalidForm"
const OWN = new Set(["providerId", "redirectTo", "options", "authorizationParams", "csrfToken"])

/** `options.redirectTo` and `authorizationParams-prompt` name a field inside another. */
const INNER = /^(options|authorizationParams)[.-](.+)$/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const entriesOf = (form: FormInput): Iterable<[string, unknown]> =>
  form instanceof FormData || form instanceof URLSearchParams ? form : Object.entries(form)

/** The top fields of a form, and those inside `options` and `authorizationParams` that have a name of their own. */
function fieldsOf(form: FormInput) {
  const top: [string, unknown][] = []
  const inner: Record<string, [string, unknown][]> = { options: [], authorizationParams: [] }
  for (const [name, value] of entriesOf(form)) {
    const [, group = "", key = ""] = INNER.exec(name) ?? []
    ;(inner[group] ?? top).push([key || name, value])
  }
  // fromEntries defines own fields, whatever their names are
  return { top, own: Object.fromEntries(top), inner }
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined)
const textErrors = (value: unknown) => (value === undefined || typeof value === "string" ? [] : [NO_TEXT])

function paramsOf(value: unknown, more: [string, unknown][]): Record<string, string> | string[] | undefined {
  const given = typeof value === "string" || value instanceof URLSearchParams
  if (value !== undefined && !given && !isRecord(value)) return ["Expected a query or a record of texts"]
  const entries = [...(given ? new URLSearchParams(value) : Object.entries(value ?? {})), ...more]
  if (entries.some(([, entry]) => typeof entry !== "string")) return ["Expected texts only"]
  return entries.length ? Object.fromEntries(entries.map(([key, entry]) => [key, String(entry)])) : undefined
}

/** Reads a sign-in form; whether the provider exists and where `redirectTo` may lead is for the service to say. */
export function parseSignInForm(form: FormInput): SignInFormResult {
  const read = isRecord(form) ? fieldsOf(form) : undefined
  const { providerId, redirectTo: outer, options: nested, authorizationParams } = read?.own ?? {}
  const more = Object.fromEntries(read?.inner.options ?? [])
  const options = { ...(isRecord(nested) ? nested : {}), ...more }
  const redirectTo = outer ?? options["redirectTo"]
  const params = paramsOf(authorizationParams, read?.inner.authorizationParams ?? [])
  const fieldErrors = {
    authorizationParams: Array.isArray(params) ? params : [],
    options: nested === undefined || isRecord(nested) ? [] : ["Expected fields"],
    providerId: textErrors(providerId),
    redirectTo: textErrors(redirectTo),
  }
  const formErrors = read ? [] : [NO_FORM]
  if (Array.isArray(params) || formErrors.length || Object.values(fieldErrors).some((errors) => errors.length)) {
    return { failed: true, code: INVALID_FORM, fieldErrors, formErrors }
  }
  const to = text(redirectTo)
  const rest = Object.fromEntries((read?.top ?? []).filter(([name]) => !OWN.has(name)))
  return {
    providerId: text(providerId),
    redirectTo: to,
    options: { ...rest, ...options, ...(to === undefined ? {} : { redirectTo: to }) },
    authorizationParams: params,
  }
}

/** Reads a sign-out form. */
export function parseSignOutForm(form: FormInput): SignOutFormResult {
  const read = isRecord(form) ? fieldsOf(form) : undefined
  const redirectTo = read?.own["redirectTo"]
  const fieldErrors = { redirectTo: textErrors(redirectTo) }
  if (!read || fieldErrors.redirectTo.length)
    return { failed: true, code: INVALID_FORM, fieldErrors, formErrors: read ? [] : [NO_FORM] }
  return { redirectTo: text(redirectTo) }
}
