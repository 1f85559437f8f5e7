import { issueFormToken } from "../../sessions/csrf-check.ts"
import type { Outcome } from "../../http/outcome.ts"
import { renderPage } from "../../pages/render.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../sessions/action-context.ts"

interface OpenedLink {
  token: string
  email: string
  callbackUrl: string
  carried: string | undefined
}

/**
 * Returns the page for a link that was opened in another browser. It shows the address, and its button uses the link.
 */
export async function confirmationPage(
  context: ActionContext,
  provider: EmailConfig,
  { token, email, callbackUrl, carried }: OpenedLink,
): Promise<Outcome> {
  const action = `${context.site.url}/callback/${provider.id}`
  const { csrfToken, cookies } = await issueFormToken(context)
  const form = { action, csrfToken, email, fields: { token, email, callbackUrl, ...(carried && { carried }) } }
  return renderPage(context, (html, serviceOptions) => html.confirmPage({ ...serviceOptions, ...form }), { cookies })
}
