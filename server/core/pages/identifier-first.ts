import type { Outcome } from "../request/outcome.ts"
import type { SetCookie } from "../cookies/options.ts"
import { messagesFor } from "../request/language.ts"
import type { ActionContext } from "../request/action-context.ts"
import { identifierStep, providersForStep } from "./identifier-step.ts"
import { renderPage } from "./render.ts"
import { staticProps, type RequestProps } from "./sign-in-props.ts"

/** A page whose form was sent too often. */
interface Rejection {
  retryAfter?: number
  /** The response's status. @default 200 */
  status?: number
}

/**
 * Renders the sign-in page that asks for the address first. After the address was sent, or a form failed, it shows the
 * provider of the address's domain. If there is none, it shows all methods that have a form. It looks up no account.
 */
export async function identifierFirstPage(
  context: ActionContext,
  { status, ...own }: RequestProps & Rejection,
  cookies: readonly SetCookie[],
): Promise<Outcome> {
  const step = await identifierStep(context, own)
  const common = staticProps(context, await messagesFor(context))
  const props = { ...common, ...own, ...step, providers: providersForStep(context, step, common.providers) }
  return renderPage(context, (html, page) => html.identifierFirstPage({ ...page, ...props }), {
    cookies,
    ...(status !== undefined && { status }),
  })
}
