import { isRegisteredRedirect, nativeAppSettings, type NativeApp } from "./options.ts"
import type { Settings } from "../../core/config/settings.ts"
import { AuthError } from "../../errors.ts"
import type { AuthRequest } from "../../core/request/auth-request.ts"

/** An authorization request of a registered app, whose redirect URI is one of the app's own. */
export interface AuthorizationRequest {
  app: NativeApp
  redirectUri: string
  state: string
  challenge: string
}

/** Why a request can't be granted. The app learns it at its redirect URI. */
export interface AuthorizationError {
  app: NativeApp
  redirectUri: string
  state: string | undefined
  error: "invalid_request" | "unsupported_response_type"
  description: string
}

/** The parameters of an authorization request. Others are ignored. */
const PARAMETERS = [
  "response_type",
  "client_id",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
] as const

type Parameters = Partial<Record<(typeof PARAMETERS)[number], string>>

/** Printable ASCII (RFC 6749, appendix A.5), which fits into the URL that the sign-in returns to. */
const STATE = /^[\u0020-\u007e]{1,256}$/
/** SHA-256 in base64url (RFC 7636, section 4.2). */
const CHALLENGE = /^[\w-]{43}$/

/**
 * Reads an authorization request. Returns a sentence if the app or its redirect URI isn't registered: then nothing is
 * sent there.
 *
 * @see [RFC 6749, section 4.1.1](https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1)
 * @see [RFC 7636, section 4.3](https://www.rfc-editor.org/rfc/rfc7636#section-4.3)
 */
export function readAuthorizationRequest(
  { settings }: Pick<AuthRequest, "settings">,
  query: URLSearchParams,
): AuthorizationRequest | AuthorizationError | string {
  const repeated = PARAMETERS.filter((name) => query.getAll(name).length > 1)
  const parameters: Parameters = Object.fromEntries(
    PARAMETERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  )
  const { client_id: id = "", redirect_uri: redirectUri = "", state } = parameters
  const app = repeated.includes("client_id") ? undefined : nativeAppSettings.of(settings)?.get(id)
  if (!app) return `\`nativeApps\` has no app with the \`client_id\` ${quoted(id)}. Add it`
  if (repeated.includes("redirect_uri") || !isRegisteredRedirect(app, redirectUri))
    return `The \`redirect_uri\` is ${quoted(redirectUri)}, which \`redirectUris\` of the app ${id} doesn't list. Add exactly this address`
  const [name] = repeated
  const problem = name ? invalid(`${name} was sent twice`) : findProblem(parameters)
  if (problem) return { app, redirectUri, state: repeated.includes("state") ? undefined : state, ...problem }
  return { app, redirectUri, state: state ?? "", challenge: parameters.code_challenge ?? "" }
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 200))

const invalid = (description: string) => ({ error: "invalid_request" as const, description })

function findProblem(found: Parameters): Pick<AuthorizationError, "error" | "description"> | undefined {
  const { response_type: type, state, code_challenge: challenge, code_challenge_method: method } = found
  if (type === undefined) return invalid("response_type is missing. Send code")
  if (type !== "code") return { error: "unsupported_response_type", description: "response_type must be code" }
  if (!challenge) return invalid("code_challenge is missing (RFC 7636)")
  if (method !== "S256") return invalid("code_challenge_method must be S256")
  if (!CHALLENGE.test(challenge)) return invalid("code_challenge must be 43 characters of base64url")
  if (!state) return invalid("state is missing. Send a random value, and check it at the redirect")
  return STATE.test(state) ? undefined : invalid("state must be at most 256 printable ASCII characters")
}

/** Returns the request's own parameters, for the form and for the URL that the sign-in returns to. */
export function toParameters({ app, redirectUri, state, challenge }: AuthorizationRequest): Record<string, string> {
  return {
    response_type: "code",
    client_id: app.id,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  }
}

/**
 * Adds parameters to a redirect URI. It stays as it was registered otherwise. `iss` lets the app tell this server from
 * another one.
 *
 * @see [RFC 9207](https://www.rfc-editor.org/rfc/rfc9207)
 */
export function toRedirect(
  { site }: Pick<AuthRequest, "site">,
  uri: string,
  parameters: Record<string, string | undefined>,
): string {
  const responseParams = Object.entries({ ...parameters, iss: site.url }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams(responseParams)}`
}

/** Logs why an app's request was rejected. In development a developer reads it, in production only while debugging. */
export function reportRejection({ production, logger }: Settings, line: string): void {
  if (production) logger.debug(line)
  else logger.error(new AuthError("InvalidRequest", line))
}
