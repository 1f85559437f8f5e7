import { CONFIGURATION_MESSAGE, isTooLarge } from "./json-failures.ts"
import { REPORTED_OPERATIONS } from "../adapters/required.ts"
import { storeCallbackUrl } from "../cookies/callback-url.ts"
import { asError, AuthError, authErrorIn, type ErrorType, RejectedRequest } from "../errors.ts"
import type { Settings } from "../config/settings.ts"
import { findActionPath, type AuthRequest } from "../http/auth-request.ts"
import { ensureBrowserSecret } from "../sessions/csrf-check.ts"
import { clearTransaction } from "../sign-in/oauth-transaction.ts"
import { failedReturnUrl } from "../sign-in/popup.ts"
import type { LoggerInstance } from "../logger.ts"
import { clearCeremonyOf } from "../sign-in/passkey/ceremony.ts"
import { credentialsStatus, shownError } from "../http/next-auth-4.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { pageUrl } from "../http/page-url.ts"
import { resolveRedirect, withSearchParams } from "../http/redirect-url.ts"
import { storeRememberChoice } from "../sessions/remember-me.ts"
import { oneOf } from "../http/one-of.ts"
import { storeFormPrefill } from "../http/form-prefill.ts"

/** Returns what was thrown as an `AuthError`. Any other error becomes the cause of one. */
export function toAuthError(thrown: unknown, type: ErrorType = "CallbackRouteError"): AuthError {
  const error = authErrorIn(thrown)
  if (error) return error
  const err = asError(thrown)
  return new AuthError(type, err.message, { err })
}

/** A request that failed, as far as it is known. */
export interface FailedRequest {
  exchange: AuthRequest | undefined
  /** The request's row: how it responds to a failure. */
  row: FailureRow | undefined
  logger: LoggerInstance
  ownPage?: AppErrorPage | undefined
}

/** What a route's row says about failures. */
export interface FailureRow {
  responds: "json" | "page" | "negotiated"
  onError?(error: AuthError, request: AuthRequest): Outcome | undefined
}

/** Responds to a failure. The table of errors decides what the user may see. */
export async function failureOutcome(thrown: unknown, request: FailedRequest): Promise<Outcome> {
  const { exchange, row, logger, ownPage } = request
  if (thrown instanceof RejectedRequest) {
    logger.debug(`Refused with ${thrown.status}: ${thrown.message}`)
    return { kind: "empty", status: thrown.status, headers: thrown.headers }
  }
  const error = toAuthError(thrown)
  // A host header that names no host is its sender's fault, and nobody's who reads the log
  if (!exchange && error.type === "InvalidRequest")
    return failureOutcome(new RejectedRequest(400, error.message), request)
  logError(error, logger, exchange && { action: exchange.action, provider: exchange.target })
  if (!exchange || isConfigurationError(error))
    return configurationOutcome({ exchange, row, ownPage: isConfigurationError(error) ? ownPage : undefined })
  const special = row?.onError?.(error, exchange)
  if (special) return special
  if (row?.responds === "json") return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
  return redirectOutcome(error, exchange)
}

/**
 * Logs an error. A wrong password, too many attempts, or a passkey that was removed here is the user's: it is logged at debug,
 * with its code and its cause.
 */
export function logError(
  error: AuthError,
  logger: LoggerInstance,
  request: Record<string, string | undefined> = {},
): void {
  const { type, message, cause } = error
  const code = publicErrorCode(error)
  if (
    ["CredentialsSignin", "RateLimited"].includes(type) ||
    code === "unknown" ||
    code === "cancelled" ||
    isTooLarge(error)
  ) {
    logger.debug(`${type}: ${message}`, { ...request, type, code, cause })
    return
  }
  logger.error(error)
}

const CONFIGURATION_ERRORS: ReadonlySet<ErrorType> = new Set([
  "MissingSecretError",
  "MissingAdapter",
  "UntrustedHost",
  "UnsupportedStrategy",
])

function isConfigurationError({ type }: AuthError): boolean {
  return CONFIGURATION_ERRORS.has(type)
}

