import type { AccountErrorCode } from "../../../client/account-contract.ts"
import type { AuthError } from "../../errors.ts"
import type { AuthRequest } from "./auth-request.ts"
import { ensureBrowserSecret } from "./csrf-check.ts"
import type { Outcome } from "./outcome.ts"
import { namedReturn, withSearchParams } from "./redirect-url.ts"

/** The message of a failure whose details are only logged. */
export const CONFIGURATION_MESSAGE =
  "There was a problem with the server configuration. Check the server logs for more information."

/**
 * Responds to a session request that failed. A rejected update is the client's fault, so it gets a 4xx status. Any
 * other failure may pass, so it is a 503: `null` with status 200 would sign the user out in every tab.
 */
export function sessionFailure(error: AuthError, { method }: Pick<AuthRequest, "method">): Outcome {
  if (method === "POST" && error.type === "MissingCSRF") return { kind: "json", status: 400, body: null }
  if (method === "POST" && isTooLarge(error)) return { kind: "json", status: 413, body: null }
  return { kind: "json", status: 503, body: null, headers: { "retry-after": "1" } }
}

/** Parameters of the page that say what is required. */
const CONFIRM_PARAMS = ["max_age", "factors", "phishing_resistant"] as const

/**
 * Leads a confirmation whose form expired, or that a busy server rejected, back to its page. A script gets the same as
 * JSON.
 */
export async function confirmFailure({ type }: AuthError, request: AuthRequest): Promise<Outcome | undefined> {
  if (type !== "MissingCSRF" && type !== "ServerBusy") return undefined
  const { site, query } = request
  const required = CONFIRM_PARAMS.map((name) => [name, query.get(name) ?? undefined] as const)
  const params = { ...Object.fromEntries(required), callbackUrl: await namedReturn(request), error: type }
  const to = withSearchParams(`${site.url}/confirm`, site.origin, params)
  return { kind: "redirect", to, status: type === "ServerBusy" ? 503 : 401, error: type }
}

/**
 * Responds to an account request that failed, if the client asked for JSON. A form that expired leads back to its page,
 * where the user can send it again.
 */
export async function accountFailure({ type }: AuthError, request: AuthRequest): Promise<Outcome | undefined> {
  const { method, wants, site } = request
  if (method !== "GET" && wants === "page") {
    if (type !== "MissingCSRF") return undefined
    const page = (await namedReturn(request)) ?? `${site.url}/account`
    const { cookies } = await ensureBrowserSecret(request)
    return { kind: "redirect", status: 303, to: withSearchParams(page, site.origin, { error: type }), cookies }
  }
  if (type === "MissingCSRF") return { kind: "json", status: 400, body: { error: type } }
  if (type === "SessionRequired") return { kind: "json", status: ACCOUNT_ERROR_STATUS[type], body: { error: type } }
  return { kind: "json", status: 503, body: { message: CONFIGURATION_MESSAGE }, headers: { "retry-after": "1" } }
}

/** Returns whether a client asked to store more than a session can hold. */
export function isTooLarge({ type, cause }: AuthError): boolean {
  return type === "JWTSessionError" && cause?.["status"] === 413
}

/** The status of each error in JSON. */
export const ACCOUNT_ERROR_STATUS = {
  SessionRequired: 401,
  NotFound: 404,
  LastSignInMethod: 409,
  LastFactor: 409,
  EmailUnverified: 403,
  EmailRejected: 400,
  RateLimited: 429,
  ProfileRejected: 400,
  DeletionRejected: 409,
  UndoOpen: 409,
} as const satisfies Record<AccountErrorCode, number>
