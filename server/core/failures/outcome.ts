import { CONFIGURATION_MESSAGE, isTooLarge } from "../request/failures.ts"
import { REPORTED_OPERATIONS } from "../../adapters/required.ts"
import { storeCallbackUrl } from "../cookies/jar.ts"
import {
  asError,
  AuthError,
  authErrorIn,
  ERRORS,
  type ErrorType,
  RejectedRequest,
  StepUpRequired,
} from "../../errors.ts"
import { rememberProblem } from "../config/warn-once.ts"
import type { Settings } from "../config/settings.ts"
import { createRequestContext, findActionPath, type AuthRequest } from "../request/auth-request.ts"
import { ensureBrowserSecret } from "../request/csrf-check.ts"
import type { LoggerInstance } from "../../logger.ts"
import type { Awaitable } from "../../types.ts"
import type { SignInFeature } from "../sign-in/feature.ts"
import { withHint } from "../request/hints.ts"
import { credentialsStatus, isShownMessage, shownError } from "../request/next-auth-4.ts"
import type { Outcome } from "../request/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { namedReturn, pageUrl, returnTo, withSearchParams } from "../request/redirect-url.ts"
import { storeRememberChoice } from "../sessions/session-cookies.ts"
import { oneOf } from "../request/form.ts"
import { acceptsJson } from "../request/wants.ts"
import { routeStepUp } from "./step-up.ts"
import { storeFormPrefill } from "../pages/form-prefill.ts"
import { lazy } from "../../lazy.ts"

const developmentRejection = lazy(() => import("./development.ts"), "developmentRejection")
const notFoundOutcome = lazy(() => import("./not-found.ts"), "notFoundOutcome")
const plainErrorPage = lazy(() => import("../pages/render.ts"), "plainErrorPage")

/** Returns an `AuthError` as it is, and wraps any other error in one, as its cause. */
export function toAuthError(thrown: unknown, type: ErrorType = "CallbackRouteError"): AuthError {
  const error = authErrorIn(thrown)
  if (error) return error
  const err = asError(thrown)
  return new AuthError(type, err.message, { err })
}

/** A request that failed, as far as Latchkit has parsed it. */
export interface FailedRequest {
  authRequest: AuthRequest | undefined
  /** The route's row: how it responds to a failure. */
  row: FailureRow | undefined
  logger: LoggerInstance
  /** The app's own error page, if the configuration is too broken for every other page. */
  ownPage?: { url: string } | undefined
  request?: Request | undefined
  settings?: Settings | undefined
}

/** The fields of a route's row that decide how it responds to a failure. */
export interface FailureRow {
  json?: true
  onError?(error: AuthError, request: AuthRequest): Awaitable<Outcome | undefined>
}

/**
 * Responds to a request that failed. There is always a response, even if reporting the failure fails, and it never
 * grants access.
 */
export async function respondToFailure(
  error: unknown,
  failed: Omit<FailedRequest, "ownPage"> & { request: Request },
): Promise<Outcome> {
  const { settings, request, row } = failed
  try {
    const ownPage = settings && appErrorPage(request, settings, row)
    return await failureOutcome(error, { ...failed, ownPage })
  } catch {
    return configurationOutcome()
  }
}

