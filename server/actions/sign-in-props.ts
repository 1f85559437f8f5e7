import type { Outcome } from "../http/outcome.ts"
import { requestedRedirect } from "../http/redirect-url.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { cardMessages, cardProps, staticProps, withMarks } from "../sign-in/pages/sign-in-props.ts"

/**
 * `GET sign-in-props`: returns the props of the sign-in card, in the browser's language. The query may have the
 * `error`, `code`, `callbackUrl` and `email` of the page. It has no CSRF token, so that the response sets no cookie: the
 * card requests the token when a form is sent.
 */
export async function showSignInProps(context: ActionContext): Promise<Outcome> {
  const callbackUrl = await requestedRedirect(context, context.query.get("callbackUrl"))
  const own = await cardProps(context, callbackUrl)
  return {
    kind: "json",
    body: { ...(await withMarks(staticProps(context))), ...own, messages: await cardMessages(context) },
  }
}
