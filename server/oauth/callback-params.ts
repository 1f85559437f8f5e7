import * as oauth from "oauth4webapi"
import { fillTemplate } from "../providers/template.ts"
import { placeholderValues } from "./endpoints.ts"
import type { AuthorizationChecks, ProviderClient, Metadata } from "./types.ts"
import { printable, callbackError } from "./refusal.ts"
import { toOAuthClient, toAuthorizationServer, runStep } from "./standard.ts"

const SINGLE_PARAMETERS = [
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
const MAX_PARAMETER_LENGTH = 16 * 1024

/**
 * Checks an authorization response against the flow that was started here, before any request is made with its code.
 *
 * @returns the parameters, which oauth4webapi takes a code from
 * @throws {AuthError} `OAuthCallbackError`; its cause says `cancelled: true` if the user chose not to sign in
 */
export async function validateAuthResponse(
  client: ProviderClient,
  parameters: URLSearchParams,
  { metadata, checks }: { metadata: Metadata; checks: AuthorizationChecks },
): Promise<URLSearchParams> {
  const { id } = client.provider
  const server = toAuthorizationServer(client, metadata, checks.issuer ?? metadata.issuer)
  const response = withIssuer(client, parameters, { server, checks, metadata })
  return runStep(client, "callback", () => {
    try {
      return oauth.validateAuthResponse(server, toOAuthClient(client), response, checks.state ?? oauth.skipStateCheck)
    } catch (thrown) {
      if (!(thrown instanceof oauth.AuthorizationResponseError)) throw thrown
      throw callbackError(`Provider ${id} answered with the error ${printable(thrown.error)}`, {
        provider: id,
        error: printable(thrown.error),
        error_description: printable(thrown.error_description ?? ""),
        ...(CANCELLATION_ERRORS.has(thrown.error) && { cancelled: true }),
      })
    }
  })
}

/**
 * Refuses what no standard function looks at: repeated parameters, a token that the code flow doesn't have, and a code that is
 * missing or too long.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function checkParameters({ provider: { id } }: ProviderClient, parameters: URLSearchParams): void {
  const twice = SINGLE_PARAMETERS.find((parameter) => parameters.getAll(parameter).length > 1)
  if (twice) throw callbackError(`The callback of ${id} has ${twice} more than once`)
  const error = parameters.get("error")
  if (error === "") throw callbackError(`The callback of ${id} has an empty error`) // oauth4webapi would take it for none
  if (error !== null) return
  if (parameters.has("access_token"))
    throw callbackError(`The callback of ${id} has an access_token that was not asked for`)
  const code = parameters.get("code")
  if (!code) throw callbackError(`The callback of ${id} has no code`)
  if (code.length > MAX_PARAMETER_LENGTH)
    throw callbackError(`The callback of ${id} has a code of ${code.length} characters`)
}

interface IssuerContext {
  server: oauth.AuthorizationServer
  metadata: Metadata
  checks: AuthorizationChecks
}

/**
 * The parameters with the expected issuer in place of another name of the same server: one that the provider's row accepts, or
 * if the configuration has no issuer, any of the origin that the user was sent to (RFC 9207, section 2.4).
 */
function withIssuer(
  { provider }: ProviderClient,
  parameters: URLSearchParams,
  { server, metadata, checks }: IssuerContext,
) {
  const response = new URLSearchParams(parameters)
  const iss = parameters.get("iss")
  if (iss === null) return response
  const unknown = checks.issuer === undefined && metadata.issuer === undefined
  const sameOrigin = unknown && URL.parse(iss)?.origin === server.issuer
  if (sameOrigin || provider.acceptsIssuer?.(iss, {})) response.set("iss", server.issuer)
  return response
}

// RFC 6749, section 4.1.2.1, and what some providers say instead
const CANCELLATION_ERRORS = new Set([
  "access_denied",
  "user_cancelled_authorize",
  "user_cancelled_login",
  "user_denied",
  "consent_required",
])

/**
 * Refuses to finish at one server what was started at another: a configuration that is made for each request may have another
 * issuer under the same provider id by now, and that one would get the code (RFC 9700, section 4.4).
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function checkSameServer(
  { provider }: ProviderClient,
  { issuer }: Metadata,
  { issuer: before }: AuthorizationChecks,
): void {
  if (before === undefined || issuer === undefined) return
  const configuredIssuer =
    provider.issuer === undefined ? issuer : fillTemplate(provider.issuer, placeholderValues(provider))
  const knownIssuers = [issuer, configuredIssuer].map(withoutSlash)
  if (knownIssuers.includes(withoutSlash(before)) || provider.acceptsIssuer?.(before, {})) return
  throw callbackError(
    `The sign-in at ${provider.id} was started with issuer ${before.slice(0, 200)}, and now it is ${issuer}`,
  )
}

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, "")