/** Responds to a failure. The table of errors decides what the user may see. */
export async function failureOutcome(thrown: unknown, request: FailedRequest): Promise<Outcome> {
  const { authRequest, row, logger, ownPage } = request
  if (thrown instanceof RejectedRequest) {
    logger.debug(`Rejected with ${thrown.status}: ${thrown.message}`)
    const page = thrown.status === 404 ? await notFoundPage(request) : undefined
    if (page?.kind !== "redirect" && request.settings?.production === false && request.request)
      return developmentRejection(thrown, request.request, request.settings)
    return page ?? { kind: "empty", status: thrown.status, headers: thrown.headers }
  }
  const error = toAuthError(thrown)
  if (error instanceof StepUpRequired && authRequest) return routeStepUp(authRequest, error, row?.json === true)
  // An invalid host header is the client's mistake, so the log doesn't show it as ours
  if (!authRequest && error.type === "InvalidRequest")
    return failureOutcome(new RejectedRequest(400, error.message), request)
  logError(error, logger, authRequest && { action: authRequest.action, provider: authRequest.target })
  if (request.settings && ERRORS[error.type] === null) rememberProblem(request.settings, withHint(error))
  if (!authRequest || isConfigurationError(error))
    return configurationOutcome({ authRequest, row, ownPage: isConfigurationError(error) ? ownPage : undefined })
  const special = await row?.onError?.(error, authRequest)
  if (special) return special
  if (row?.json) return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
  return redirectOutcome(error, authRequest)
}

/** A browser gets a page for a path that has none. Without the site's origin there is no page either. */
async function notFoundPage({ request, settings, authRequest }: FailedRequest): Promise<Outcome | undefined> {
  if (!request || !settings || settings.basePaths.every((base) => !new URL(request.url).pathname.startsWith(base)))
    return undefined
  const context = authRequest ?? createRequestContext(settings, request.headers, { requestUrl: new URL(request.url) })
  return notFoundOutcome({ ...context, action: "error" }, request)
}

/**
 * Logs an error. An error that a user causes, such as a wrong password or too many attempts, is logged at debug, with
 * its code and cause.
 */
export function logError(
  error: AuthError,
  logger: LoggerInstance,
  request: Record<string, string | undefined> = {},
): void {
  const { type, message, cause } = error
  const code = publicErrorCode(error)
  if (
    ["AttemptRejected", "CredentialsSignin", "RateLimited", "ServerBusy"].includes(type) ||
    code === "unknown" ||
    code === "cancelled" ||
    isShownMessage(error) ||
    isTooLarge(error)
  ) {
    logger.debug(`${type}: ${message}`, { ...request, type, code, cause })
    return
  }
  logger.error(withHint(error))
}

const CONFIGURATION_ERRORS: ReadonlySet<ErrorType> = new Set([
  "MissingSecretError",
  "MissingAdapter",
  "UntrustedHost",
  "UnsupportedStrategy",
])

const isConfigurationError = ({ type }: AuthError): boolean => CONFIGURATION_ERRORS.has(type)

/** Responds if the configuration is invalid. */
export async function configurationOutcome({
  authRequest,
  row,
  ownPage,
}: Partial<Omit<FailedRequest, "logger">> = {}): Promise<Outcome> {
  if (ownPage) return { kind: "redirect", to: ownPage.url }
  if (authRequest && row && !row.json && authRequest.wants === "page") return plainErrorPage(authRequest)
  return { kind: "json", status: 500, body: { message: CONFIGURATION_MESSAGE } }
}

/**
 * Returns the app's own error page if the request is for one of Latchkit's pages. A value that isn't a path is
 * ignored, because it may be what is wrong. So is the page that the user asked for: if it requires a session, it leads
 * back here.
 */
export function appErrorPage(
  { url, method, headers }: Request,
  settings: Settings,
  row: FailureRow | undefined,
): FailedRequest["ownPage"] {
  const { error = "" } = settings.pages
  const { searchParams } = new URL(url)
  if (!row || row.json || method !== "GET" || acceptsJson(headers)) return undefined
  if (!/^\/(?![/\\])/.test(error)) return undefined
  const page = new URL(error, "https://site")
  const requestedPath = URL.parse(searchParams.get("callbackUrl") ?? "", "https://site")?.pathname
  if (requestedPath === page.pathname || findActionPath(page.pathname, settings)) return undefined
  page.searchParams.set("error", "Configuration")
  return { url: page.pathname + page.search } // a path, because the host may be what is wrong
}

/** The status in JSON of errors after which the user sends the same form again. */
export const RETRY_STATUS: Partial<Record<ErrorType, 403 | 503>> = { AttemptRejected: 403, ServerBusy: 503 }

