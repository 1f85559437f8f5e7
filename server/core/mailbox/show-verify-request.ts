import { verifyRequestPage } from "../../../components/html/email-pages.ts"
import { appPage, cookiesForNavigation } from "../pages/app-page.ts"
import { renderPage } from "../pages/render.ts"
import type { ActionContext } from "../request/action-context.ts"
import { issueFormToken } from "../request/csrf-check.ts"
import { oneOf } from "../request/form.ts"
import type { Outcome } from "../request/outcome.ts"
import { pageUrl, withSearchParams } from "../request/redirect-url.ts"
import { readEmailRequest } from "./request.ts"

/** Seconds until the page offers to resend the email. Without JavaScript, the user can resend at once. */
const RESEND_DELAY = 30

/** `GET verify-request`: tells the user to check their inbox. */
export async function showVerifyRequest(context: ActionContext): Promise<Outcome> {
  const { settings, site, query } = context
  const provider = settings.providers.has(query.get("provider") ?? "")
    ? (query.get("provider") ?? undefined)
    : undefined
  const appPageUrl = appPage(context, "verifyRequest")
  if (appPageUrl) {
    return { kind: "redirect", to: withSearchParams(appPageUrl, site.origin, { provider, type: "email" }) }
  }
  const signInUrl = pageUrl(context, "signIn")
  const emailRequest = provider === undefined ? null : await readEmailRequest(context, provider)
  const { csrfToken, cookies } = await issueFormToken(context)
  const props = {
    provider,
    email: emailRequest?.identifier,
    signInUrl,
    csrfToken,
    error: oneOf(query.get("error"), ["Verification"]),
    resent: emailRequest?.again,
    countdown: emailRequest?.iat && Math.ceil(emailRequest.iat + RESEND_DELAY - settings.now() / 1000),
    ...emailForms(context, emailRequest?.provider),
  }
  return renderPage(context, (page) => verifyRequestPage({ ...page, ...props }), {
    cookies: cookiesForNavigation(context, cookies),
  })
}

/** Returns the forms of a browser that requested an email: enter the code, or resend. */
function emailForms({ settings, site }: ActionContext, id: string | undefined) {
  const provider = id === undefined ? undefined : settings.providers.get(id)
  if (provider?.type !== "email") return {}
  return {
    resendAction: `${site.url}/signin/${provider.id}`,
    codeAction: provider.sendsCode ? `${site.url}/callback/${provider.id}` : undefined,
    webmail: provider.webmail,
  }
}
