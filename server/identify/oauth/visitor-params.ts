import { AuthError } from "../../errors.ts"
import type { OAuthConfig } from "../../providers/types.ts"

/** Names that belong to the flow: what they say is ours alone to say. */
const RESERVED = new Set([
  "client_assertion",
  "client_assertion_type",
  "client_id",
  "client_secret",
  "claims",
  "code",
  "code_challenge",
  "code_challenge_method",
  "code_verifier",
  "dpop_jkt",
  "grant_type",
  "id_token_hint",
  "iss",
  "nonce",
  "redirect_uri",
  "registration",
  "request",
  "request_uri",
  "resource",
  "response_mode",
  "response_type",
  "scope",
  "state",
])

/** What a visitor may say of how the provider greets them. */
const HARMLESS = new Set(["display", "hd", "login_hint", "prompt", "screen_hint", "ui_locales"])

const LONGEST = 512

/**
 * The parameters of a visitor that are sent on: the harmless ones and those that the provider's `visitorParams` lists.
 * Others are left out.
 *
 * @throws {AuthError} `InvalidRequest` for a name that belongs to the flow, one that comes twice, and one too long
 */
export function visitorParams(provider: OAuthConfig, params: Iterable<readonly [string, string]>): [string, string][] {
  const approved = new Set(provider.visitorParams)
  const seen = new Set<string>()
  return [...params].flatMap(([name, value]): [string, string][] => {
    const wanted = approved.has(name) && (name === "scope" || name === "resource" || !RESERVED.has(name))
    if (!wanted && isReserved(provider, name)) {
      throw new AuthError("InvalidRequest", `The authorization parameter ${name} cannot be set from outside`)
    }
    if (!wanted && !HARMLESS.has(name)) return []
    if (seen.has(name)) throw new AuthError("InvalidRequest", `The authorization parameter ${name} comes twice`)
    if (value.length > LONGEST) {
      throw new AuthError("InvalidRequest", `The authorization parameter ${name} is longer than ${LONGEST} characters`)
    }
    seen.add(name)
    return [[name, value]]
  })
}

function isReserved({ clientIdParam }: OAuthConfig, name: string): boolean {
  return RESERVED.has(name.toLowerCase().trim()) || name === clientIdParam
}
