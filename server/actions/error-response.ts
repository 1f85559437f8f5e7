import { CONFIGURATION_MESSAGE, isTooLarge } from "./json-failures.ts"
import { OPERATIONS } from "../adapters/required.ts"
import { rememberTarget } from "../cookies/callback-url.ts"
import { asError, AuthError, authErrorIn, type ErrorType } from "../errors.ts"
import type { Settings } from "../config/settings.ts"
import { actionAt, type Exchange } from "../http/auth-request.ts"
import { keptSecret } from "../sessions/csrf-check.ts"
import { clearFlow } from "../sign-in/oauth-transaction.ts"
import { endOfFailed } from "../sign-in/popup.ts"
import type { LoggerInstance } from "../logger.ts"
import { clearAnswered } from "../sign-in/passkey/ceremony.ts"
import { credentialsStatus, shownError } from "../http/next-auth-4.ts"
import type { Outcome } from "../http/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { pageUrl } from "../http/page-url.ts"
import { allowedTarget, withParameters } from "../http/redirect-url.ts"
import { keepChoice } from "../sessions/remember-me.ts"
import { Refusal } from "../errors.ts"
import { known } from "../http/one-of.ts"
import { rememberTyped } from "../http/form-prefill.ts"

/** Returns what was thrown as an `AuthError`. Any other error becomes the cause of one. */
export function asAuthError(thrown: unknown, type: ErrorType = "CallbackRouteError"): AuthError {
  const error = authErrorIn(thrown)
  if (error) return error
  const err = asError(thrown)
  return new AuthError(type, err.message, { err })
}

/** A request that failed, as far as it is known. */
export interface FailedRequest {
  exchange: Exchange | undefined
  /** The request's row: how it responds to a failure. */
  row: FailureRow | undefined
  logger: LoggerInstance
  ownPage?: OwnErrorPage | undefined
}

/** What a route's row says about failures. */
export interface FailureRow {
  responds: "json" | "page" | "negotiated"
  onError?(error: AuthError, request: Exchange): Outcome | undefined
}

/** Responds to a failure. The table of errors decides what the user may see. */
export async function failureOutcome(thrown: unknown, request: FailedRequest): Promise<Outcome> {
  const { exchange, row, logger, ownPage } = request
  if (thrown instanceof Refusal) {
    logger.debug(`Refused with ${thrown.status}: ${thrown.message}`)
    return { kind: "empty", status: thrown.status, headers: thrown.headers }
  }
  const error = asAuthError(thrown)
  // A host header that names no host is its sender's fault, and nobody's who reads the log
  if (!exchange && error.type === "InvalidRequest") return failureOutcome(new Refusal(400, error.message), request)
  report(error, logger, exchange && { action: exchange.action, provider: exchange.target })
  if (!exchange || isConfiguration(error))
    return configurationOutcome({ exchange, row, ownPage: isConfiguration(error) ? ownPage : undefined })
  const special = row?.onError?.(error, exchange)
  if (special) return special
  if (row?.responds === "json") return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
  return redirectOutcome(error, exchange)
}

/**
 * Logs an error. A wrong password, too many attempts, or a passkey that was removed here is the user's: it is logged at debug,
 * with its code and its cause.
 */
export function report(
  error: AuthError,
  logger: LoggerInstance,
  request: Record<string, string | undefined> = {},
): void {
  const { type, message, cause } = error
  const code = codeOf(error)
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

function isConfiguration({ type }: AuthError): boolean {
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
export interface OwnErrorPage {
  url: string
}

/**
 * Returns the app's own error page if the request is for one of our pages. Without a path it isn't used: then it may be what is
 * wrong. Nor is it used if it was what the user asked for, because it leads back here if it needs a session.
 */
export function ownErrorPage(
  { url }: Request,
  settings: Settings,
  row: FailureRow | undefined,
): OwnErrorPage | undefined {
  const { error = "" } = settings.pages
  const { searchParams } = new URL(url)
  if (row?.responds !== "page" || !/^\/(?![/\\])/.test(error)) return undefined
  const page = new URL(error, "https://site")
  const wanted = URL.parse(searchParams.get("callbackUrl") ?? "", "https://site")?.pathname
  if (wanted === page.pathname || actionAt(page.pathname, settings)) return undefined
  page.searchParams.set("error", "Configuration")
  return { url: page.pathname + page.search } // a path: the host may be what is wrong
}

async function redirectOutcome(error: AuthError, exchange: Exchange): Promise<Outcome> {
  const { site, settings, action, target } = exchange
  const { page: kind, error: shown } = shownError(error, settings)
  const code = codeOf(error)
  const end = action === "callback" ? await endOfFailed(exchange) : undefined
  const told = { error: shown, code }
  const to = end === undefined ? pageUrl(exchange, kind, told) : withParameters(end, site.origin, told)
  const checks = action === "callback" ? await clearChecks(exchange) : []
  const again = kind === "signIn" ? await forAnotherTry(exchange, error) : []
  const isForm = action === "callback" && settings.providers.get(target ?? "")?.type === "credentials"
  const status = isForm ? credentialsStatus(error, settings) : undefined
  return { kind: "redirect", to, status, error: shown, ...(code && { code }), cookies: [...checks, ...again] }
}

/**
 * What the page that they are sent to knows of the form. A page that cannot set a cookie, as one of a Next server component,
 * has forms without a token until its script has come: one that was sent before finds its cookie here.
 */
async function forAnotherTry(exchange: Exchange, { type }: AuthError): Promise<SetCookie[]> {
  const { cookies, cookieTable, body } = exchange
  const { callbackUrl } = body.fields
  const target = callbackUrl ? rememberTarget(cookies, cookieTable, await allowedTarget(exchange, callbackUrl)) : []
  const token = type === "MissingCSRF" ? (await keptSecret(exchange)).cookies : []
  return [...(await rememberTyped(exchange)), ...keepChoice(exchange), ...target, ...token]
}

// A check counts once, however its answer turned out
async function clearChecks(exchange: Exchange): Promise<SetCookie[]> {
  const { query, body } = exchange
  const flow = await clearFlow(exchange, query.get("state") ?? body.fields["state"] ?? null)
  return body.fields["data"] === undefined ? flow : [...flow, ...(await clearAnswered(exchange, body.fields["data"]))]
}

/** A code that may stand in a URL: short, and nothing but letters, digits, `_` and `-`. */
export function codeOf(error: AuthError): string | undefined {
  if (error.cause?.["cancelled"] === true) return "cancelled"
  if (error.type === "MissingAdapterMethods") return known(error.cause?.["operation"], OPERATIONS)
  const code: unknown = Reflect.get(error, "code")
  if (typeof code !== "string") return undefined
  if (error.type === "WebAuthnVerificationError") return code
  if (error.type !== "CredentialsSignin") return undefined
  return code.replaceAll(/[^\w-]/g, "").slice(0, 64) || "credentials"
}
