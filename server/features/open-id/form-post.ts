import { sha256 } from "../../core/crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../../core/crypto/sealed.ts"
import { AuthError, RejectedRequest } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { OAuthConfig } from "../../providers/types.ts"
import { withSearchParams } from "../../core/request/redirect-url.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { UnawaitedResponse } from "../../core/sign-in/oauth-transaction.ts"

/** The query parameter that holds the sealed response, and the purpose that it is sealed for. */
const PARAMETER = "form_post"
/** Seconds between the provider's POST and the GET that follows it. */
const MAX_AGE = 60
/** Maximum characters of the URL. Requests with more than 8192 are rejected. */
const MAX_URL_LENGTH = 8000

type Fields = Readonly<Record<string, string | undefined>>

/** A provider's posted response, sealed into the URL of the following GET. The flow's `state` is among `fields`. */
interface PostedResponse {
  site: string
  provider: string
  fields: Fields
}

/**
 * Redirects a provider's POST to a GET of the same callback. The POST comes from another site, so the browser sends it
 * without the cookies that bind a sign-in to its browser and its user. The GET has them.
 *
 * @see [OAuth 2.0 Form Post Response Mode](https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html)
 * @throws {AuthError} `OAuthCallbackError` if the response doesn't fit in a URL
 */
export async function redirectFormPost(
  context: RequestContext & Pick<ActionContext, "body">,
  { id }: OAuthConfig,
): Promise<Outcome> {
  const { site, body } = context
  const fields = { ...body.fields }
  const response: PostedResponse = { site: site.url, provider: id, fields }
  const sealed = await sealValue(response, { ...formPostSealOptions(context), maxAge: MAX_AGE })
  const { state } = fields
  const to = withSearchParams(`${site.url}/callback/${id}`, site.origin, { state, [PARAMETER]: sealed })
  if (to.length <= MAX_URL_LENGTH) return { kind: "redirect", status: 303, to }
  throw new AuthError("OAuthCallbackError", `The response that ${id} posted is too long: ${to.length} characters`)
}

/**
 * Opens the response that {@link redirectFormPost} sealed. Each response opens once.
 *
 * @throws {RejectedRequest} 400 if the URL contains none
 * @throws {AuthError} `OAuthCallbackError` if it was sealed for another site, provider or flow, has expired, or was
 * used
 */
export async function openFormPost(context: ActionContext, { id }: OAuthConfig): Promise<URLSearchParams> {
  const { query, site, settings } = context
  const [sealed, ...more] = query.getAll(PARAMETER)
  if (!sealed || more.length > 0)
    throw new RejectedRequest(400, `${id} must post its response, but this one was sent by GET`)
  // redirectFormPost sealed it, and this key opens nothing else
  const response = (await openValue(sealed, formPostSealOptions(context))) as PostedResponse | null
  if (response?.site !== site.url || response.provider !== id)
    throw new UnawaitedResponse(`The posted response of ${id} has expired, or is for another site`)
  const fields = Object.entries(response.fields).filter((field): field is [string, string] => field[1] !== undefined)
  const parameters = new URLSearchParams(fields)
  if (parameters.get("state") !== query.get("state") || query.getAll("state").length > 1)
    throw new AuthError("OAuthCallbackError", `The posted response of ${id} belongs to another sign-in`)
  const expires = settings.now() + 2 * MAX_AGE * 1000
  if (await settings.replayStore.markUsed(`form_post:${await sha256(sealed)}`, expires)) return parameters
  throw new UnawaitedResponse(`The posted response of ${id} was already used`)
}

const formPostSealOptions = (context: RequestContext) => sealOptionsFor(context, PARAMETER)
