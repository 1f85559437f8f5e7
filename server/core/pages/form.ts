import { storeCallbackUrl } from "../cookies/jar.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import { issueFormToken } from "../request/csrf-check.ts"
import type { Outcome } from "../request/outcome.ts"
import { cookiesForNavigation } from "./app-page.ts"
import { renderPage, type Html, type PageProps } from "./render.ts"

interface Form<Props> {
  /** The props of its card. */
  props: Props
  /** The body of `GET` for a script that asks for JSON. Without one, it gets the page too. */
  body?: object
  status?: number | undefined
  /** Cookies beside the one of the CSRF token. */
  cookies?: readonly SetCookie[]
}

/** Responds with a form and its CSRF token: as JSON, or with its page. `render` returns the page's document. */
export async function showForm<Props extends object>(
  context: ActionContext,
  { props, body, status = 200, cookies = [] }: Form<Props>,
  render: (page: PageProps & Props & { csrfToken: string | undefined }, html: Html) => string,
): Promise<Outcome> {
  const { csrfToken, cookies: issued } = await issueFormToken(context)
  const all = [...issued, ...cookies]
  if (body && context.method === "GET" && context.wants === "json")
    return { kind: "json", body: { ...body, csrfToken }, cookies: all }
  return renderPage(context, (page, html) => render({ ...page, ...props, csrfToken }, html), { status, cookies: all })
}

/** Returns the cookie with the page to return to, if the address of this page names one. */
export function returnCookies(context: ActionContext, callbackUrl: string | undefined): readonly SetCookie[] {
  if (callbackUrl === undefined || !context.query.has("callbackUrl")) return []
  return cookiesForNavigation(context, storeCallbackUrl(context.cookies, context.cookieTable, callbackUrl))
}
