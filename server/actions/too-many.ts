import { normalEmail } from "../providers/email-address.ts"
import type { Outcome } from "../http/outcome.ts"
import { page } from "../pages/render.ts"
import { pageUrl } from "../http/page-url.ts"
import { wantedTarget } from "../http/redirect-url.ts"
import type { Routed } from "../sessions/action-context.ts"
import { signInProps } from "../pages/sign-in-props.ts"
import { typedIn } from "../http/form-prefill.ts"

const error = "RateLimited"

/** What somebody is told who tries too often: 429, in words on the sign-in page, in JSON to a script. */
export async function tooMany(routed: Routed, wait: number): Promise<Outcome> {
  const { settings, action, returnRedirect } = routed
  const retryAfter = Math.max(1, Math.ceil(wait))
  const headers = { "retry-after": String(retryAfter) }
  if (action === "webauthn-options") return { kind: "json", status: 429, body: { error }, headers }
  if (!returnRedirect && !settings.pages.signIn) return { ...(await refusedForm(routed, retryAfter)), headers }
  const to = pageUrl(routed, "signIn", { error })
  return { kind: "redirect", to, error, ...(returnRedirect && { status: 429 as const }), headers }
}

// The page again, with nothing of the form lost but the password
async function refusedForm(routed: Routed, retryAfter: number): Promise<Outcome> {
  const { fields } = routed.body
  const { props, cookies } = await signInProps(routed, await wantedTarget(routed, fields["callbackUrl"]))
  const { provider: failedProvider, values } = typedIn(routed)
  const email = normalEmail(fields["email"]) ?? props.email
  return page(
    routed,
    (html, surroundings) =>
      html.signInPage({ ...surroundings, ...props, email, values, failedProvider, error, retryAfter }),
    {
      status: 429,
      cookies,
    },
  )
}