/** Returns the seconds until another try, if the error knows them. */
export const toRetryAfter = ({ cause }: AuthError): number | undefined =>
  typeof cause?.["retryAfter"] === "number" ? cause["retryAfter"] : undefined

async function redirectOutcome(error: AuthError, authRequest: AuthRequest): Promise<Outcome> {
  const { site, settings, action, target } = authRequest
  const { page: kind, error: shown } = shownError(error, settings)
  const code = publicErrorCode(error)
  const features: readonly SignInFeature[] = settings.features
  const { failedReturn } = features.find((feature) => feature.failedReturn) ?? {}
  const returned = action === "callback" ? await failedReturn?.(authRequest) : undefined
  const errorParams = { error: returned?.error ?? shown, code }
  const to = returned
    ? withSearchParams(returned.url, site.origin, errorParams)
    : pageUrl(authRequest, kind, { ...(await callbackParam(authRequest, kind)), ...errorParams })
  const checks = action === "callback" ? await clearAttemptCookies(authRequest) : []
  const prefillCookies = kind === "signIn" ? await retryCookies(authRequest, error) : []
  const isForm = action === "callback" && settings.providers.get(target ?? "")?.type === "credentials"
  const status = RETRY_STATUS[error.type] ?? (isForm ? credentialsStatus(error, settings) : undefined)
  const retryAfter = error.type === "ServerBusy" ? toRetryAfter(error) : undefined
  return {
    kind: "redirect",
    to,
    status,
    error: shown,
    cookies: [...checks, ...prefillCookies],
    ...(code && { code }),
    ...(retryAfter !== undefined && { retryAfter, headers: { "retry-after": String(retryAfter) } }),
  }
}

/** An app's own sign-in page gets the callback URL from next-auth 4, and passes it to its next `signIn()`. */
async function callbackParam(authRequest: AuthRequest, page: string): Promise<{ callbackUrl?: string }> {
  const { settings } = authRequest
  if (page !== "signIn" || settings.compatVersion !== 4 || !settings.pages.signIn) return {}
  return { callbackUrl: await returnTo(authRequest) }
}

/**
 * Returns cookies that let the next page fill in the form again. A page that can't set cookies, such as one of a Next
 * server component, has forms without a CSRF token until its script loads. A form sent before that gets its cookie
 * here.
 */
async function retryCookies(authRequest: AuthRequest, { type }: AuthError): Promise<SetCookie[]> {
  const { cookies, cookieTable } = authRequest
  const callbackUrl = await namedReturn(authRequest)
  const target = callbackUrl === undefined ? [] : storeCallbackUrl(cookies, cookieTable, callbackUrl)
  const token = type === "MissingCSRF" ? (await ensureBrowserSecret(authRequest)).cookies : []
  return [...(await storeFormPrefill(authRequest)), ...storeRememberChoice(authRequest), ...target, ...token]
}

// An attempt's cookies count once, whether it succeeded or failed
async function clearAttemptCookies(authRequest: AuthRequest): Promise<SetCookie[]> {
  const features: readonly SignInFeature[] = authRequest.settings.features
  const cookies = await Promise.all(features.map((feature) => feature.onFailed?.(authRequest) ?? []))
  return cookies.flat()
}

/** Returns the error's code if it may stand in a URL: short, and only letters, digits, `_` and `-`. */
export function publicErrorCode(error: AuthError): string | undefined {
  if (error.cause?.["cancelled"] === true) return "cancelled"
  if (error.type === "MissingAdapterMethods") return oneOf(error.cause?.["operation"], REPORTED_OPERATIONS)
  const code: unknown = Reflect.get(error, "code")
  if (typeof code !== "string") return undefined
  if (error.type === "WebAuthnVerificationError") return code
  if (error.type !== "CredentialsSignin") return undefined
  return code.replaceAll(/[^\w-]/g, "").slice(0, 64) || "credentials"
}
