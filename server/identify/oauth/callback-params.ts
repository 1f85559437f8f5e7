import { sameText } from "../../crypto/bytes.ts"
import { fill } from "../../providers/template.ts"
import { endpointOf, sourceOf } from "./endpoints.ts"
import type { FlowChecks, Party } from "./engine.ts"
import type { Metadata } from "./metadata.ts"
import { refusal } from "./refusal.ts"

const ONCE = [
  "code",
  "state",
  "iss",
  "error",
  "error_description",
  "error_uri",
  "response",
  "id_token",
  "access_token",
  "session_state",
]
const LONGEST = 16 * 1024

/**
 * The code of an authorization response, checked against the flow that was started here before anything is asked of anyone.
 *
 * @throws {AuthError} `OAuthCallbackError`; its cause says `cancelled: true` where the visitor chose not to sign in
 */
export function codeFrom({ provider }: Party, parameters: URLSearchParams, checks: FlowChecks): string {
  const name = (text: string | null) => printable(text ?? "")
  const twice = ONCE.find((parameter) => parameters.getAll(parameter).length > 1)
  if (twice) throw refusal(`The callback of ${provider.id} has ${twice} more than once`)
  const state = parameters.get("state")
  if (state === null) throw refusal(`The callback of ${provider.id} has no state`)
  if (!checks.state || !sameText(state, checks.state))
    throw refusal(`The callback of ${provider.id} has another state than was sent`)
  const error = parameters.get("error")
  if (error !== null) {
    throw refusal(`Provider ${provider.id} answered with the error ${name(error)}`, {
      provider: provider.id,
      error: name(error),
      error_description: name(parameters.get("error_description")),
      ...(CANCELLED.has(error) && { cancelled: true }),
    })
  }
  // The code flow alone was started: what other flows answer was not asked for
  const foreign = ["response", "id_token", "access_token"].find((parameter) => parameters.has(parameter))
  if (foreign) throw refusal(`The callback of ${provider.id} has a ${foreign} that was not asked for`)
  const code = parameters.get("code")
  if (!code) throw refusal(`The callback of ${provider.id} has no code`)
  if (code.length > LONGEST) throw refusal(`The callback of ${provider.id} has a code of ${code.length} characters`)
  return code
}

// RFC 6749, section 4.1.2.1, and what some providers say instead
const CANCELLED = new Set([
  "access_denied",
  "user_cancelled_authorize",
  "user_cancelled_login",
  "user_denied",
  "consent_required",
])

/**
 * Refuses a response of another server than the visitor was sent to (RFC 9207, section 2.4). Without an issuer in the
 * configuration the response must at least name the origin of the authorization endpoint.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function checkResponseIssuer(
  { provider }: Party,
  metadata: Metadata,
  parameters: URLSearchParams,
  checks: FlowChecks,
): void {
  const iss = parameters.get("iss")
  const issuer = checks.issuer ?? metadata.issuer
  if (iss === null) {
    if (!metadata.authorization_response_iss_parameter_supported) return
    throw refusal(`The callback of ${provider.id} has no iss, which its discovery document promises`)
  }
  if (issuer !== undefined && (iss === issuer || provider.acceptsIssuer?.(iss, {}))) return
  const endpoint = metadata.authorization_endpoint ?? endpointOf(provider.authorization).url
  if (issuer === undefined && endpoint && URL.canParse(iss) && new URL(iss).origin === new URL(endpoint).origin) return
  throw refusal(
    `The callback of ${provider.id} is from issuer ${printable(iss)}, which is not where the visitor was sent`,
  )
}

/**
 * Refuses to finish at one server what was started at another: a configuration that is made for each request may have another
 * issuer under the same provider id by now, and that one would get the code (RFC 9700, section 4.4).
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function checkSameServer({ provider }: Party, { issuer }: Metadata, { issuer: before }: FlowChecks): void {
  if (before === undefined || issuer === undefined) return
  const own = provider.issuer === undefined ? issuer : fill(provider.issuer, sourceOf(provider))
  const known = [issuer, own].map(withoutSlash)
  if (known.includes(withoutSlash(before)) || provider.acceptsIssuer?.(before, {})) return
  throw refusal(
    `The sign-in at ${provider.id} was started with issuer ${before.slice(0, 200)}, and now it is ${issuer}`,
  )
}

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, "")

/** At most 200 printable ASCII characters, as RFC 6749 has them in errors. */
export function printable(text: string): string {
  return text.slice(0, 200).replace(/[^\x20-\x7e]/g, "?")
}
