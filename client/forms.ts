/** A form as a browser or a framework provides it. */
export type FormInput = FormData | URLSearchParams | Readonly<Record<string, unknown>>

/** The members of a {@link RejectedForm} that a valid form doesn't have. */
export interface ParsedForm {
  failed?: undefined
  code?: undefined
  fieldErrors?: undefined
  formErrors?: undefined
}

/** Why a form is invalid, in the shape that the components' `result` expects. */
export interface RejectedForm<Field extends string> {
  /** Always `true`, to tell it from a valid form. */
  failed: true
  /** `InvalidForm` if a field is invalid. A form action can also return an error's type. */
  code: string
  /** The errors of each field, by its name. */
  fieldErrors: Record<Field, string[]>
  /** The errors of the whole form. */
  formErrors: string[]
  /** Seconds until another attempt is accepted, if there were too many. */
  retryAfter?: number
  /**
   * Id of the provider whose sign-in was rejected. A page with several forms shows the error in that provider's form.
   */
  providerId?: string
  /**
   * The values that the user entered into that form, without secrets. A re-rendered page fills in the fields with it.
   */
  values?: Record<string, string>
  /** The target of the rejected form. A re-rendered page may have lost its query. */
  redirectTo?: string
}

/** The values of a sign-in form. */
export interface SignInValues {
  /** If undefined, Latchkit shows the sign-in page. */
  providerId: string | undefined
  /** The page to go to afterwards. */
  redirectTo: string | undefined
  /** `redirectTo` and every other field, for example `email` or `password`. */
  options: Record<string, unknown> & { redirectTo?: string }
  /** More parameters of the authorization request. */
  authorizationParams: Record<string, string> | undefined
}

/** The values of a sign-out form. */
export interface SignOutValues {
  /** The page to go to afterwards. */
  redirectTo: string | undefined
}

/** The values of a sign-in form, or its errors. */
export type SignInFormResult =
  | (SignInValues & ParsedForm)
  | RejectedForm<"authorizationParams" | "options" | "providerId" | "redirectTo">

/** The values of a sign-out form, or its errors. */
export type SignOutFormResult = (SignOutValues & ParsedForm) | RejectedForm<"redirectTo">

const EXPECTED_TEXT = "Expected a text"
const EXPECTED_FORM = "Expected a form"
/** The code of a form with invalid fields. */
export const INVALID_FORM = "InvalidForm"
const RESERVED_FIELDS = new Set(["providerId", "redirectTo", "options", "authorizationParams", "csrfToken"])

/** Matches a field inside another one, for example `options.redirectTo` or `authorizationParams-prompt`. */
const NESTED_FIELD = /^(options|authorizationParams)[.-](.+)$/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const formEntries = (form: FormInput): Iterable<[string, unknown]> =>
  Symbol.iterator in form ? (form as FormData) : Object.entries(form) // another window has its own FormData

/** Returns a form's top-level fields, and the named fields inside `options` and `authorizationParams`. */
function parseFields(form: FormInput) {
  const top: [string, unknown][] = []
  const inner: Record<string, [string, unknown][]> = { options: [], authorizationParams: [] }
  for (const [name, value] of formEntries(form)) {
    const [, group = "", key = ""] = NESTED_FIELD.exec(name) ?? []
    ;(inner[group] ?? top).push([key || name, value])
  }
  // fromEntries defines own properties, even for a field called `__proto__`
  return { top, own: Object.fromEntries(top), inner }
}

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined
const textErrors = (value: unknown) => (value === undefined || typeof value === "string" ? [] : [EXPECTED_TEXT])

function parseParams(value: unknown, extraEntries: [string, unknown][]): Record<string, string> | string[] | undefined {
  const isQuery = typeof value === "string" || value instanceof URLSearchParams
  if (value !== undefined && !isQuery && !isRecord(value)) return ["Expected a query or a record of texts"]
  const entries = [...(isQuery ? new URLSearchParams(value) : Object.entries(value ?? {})), ...extraEntries]
  if (entries.some(([, entry]) => typeof entry !== "string")) return ["Expected texts only"]
  return entries.length ? Object.fromEntries(entries.map(([key, entry]) => [key, String(entry)])) : undefined
}

/** Reads a sign-in form. The server checks whether the provider exists and whether `redirectTo` is allowed. */
export function parseSignInForm(form: FormInput): SignInFormResult {
  const parsed = isRecord(form) ? parseFields(form) : undefined
  const { providerId, redirectTo: topRedirectTo, options: nested, authorizationParams } = parsed?.own ?? {}
  const nestedFields = Object.fromEntries(parsed?.inner.options ?? [])
  const options = { ...(isRecord(nested) ? nested : {}), ...nestedFields }
  const redirectTo = topRedirectTo ?? options["redirectTo"]
  const params = parseParams(authorizationParams, parsed?.inner.authorizationParams ?? [])
  const fieldErrors = {
    authorizationParams: Array.isArray(params) ? params : [],
    options: nested === undefined || isRecord(nested) ? [] : ["Expected fields"],
    providerId: textErrors(providerId),
    redirectTo: textErrors(redirectTo),
  }
  const formErrors = parsed ? [] : [EXPECTED_FORM]
  if (Array.isArray(params) || formErrors.length || Object.values(fieldErrors).some((errors) => errors.length)) {
    return { failed: true, code: INVALID_FORM, fieldErrors, formErrors }
  }
  const target = nonEmptyText(redirectTo)
  const otherFields = Object.fromEntries((parsed?.top ?? []).filter(([name]) => !RESERVED_FIELDS.has(name)))
  return {
    providerId: nonEmptyText(providerId),
    redirectTo: target,
    options: { ...otherFields, ...options, ...(target === undefined ? {} : { redirectTo: target }) },
    authorizationParams: params,
  }
}

/** Reads a sign-out form. */
export function parseSignOutForm(form: FormInput): SignOutFormResult {
  const parsedForm = isRecord(form) ? parseFields(form) : undefined
  const redirectTo = parsedForm?.own["redirectTo"]
  const fieldErrors = { redirectTo: textErrors(redirectTo) }
  if (!parsedForm || fieldErrors.redirectTo.length)
    return { failed: true, code: INVALID_FORM, fieldErrors, formErrors: parsedForm ? [] : [EXPECTED_FORM] }
  return { redirectTo: nonEmptyText(redirectTo) }
}
