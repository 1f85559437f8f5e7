import { readFormPrefill } from "../../http/form-prefill.ts"
import type { Outcome } from "../../http/outcome.ts"
import { withSearchParams } from "../../http/redirect-url.ts"
import type { SetCookie } from "../../cookies/options.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { renderPage } from "./render.ts"
import { staticProps, type RequestProps } from "./sign-in-props.ts"

/**
 * Renders the sign-in page that asks for the address first. After the address was sent, or a form failed, it shows the
 * methods for the address: the provider of its domain, or else everything that has a form. It looks up no account.
 */
export async function identifierFirstPage(
  context: ActionContext,
  own: RequestProps,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  const { site, query, settings } = context
  const wasSent = query.get("step") === "method"
  const prefill = wasSent || own.error !== undefined ? await readFormPrefill(context) : undefined
  const identifier = normalizeEmail(prefill?.email) ?? undefined
  const company = settings.domains.get(identifier?.split("@").at(-1) ?? "")
  const { providers, ...common } = staticProps(context)
  const companies = new Set(settings.domains.values())
  const props = {
    ...{ identifier, company, rejected: wasSent && identifier === undefined },
    providers: providers.filter(({ id }) => identifier !== undefined || !companies.has(id)),
    startUrl: withSearchParams(`${site.url}/signin`, site.origin, { callbackUrl: own.callbackUrl }),
  }
  return renderPage(context, (html, page) => html.identifierFirstPage({ ...page, ...common, ...own, ...props }), {
    cookies,
  })
}
