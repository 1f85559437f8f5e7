import type { StepUpRequired } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import { withSearchParams } from "../request/redirect-url.ts"

/** Names for `acr_values` of the challenge: OpenID's own for phishing resistance and for several factors. */
const ACR = {
  phishingResistant: "phr",
  multiFactor: "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
} as const

/** How a request gets its response. */
export interface StepUpTarget {
  /** Whether the request was a script's, which reads the response itself. */
  asJson: boolean
  /** The page that the user returns to from the confirmation. Already validated. */
  callbackUrl: string
}

/**
 * Responds to a request that needs a confirmation first: 401 with a challenge for a script, and otherwise a redirect to
 * the page. A form isn't kept: the user returns to its page and sends it again.
 *
 * @see [RFC 9470, section 3](https://www.rfc-editor.org/rfc/rfc9470#section-3)
 */
export function stepUpOutcome(
  { site }: Pick<RequestContext, "site">,
  { url, maxAge, factors, phishingResistant }: StepUpRequired,
  { asJson, callbackUrl }: StepUpTarget,
): Outcome {
  const rejection = "StepUpRequired"
  if (!asJson)
    return { kind: "redirect", status: 303, to: withSearchParams(url, site.origin, { callbackUrl }), rejection }
  const acr = phishingResistant ? ACR.phishingResistant : factors === 2 ? ACR.multiFactor : undefined
  const challenge = [`Bearer error="insufficient_user_authentication"`, `max_age=${maxAge}`]
  return {
    kind: "json",
    status: 401,
    headers: {
      "cache-control": "no-store",
      "www-authenticate": [...challenge, ...(acr ? [`acr_values="${acr}"`] : [])].join(", "),
    },
    body: { error: rejection, url, maxAge, factors, phishingResistant },
  }
}
