import { formToken } from "../../sessions/csrf-check.ts"
import type { Outcome } from "../../http/outcome.ts"
import { page } from "../../pages/render.ts"
import type { EmailConfig } from "../../providers/types.ts"
import type { Routed } from "../../sessions/action-context.ts"

interface Opened {
  token: string
  email: string
  callbackUrl: string
  carried: string | undefined
}

/** The page behind a link that was opened elsewhere: it names the address, and its one button takes the link. */
export async function confirmation(
  routed: Routed,
  provider: EmailConfig,
  { token, email, callbackUrl, carried }: Opened,
): Promise<Outcome> {
  const action = `${routed.site.url}/callback/${provider.id}`
  const { csrfToken, cookies } = await formToken(routed)
  const form = { action, csrfToken, email, fields: { token, email, callbackUrl, ...(carried && { carried }) } }
  return page(routed, (html, surroundings) => html.confirmPage({ ...surroundings, ...form }), { cookies })
}
