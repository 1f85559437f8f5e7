import { OPERATIONS } from "./adapters/required.ts"
import { rememberTarget } from "./cookies/callback-url.ts"
import { asError, AuthError, ERRORS, type ErrorType } from "./errors.ts"
import type { Exchange } from "./exchange.ts"
import { keptSecret } from "./guards.ts"
import { clearFlow } from "./identify/flow.ts"
import { endOfFailed } from "./identify/popup.ts"
import type { LoggerInstance } from "./logger.ts"
import { clearAnswered } from "./identify/passkey/ceremony.ts"
import type { Outcome, SetCookie } from "./outcome.ts"
import { pageUrl } from "./page-url.ts"
import { allowedTarget, withParameters } from "./redirects.ts"
import { keepChoice } from "./remember.ts"
import { Refusal } from "./refusal.ts"
import { known } from "./known.ts"
import { rememberTyped } from "./typed.ts"

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

/** The failure as the one error type that the service speaks of; whatever was thrown is kept as its cause. */
export function asAuthError(thrown: unknown, type: ErrorType = "CallbackRouteError"): AuthError {
  if (thrown instanceof AuthError) return thrown
  const err = asError(thrown)
  return new AuthError(type, err.message, { err })
}

/** What is sent when a request fails: the table of errors decides what its visitor may see. */
export async function failureOutcome(
  thrown: unknown,
  exchange: Exchange | undefined,
  logger: LoggerInstance,
): Promise<Outcome> {
  if (thrown instanceof Refusal) {
    logger.debug(`Refused with ${thrown.status}: ${thrown.message}`)
    return { kind: "empty", status: thrown.status, headers: thrown.headers }
  }
  const error = asAuthError(thrown)
  // A host header that names no host is its sender's fault, and nobody's who reads the log
  if (!exchange && error.type === "InvalidRequest")
    return failureOutcome(new Refusal(400, error.message), exchange, logger)
  report(error, logger)
  if (!exchange || isConfiguration(error)) return configurationOutcome(exchange)
  if (exchange.action === "session") return sessionFailure(error, exchange)
  if (exchange.action === "account" && answersJson(exchange)) return accountFailure(error)
  if (JSON_ACTIONS.has(exchange.action)) return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
  return redirectOutcome(error, exchange)
}

// A wrong password, one too many, or a passkey that was removed here, is no fault of the service's: it is not logged as one
function report(error: AuthError, logger: LoggerInstance): void {
  const refused = ["CredentialsSignin", "RateLimited"].includes(error.type) || codeOf(error) === "unknown"
  if (refused || error.cause?.["cancelled"] === true) {
    logger.debug(`${error.type}: ${error.message}`)
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
export async function configurationOutcome(exchange?: Exchange): Promise<Outcome> {
  if (!exchange || exchange.method !== "GET" || !PAGE_ACTIONS.has(exchange.action)) {
    return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
  }
  const { plainErrorPage } = await import("./pages.ts")
  return plainErrorPage(exchange)
}

// A refused update is the client's; anything else may pass, and "signed out" would be the wrong answer to it
function sessionFailure({ type }: AuthError, { method }: Exchange): Outcome {
  const refused = method === "POST" && type === "MissingCSRF"
  return { kind: "json", status: refused ? 400 : 503, body: null, ...(!refused && { headers: { "retry-after": "1" } }) }
}

function answersJson({ method, body, returnRedirect }: Exchange): boolean {
  return method === "GET" || returnRedirect || body.json !== undefined
}

function accountFailure({ type }: AuthError): Outcome {
  if (type === "MissingCSRF") return { kind: "json", status: 400, body: { error: type } }
  return { kind: "json", status: 503, body: { message: CONFIGURATION_MESSAGE }, headers: { "retry-after": "1" } }
}

async function redirectOutcome(error: AuthError, exchange: Exchange): Promise<Outcome> {
  const { site, action } = exchange
  const kind = ERRORS[error.type] ?? "error"
  const shown = ERRORS[error.type] === null ? "Configuration" : error.type
  const code = codeOf(error)
  const end = action === "callback" ? await endOfFailed(exchange) : undefined
  const told = { error: shown, code }
  const to = end === undefined ? pageUrl(exchange, kind, told) : withParameters(end, site.origin, told)
  const checks = action === "callback" ? await clearChecks(exchange) : []
  const again = kind === "signIn" ? await forAnotherTry(exchange, error) : []
  return { kind: "redirect", to, error: shown, ...(code && { code }), cookies: [...checks, ...again] }
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
function codeOf(error: AuthError): string | undefined {
  if (error.cause?.["cancelled"] === true) return "cancelled"
  if (error.type === "MissingAdapterMethods") return known(error.cause?.["operation"], OPERATIONS)
  const code: unknown = Reflect.get(error, "code")
  if (typeof code !== "string") return undefined
  if (error.type === "WebAuthnVerificationError") return code
  if (error.type !== "CredentialsSignin") return undefined
  return code.replaceAll(/[^\w-]/g, "").slice(0, 64) || "credentials"
}
