import * as oauth from "oauth4webapi"
import type { AuthorizationChecks, ProviderClient, Metadata } from "./types.ts"
import { printable, callbackError } from "./values.ts"
import { requireExtensions } from "./require-extensions.ts"
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
 * Checks an authorization response against the transaction that started it, before any request is made with its code.
 * A provider with `signedResponse` must have signed it: its `response` has the parameters, and all others are ignored.
 *
 * @returns the parameters, which oauth4webapi takes a code from
 * @throws {AuthError} `OAuthCallbackError`, with `cancelled: true` in its cause if the user cancelled the sign-in
 */
export async function validateAuthResponse(
  client: ProviderClient,
  parameters: URLSearchParams,
  { metadata, checks, redirectUri }: { metadata: Metadata; checks: AuthorizationChecks; redirectUri: string },
): Promise<URLSearchParams> {
  const { id } = client.provider
  const server = toAuthorizationServer(client, metadata, checks.issuer ?? metadata.issuer)
  const response = withIssuer(client, parameters, { server, checks, metadata })
  const state: string | typeof oauth.skipStateCheck = checks.state ?? oauth.skipStateCheck
  return runStep(client, "callback", async () => {
    try {
      return client.provider.signedResponse === true
        ? await requireExtensions(client).validateSignedResponse(client, parameters, { metadata, checks })
        : oauth.validateAuthResponse(server, toOAuthClient(client), response, state)
    } catch (thrown) {
      if (!(thrown instanceof oauth.AuthorizationResponseError)) throw thrown
      const fix = thrown.error === "redirect_uri_mismatch" ? `. Register the redirect URI ${redirectUri} there` : ""
      throw callbackError(`Provider ${id} responded with the error ${printable(thrown.error)}${fix}`, {
        provider: id,
        error: printable(thrown.error),
        error_description: printable(thrown.error_description ?? ""),
        ...(CANCELLATION_ERRORS.has(thrown.error) && { cancelled: true }),
      })
    }
  })
}

/**
 * Rejects what oauth4webapi doesn't check: repeated parameters, tokens that the code flow doesn't return, and a code
 * that is missing or too long.
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function checkParameters({ provider }: ProviderClient, parameters: URLSearchParams): void {
  const { id, signedResponse } = provider
  const twice = SINGLE_PARAMETERS.find((parameter) => parameters.getAll(parameter).length > 1)
  if (twice) throw callbackError(`The callback of ${id} has ${twice} more than once`)
  if (signedResponse === true && !parameters.get("response"))
    throw callbackError(`The callback of ${id} isn't signed, but \`signedResponse\` asks for it`)
  if (signedResponse === true) return
  const error = parameters.get("error")
  if (error === "") throw callbackError(`The callback of ${id} has an empty error`) // oauth4webapi would ignore it
  if (error !== null) return
  if (parameters.has("access_token"))
    throw callbackError(`The callback of ${id} has an access_token that wasn't requested`)
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
 * Returns the parameters with the expected issuer in place of another name of the same server. The provider's row may
 * accept other names. If the configuration has no issuer, any issuer of the origin that the user was redirected to is
 * accepted ([RFC 9207, section 2.4](https://www.rfc-editor.org/rfc/rfc9207#section-2.4)).
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

// RFC 6749, section 4.1.2.1, and the codes that some providers use instead
const CANCELLATION_ERRORS = new Set([
  "access_denied",
  "user_cancelled_authorize",
  "user_cancelled_login",
  "user_denied",
  "consent_required",
])

/**
 * Rejects a callback at another server than the sign-in started at. A configuration that is created for each request
 * may have a new issuer under the same provider id. That issuer would get the code ([RFC 9700, section
 * 4.4](https://www.rfc-editor.org/rfc/rfc9700#section-4.4)).
 *
 * @throws {AuthError} `OAuthCallbackError`
 */
export function checkSameServer(
  { provider }: ProviderClient,
  { issuer }: Metadata,
  { issuer: before }: AuthorizationChecks,
): void {
  if (before === undefined || issuer === undefined) return
  const knownIssuers = [issuer, provider.issuer ?? issuer].map(withoutSlash)
  if (knownIssuers.includes(withoutSlash(before)) || provider.acceptsIssuer?.(before, {})) return
  throw callbackError(
    `The sign-in at ${provider.id} started with issuer ${before.slice(0, 200)}, but the issuer is now ${issuer}`,
  )
}

const withoutSlash = (issuer: string) => issuer.replace(/\/$/, "")
