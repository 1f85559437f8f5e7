import type { Session } from "../../../client/contract.ts"
import type { Settings } from "../config/settings.ts"
import { asError, AuthError, ERRORS, type ErrorCause, type ErrorType } from "../../errors.ts"
import { warnOfMove } from "../config/warn-once.ts"

/** Returns whether the request is an error report of next-auth 4's client. */
export function isClientLog(pathname: string, { compatVersion, basePaths }: Settings): boolean {
  return compatVersion === 4 && basePaths.some((base) => pathname === `${base}/_log`)
}

/**
 * Returns the body of `GET session` and `POST session`. next-auth 4 sends an empty object if the user is signed out.
 */
export function sessionBody(session: Session | null, settings: Settings): Session | object | null {
  const { compatVersion } = settings
  if (!session) return compatVersion === 4 ? {} : null
  if (compatVersion !== 5 || !("sessionToken" in session)) return session
  // Auth.js passes the stored row to the callback. If the callback returns it, the cookie's token must not reach
  // scripts
  const { sessionToken: _, ...shown } = session
  warnOfMove(settings, "authjs-session-token")
  return shown
}

/** next-auth 4's names of errors, which an app's own pages compare with. All others have the same name. */
const ERROR_NAMES: Partial<Record<ErrorType, string>> = {
  AccountNotLinked: "OAuthAccountNotLinked",
  AdapterError: "Callback",
  CallbackRouteError: "Callback",
  OAuthCallbackError: "OAuthCallback",
}

/** An error as the user's page shows it. */
export interface ShownError {
  page: "error" | "signIn"
  error: string
}

/** Returns whether an app of next-auth 4 threw a message for the user, such as "Wrong password". */
export const isShownMessage = ({ cause }: AuthError): boolean => typeof cause?.[SHOWN_MESSAGE_KEY] === "string"

/** Returns the name of an error in URLs, and the page that it leads to. */
export function shownError(error: AuthError, { compatVersion }: Settings): ShownError {
  const page = ERRORS[error.type]
  if (compatVersion !== 4) return { page: page ?? "error", error: page === null ? "Configuration" : error.type }
  const message = error.cause?.[SHOWN_MESSAGE_KEY]
  if (typeof message === "string") return { page: "error", error: message }
  // An error that the provider sent is a plain one there
  const isSent = error.type === "OAuthCallbackError" && typeof error.cause?.["error"] === "string"
  const name = isSent ? "Callback" : ERROR_NAMES[error.type]
  if (name !== undefined) return { page: "signIn", error: name }
  return { page: page ?? "error", error: page === null ? "Configuration" : error.type }
}

/**
 * Returns the status of a rejected credentials form in JSON mode. Apps of next-auth 4 read `ok` and `status` of
 * `signIn`.
 */
export function credentialsStatus({ type }: AuthError, { compatVersion }: Settings): 401 | 403 | undefined {
  if (compatVersion !== 4) return undefined
  return type === "AccessDenied" ? 403 : 401
}

const SHOWN_MESSAGE_KEY = "shownMessage"
const MAX_LENGTH = 300

/**
 * Returns the cause of an error that the app's own `authorize` or `signIn` callback threw. In next-auth 4 its message
 * reaches the page. Only a plain `Error` does so here: the message of a database or network error may reveal too much
 * to the user.
 */
export function toErrorCause(thrown: unknown, settings: Settings): ErrorCause {
  const { compatVersion } = settings
  const err = asError(thrown)
  const isPlain = err === thrown && Object.getPrototypeOf(err) === Error.prototype && !("code" in err)
  const isShown = compatVersion === 4 && isPlain && err.cause === undefined && err.message !== ""
  if (compatVersion === 4 && !isShown && err.message !== "") warnOfMove(settings, "authjs-error-message")
  return isShown ? { err, [SHOWN_MESSAGE_KEY]: err.message.slice(0, MAX_LENGTH) } : { err }
}
