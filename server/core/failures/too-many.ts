import { normalizeEmail } from "../../providers/email-address.ts"
import type { Outcome } from "../request/outcome.ts"
import { identifierFirstPage } from "../pages/sign-in.ts"
import { renderPage } from "../pages/render.ts"
import { pageUrl, returnTo } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import { signInProps } from "../pages/sign-in-props.ts"
import { toFormPrefill } from "../pages/form-prefill.ts"

const errorType = "RateLimited"
/** Actions that only programs call. */
const JSON_ACTIONS: ReadonlySet<string> = new Set(["revoke", "token", "webauthn-options"])

/** Responds with 429 to too many attempts: the sign-in page with a message, or JSON for a script. */
export async function rateLimited(context: ActionContext, wait: number): Promise<Outcome> {
  const { settings, action, wants } = context
  const retryAfter = Math.max(1, Math.ceil(wait))
  const headers = { "retry-after": String(retryAfter) }
  if (JSON_ACTIONS.has(action)) return { kind: "json", status: 429, body: { error: errorType }, headers }
  if (wants === "page" && !settings.pages.signIn) return { ...(await rateLimitedForm(context, retryAfter)), headers }
  const to = pageUrl(context, "signIn", { error: errorType })
  return { kind: "redirect", to, error: errorType, ...(wants === "json" && { status: 429 as const }), headers }
}

// Renders the page again with the form's values, except the password
async function rateLimitedForm(context: ActionContext, retryAfter: number): Promise<Outcome> {
  const { fields } = context.body
  const { props, cookies } = await signInProps(context, await returnTo(context))
  const { provider: failedProvider, values } = toFormPrefill(context)
  const email = normalizeEmail(fields["email"]) ?? props.email
  const rejected = { ...props, email, values, failedProvider, error: errorType, retryAfter }
  if (context.settings.flow === "identifier-first")
    return identifierFirstPage(context, { ...rejected, status: 429 }, cookies)
  return renderPage(context, (page, html) => html.signInPage({ ...page, ...rejected }), { status: 429, cookies })
}