/** Responds if the configuration is invalid. */
export async function configurationOutcome({
  exchange,
  row,
  ownPage,
}: Partial<Omit<FailedRequest, "logger">> = {}): Promise<Outcome> {
  if (ownPage) return { kind: "redirect", to: ownPage.url }
  if (!exchange || row?.responds !== "page") {
    return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
  }
  const { plainErrorPage } = await import("../pages/render.ts")
  return plainErrorPage(exchange)
}

/** The app's own error page, for a user whom the configuration keeps from every other page. */
export interface AppErrorPage {
  url: string
}

/**
 * Returns the app's own error page if the request is for one of our pages. Without a path it isn't used: then it may be what is
 * wrong. Nor is it used if it was what the user asked for, because it leads back here if it needs a session.
 */
export function appErrorPage(
  { url }: Request,
  settings: Settings,
  row: FailureRow | undefined,
): AppErrorPage | undefined {
  const { error = "" } = settings.pages
  const { searchParams } = new URL(url)
  if (row?.responds !== "page" || !/^\/(?![/\\])/.test(error)) return undefined
  const page = new URL(error, "https://site")
  const requestedPath = URL.parse(searchParams.get("callbackUrl") ?? "", "https://site")?.pathname
  if (requestedPath === page.pathname || findActionPath(page.pathname, settings)) return undefined
  page.searchParams.set("error", "Configuration")
  return { url: page.pathname + page.search } // a path: the host may be what is wrong
}

async function redirectOutcome(error: AuthError, authRequest: AuthRequest): Promise<Outcome> {
  const { site, settings, action, target } = authRequest
  const { page: kind, error: shown } = shownError(error, settings)
  const code = publicErrorCode(error)
  const returnUrl = action === "callback" ? await failedReturnUrl(authRequest) : undefined
  const errorParams = { error: shown, code }
  const to =
    returnUrl === undefined
      ? pageUrl(authRequest, kind, errorParams)
      : withSearchParams(returnUrl, site.origin, errorParams)
  const checks = action === "callback" ? await clearAttemptCookies(authRequest) : []
  const prefillCookies = kind === "signIn" ? await retryCookies(authRequest, error) : []
  const isForm = action === "callback" && settings.providers.get(target ?? "")?.type === "credentials"
  const status = isForm ? credentialsStatus(error, settings) : undefined
  return { kind: "redirect", to, status, error: shown, ...(code && { code }), cookies: [...checks, ...prefillCookies] }
}

/**
 * What the page that they are sent to knows of the form. A page that cannot set a cookie, as one of a Next server component,
 * has forms without a token until its script has come: one that was sent before finds its cookie here.
 */
async function retryCookies(authRequest: AuthRequest, { type }: AuthError): Promise<SetCookie[]> {
  const { cookies, cookieTable, body } = authRequest
  const { callbackUrl } = body.fields
  const target = callbackUrl
    ? storeCallbackUrl(cookies, cookieTable, await resolveRedirect(authRequest, callbackUrl))
    : []
  const token = type === "MissingCSRF" ? (await ensureBrowserSecret(authRequest)).cookies : []
  return [...(await storeFormPrefill(authRequest)), ...storeRememberChoice(authRequest), ...target, ...token]
}

// A check counts once, however its answer turned out
async function clearAttemptCookies(authRequest: AuthRequest): Promise<SetCookie[]> {
  const { query, body } = authRequest
  const transaction = await clearTransaction(authRequest, query.get("state") ?? body.fields["state"] ?? null)
  return body.fields["data"] === undefined
    ? transaction
    : [...transaction, ...(await clearCeremonyOf(authRequest, body.fields["data"]))]
}

/** A code that may stand in a URL: short, and nothing but letters, digits, `_` and `-`. */
export function publicErrorCode(error: AuthError): string | undefined {
  if (error.cause?.["cancelled"] === true) return "cancelled"
  if (error.type === "MissingAdapterMethods") return oneOf(error.cause?.["operation"], REPORTED_OPERATIONS)
  const code: unknown = Reflect.get(error, "code")
  if (typeof code !== "string") return undefined
  if (error.type === "WebAuthnVerificationError") return code
  if (error.type !== "CredentialsSignin") return undefined
  return code.replaceAll(/[^\w-]/g, "").slice(0, 64) || "credentials"
}
