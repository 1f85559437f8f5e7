import { signInCard as english, signInErrors } from "../../../components/view/messages/en.ts"
import { withOverrides } from "../../../components/view/messages/fill.ts"
import { signInAlert } from "../../../components/sign-in/sign-in-alert.view.ts"
import { AuthError, ERRORS } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { toAuthError, publicErrorCode } from "./outcome.ts"
import { messagesFor } from "../request/language.ts"
import { toFormPrefill } from "../pages/form-prefill.ts"

/** Why a form action did not sign in or out. */
export interface FormRejection {
  failed: true
  /**
   * The type of the error, such as `CredentialsSignin`, `RateLimited` or `AccessDenied`. If `authorize` threw a
   * `CredentialsSignin` with a code of its own, that code.
   */
  code: string
  /** Sentences for the user, in the user's language. */
  formErrors: string[]
  /** Seconds until another attempt is accepted, if there were too many. */
  retryAfter?: number
  /**
   * The values that the user typed into the form, without secrets. A page that is rendered again fills the fields with
   * them.
   */
  values?: Record<string, string>
}

export interface RejectedForm {
  /** The provider that the form named. */
  providerId?: string | undefined
  fields?: Readonly<Record<string, string>>
}

/**
 * Returns what a form action returns for an error that a user may cause, such as a wrong password.
 *
 * @throws {unknown} every other error; with the `authjs()` preset also this one, because form actions of Auth.js throw
 */
export async function formRejection(
  context: RequestContext,
  thrown: unknown,
  { providerId, fields = {} }: RejectedForm = {},
): Promise<FormRejection> {
  const error = toAuthError(thrown)
  if (context.settings.rules.actionsThrow || !isUserError(error)) throw thrown
  const { type, message, cause } = error
  const { logger, production } = context.settings
  if (type === "InvalidRequest" && production) logger.debug(message)
  else if (type === "InvalidRequest") logger.error(error)
  const retryAfter = typeof cause?.["retryAfter"] === "number" ? cause["retryAfter"] : undefined
  const code = publicErrorCode(error)
  return {
    failed: true,
    code: type === "CredentialsSignin" && code !== undefined && code !== "credentials" ? code : type,
    formErrors: [await errorMessage(context, type, { code, retryAfter, providerId })],
    ...(retryAfter !== undefined && { retryAfter }),
    ...submittedValues(context, { providerId, fields }),
  }
}

function submittedValues(
  { settings }: RequestContext,
  { providerId, fields }: Required<RejectedForm>,
): Pick<FormRejection, "values"> {
  const body = { fields, json: undefined }
  const { provider, email, values } = toFormPrefill({ target: providerId, body, settings })
  if (values !== undefined) return { values }
  const isEmail = settings.providers.get(provider ?? "")?.type === "email"
  return isEmail && email !== undefined ? { values: { email } } : {}
}

// The other errors without a page are mistakes in the configuration. Another site's form isn't one
function isUserError({ type, cause }: AuthError): boolean {
  return ERRORS[type] !== null || (type === "InvalidRequest" && cause?.["status"] === 403)
}

interface ErrorDetails {
  code: string | undefined
  retryAfter: number | undefined
  providerId: string | undefined
}

async function errorMessage(
  context: RequestContext,
  error: string,
  { providerId, ...told }: ErrorDetails,
): Promise<string> {
  const messages = await messagesFor(context)
  const provider = context.settings.providers.get(providerId ?? "")
  const { id = "", name = "" } = provider ?? {}
  const fields = provider?.type === "credentials" ? Object.keys(provider.credentials ?? {}) : []
  const shown = {
    id,
    name,
    type: "credentials",
    signinUrl: "",
    callbackUrl: "",
    credentials: Object.fromEntries(fields.map((field) => [field, {}])), // the message depends on their names
  } as const
  const failed = { providers: [shown], failedProvider: providerId, siteName: context.settings.siteName, error, ...told }
  return (
    signInAlert({ ...failed, messages }, withOverrides(english, messages.signIn)) ??
    withOverrides(signInErrors, messages.errors).Default
  )
}
