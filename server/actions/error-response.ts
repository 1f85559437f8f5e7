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

/** What a visitor is told when the service itself is at fault. */
export const CONFIGURATION_MESSAGE =
  "There was a problem with the server configuration. Check the server logs for more information."

/** Actions that answer JSON: a failure is a status there, not a page. */
const JSON_ACTIONS: ReadonlySet<Exchange["action"]> = new Set([
  "backchannel-logout",
  "csrf",
  "providers",
  "session",
  "webauthn-options",
])
/** Pages, which must not lead to each other when something is wrong with all of them. */
const PAGE_ACTIONS: ReadonlySet<Exchange["action"]> = new Set(["signin", "signout", "error", "popup", "verify-request"])

/** Returns what was thrown as an `AuthError`. Any other error becomes the cause of one. */
export function asAuthError(thrown: unknown, type: ErrorType = "CallbackRouteError"): AuthError {
  const error = authErrorIn(thrown)
  if (error) return error
  const err = asError(thrown)
  return new AuthError(type, err.message, { err })
}

/** What is sent when a request fails: the table of errors decides what its visitor may see. */
export async function failureOutcome(
  thrown: unknown,
  exchange: Exchange | undefined,
  logger: LoggerInstance,
  own?: OwnErrorPage,
): Promise<Outcome> {
  if (thrown instanceof Refusal) {
    logger.debug(`Refused with ${thrown.status}: ${thrown.message}`)
    return { kind: "empty", status: thrown.status, headers: thrown.headers }
  }
  const error = asAuthError(thrown)
  // A host header that names no host is its sender's fault, and nobody's who reads the log
  if (!exchange && error.type === "InvalidRequest")
    return failureOutcome(new Refusal(400, error.message), exchange, logger)
  report(error, logger, exchange && { action: exchange.action, provider: exchange.target })
  if (!exchange || isConfiguration(error))
    return configurationOutcome(exchange, isConfiguration(error) ? own : undefined)
  if (exchange.action === "session") return sessionFailure(error, exchange)
  if (exchange.action === "account" && answersJson(exchange)) return accountFailure(error)
  if (JSON_ACTIONS.has(exchange.action)) return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
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

/** The answer of a service that is not configured to answer anything else. */
export async function configurationOutcome(exchange?: Exchange, own?: OwnErrorPage): Promise<Outcome> {
  if (own) return { kind: "redirect", to: own.url }
  if (!exchange || exchange.method !== "GET" || !PAGE_ACTIONS.has(exchange.action)) {
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
export function ownErrorPage({ method, url }: Request, settings: Settings): OwnErrorPage | undefined {
  const { error = "" } = settings.pages
  const { pathname, searchParams } = new URL(url)
  const action = actionAt(pathname, settings)?.action
  if (method !== "GET" || !action || !PAGE_ACTIONS.has(action) || !/^\/(?![/\\])/.test(error)) return undefined
  const page = new URL(error, "https://site")
  const wanted = URL.parse(searchParams.get("callbackUrl") ?? "", "https://site")?.pathname
  if (wanted === page.pathname || actionAt(page.pathname, settings)) return undefined
  page.searchParams.set("error", "Configuration")
  return { url: page.pathname + page.search } // a path: the host may be what is wrong
}

// A refused update is the client's; anything else may pass, and "signed out" would be the wrong answer to it
function sessionFailure(error: AuthError, { method }: Exchange): Outcome {
  if (method === "POST" && error.type === "MissingCSRF") return { kind: "json", status: 400, body: null }
  if (method === "POST" && isTooLarge(error)) return { kind: "json", status: 413, body: null }
  return { kind: "json", status: 503, body: null, headers: { "retry-after": "1" } }
}

// Whether a client asked to store more than a session can hold
function isTooLarge({ type, cause }: AuthError): boolean {
  return type === "JWTSessionError" && cause?.["status"] === 413
}

function answersJson({ method, body, returnRedirect }: Exchange): boolean {
  return method === "GET" || returnRedirect || body.json !== undefined
}

function accountFailure({ type }: AuthError): Outcome {
  if (type === "MissingCSRF") return { kind: "json", status: 400, body: { error: type } }
  return { kind: "json", status: 503, body: { message: CONFIGURATION_MESSAGE }, headers: { "retry-after": "1" } }
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
