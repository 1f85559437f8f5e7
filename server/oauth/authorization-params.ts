import { AuthError } from "../errors.ts"
import type { OAuthConfig } from "../providers/types.ts"

type Param = readonly [name: string, value: string]

/** Parameters that Latchkit sets itself, and secrets, which don't belong in a URL. */
const PROTOCOL_PARAMS = new Set([
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_secret",
  "code",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "nonce",
  "redirect_uri",
  "response_mode",
  "response_type",
  "state",
])

/** Parameters that change what the provider grants, or to which client. A browser may not set them. */
const RESERVED_PARAMS = new Set([
  ...PROTOCOL_PARAMS,
  "claims",
  "dpop_jkt",
  "grant_type",
  "id_token_hint",
  "iss",
  "registration",
  "request",
  "request_uri",
  "resource",
  "scope",
])

/** Parameters that only change the provider's sign-in page. A browser may always set them. */
const SAFE_USER_PARAMS = new Set(["display", "hd", "login_hint", "prompt", "screen_hint", "ui_locales"])

const MAX_VALUE_LENGTH = 512

/**
 * Checks the parameters that the app's own code adds to an authorization request. Allows all except those that Latchkit
 * sets.
 *
 * @throws {AuthError} `InvalidRequest`
 */
export function appParams(provider: OAuthConfig, params: Iterable<Param>): Param[] {
  const all = [...params]
  const protocolParam = all.find(([name]) => PROTOCOL_PARAMS.has(name) || name === provider.clientIdParam)
  if (!protocolParam) return all
  throw new AuthError(
    "InvalidRequest",
    `The authorization parameter \`${protocolParam[0]}\` is set by Latchkit. Leave it out of \`authorizationParams\`.`,
  )
}

/**
 * Checks the parameters that a browser adds to an authorization request. Keeps the harmless ones and those that the
 * provider's `allowedAuthorizationParams` lists. Drops all others.
 *
 * @throws {AuthError} `InvalidRequest` for a reserved name, a repeated one, and a value of more than 512 characters
 */
export function userParams(provider: OAuthConfig, params: Iterable<Param>): Param[] {
  const allowed = new Set(provider.allowedAuthorizationParams)
  const names = new Set<string>()
  return [...params].flatMap(([name, value]): Param[] => {
    const isAllowed = allowed.has(name) && (name === "scope" || name === "resource" || !RESERVED_PARAMS.has(name))
    if (!isAllowed && isReserved(provider, name)) {
      throw new AuthError("InvalidRequest", `A browser can't set the authorization parameter ${name}`)
    }
    if (!isAllowed && !SAFE_USER_PARAMS.has(name)) return []
    if (names.has(name)) throw new AuthError("InvalidRequest", `The authorization parameter ${name} was sent twice`)
    if (value.length > MAX_VALUE_LENGTH) {
      throw new AuthError(
        "InvalidRequest",
        `The authorization parameter ${name} is longer than ${MAX_VALUE_LENGTH} characters`,
      )
    }
    names.add(name)
    return [[name, value]]
  })
}

function isReserved({ clientIdParam }: OAuthConfig, name: string): boolean {
  return RESERVED_PARAMS.has(name.toLowerCase().trim()) || name === clientIdParam
}
