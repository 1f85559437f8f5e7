import type { Outcome } from "../request/outcome.ts"
import { returnPage, returnTo } from "../request/redirect-url.ts"
import { messagesFor } from "../request/language.ts"
import type { ActionContext } from "../request/action-context.ts"
import { cardMessages, cardProps, staticProps, withMarks, withStep } from "./sign-in-props.ts"

/**
 * `GET sign-in-props`: returns the props of the sign-in card, in the browser's language. The query may have the
 * `error`, `code`, `callbackUrl`, `email` and `step` of the page, and the URL of the `page` that shows the card. It has
 * no CSRF token, so that the response sets no cookie: the card requests the token when a form is sent.
 */
export async function showSignInProps(context: ActionContext): Promise<Outcome> {
  const { query } = context
  const callbackUrl = await returnTo(context, returnPage(context, query.get("page")))
  const fixed = await withMarks(staticProps(context, await messagesFor(context)), context.settings)
  const props = await withStep(context, { ...fixed, ...(await cardProps(context, callbackUrl)) })
  return { kind: "json", body: { ...props, messages: await cardMessages(context) } }
}
