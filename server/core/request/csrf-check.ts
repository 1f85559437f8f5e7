import type { CsrfContext } from "../crypto/csrf-token.ts"
import { mapAwaitable } from "../crypto/then.ts"
import type { Awaitable } from "../../types.ts"
import { AuthError } from "../../errors.ts"
import { type RequestContext, withoutTrailingSlash } from "./auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "./action-context.ts"
import { isNavigation } from "./fetch-metadata.ts"
import { toSitePath } from "../config/site.ts"

/**
 * Checks that a form contains the CSRF token that this browser was given for its current session.
 *
 * @throws {AuthError} `MissingCSRF`
 */
export async function checkCsrf(actionContext: ActionContext): Promise<void> {
  const { settings, body } = actionContext
  if (!settings.csrfCheck) return
  const context = await csrfContext(actionContext)
  const secret = await browserSecret(actionContext)
  const token = body.fields["csrfToken"]
  if (await settings.csrf.verify(token, secret, context)) return
  const reason = !secret
    ? "its cookie is missing or was not signed here"
    : !token
      ? "the form holds no csrfToken"
      : "they differ"
  throw new AuthError("MissingCSRF", `The form's token does not belong to this browser and its session: ${reason}`)
}

/** Returns the token for a form, and the cookie to set if the browser has none yet. */
export async function issueCsrf(context: ActionContext): Promise<{ csrfToken: string; cookies: readonly SetCookie[] }> {
  const { csrf } = context.settings
  const { secret, cookies } = await ensureBrowserSecret(context)
  return { csrfToken: await csrf.token(secret, await csrfContext(context)), cookies }
}

/** Returns the fields that a form must send. There are none if the app turned the check off. */
export async function issueFormToken(
  context: ActionContext,
): Promise<{ csrfToken: string | undefined; cookies: readonly SetCookie[] }> {
  return context.settings.csrfCheck ? issueCsrf(context) : { csrfToken: undefined, cookies: [] }
}

/** Returns the browser's secret. If it has none, returns a new one and the cookie that keeps it. */
export async function ensureBrowserSecret(context: RequestContext): Promise<{ secret: string; cookies: SetCookie[] }> {
  const { csrf, secrets } = context.settings
  const existing = await browserSecret(context)
  if (existing) return { secret: existing, cookies: [] }
  const secret = csrf.create()
  return {
    secret,
    cookies: [
      { ...context.cookieTable.csrfToken, value: await csrf.write(secret, { secrets, site: context.site.url }) },
    ],
  }
}

/** Returns the browser's secret, if it has one that was signed here. */
export function readBrowserSecret({
  settings,
  site,
  cookies,
  cookieTable,
}: RequestContext): Awaitable<string | undefined> {
  return settings.csrf.read(cookies.get(cookieTable.csrfToken.name), { secrets: settings.secrets, site: site.url })
}

// A POST that checks its own form may issue the next one
const browserSecret = (context: RequestContext): Awaitable<string | undefined> =>
  context.once(browserSecret, () => readBrowserSecret(context))

function csrfContext({ settings, site, lookupSession }: ActionContext): Awaitable<CsrfContext> {
  return mapAwaitable(lookupSession(), (current) => ({
    secrets: settings.secrets,
    site: site.url,
    session: current.kind === "live" ? current.key : "",
  }))
}

/**
 * Returns the cookie that the forms of the app's own pages need, if the browser has none. A signed-in user may open any
 * page with a form, and an anonymous one the sign-in page.
 */
export async function formCookies(
  context: RequestContext,
  { method, url }: Request,
  signedIn: boolean,
): Promise<readonly SetCookie[]> {
  const { pages, csrfCheck } = context.settings
  if (!csrfCheck || method !== "GET" || !isNavigation(context)) return []
  if (signedIn) return (await ensureBrowserSecret(context)).cookies
  if (!pages.signIn) return []
  const page = new URL(pages.signIn, context.site.origin)
  if (page.origin !== context.site.origin) return []
  const requestPath = withoutTrailingSlash(toSitePath(context.site, new URL(url).pathname)) // Next's `trailingSlash` adds one
  return withoutTrailingSlash(page.pathname) === requestPath ? (await ensureBrowserSecret(context)).cookies : []
}
