import type { Session } from "../../client/contract.ts"
import type { LoadedConfig } from "../core/config/prepare.ts"
import type { Settings } from "../core/config/settings.ts"
import { resolveSite, toSitePath } from "../core/config/site.ts"
import { decide } from "../core/config/decisions.ts"
import { AuthError } from "../errors.ts"
import { withoutTrailingSlash, type ActionPath } from "../core/request/auth-request.ts"
import { isCrossSiteFormPost } from "../core/request/csrf-check.ts"
import { usableProviders } from "../core/request/public-provider.ts"
import { findStoredUsers } from "../core/sign-in/stored-users.ts"
import { lazy } from "../lazy.ts"
import { isFormPost, isOAuth } from "../providers/protocol.ts"
import { warnOnce } from "../core/config/warn-once.ts"
import { rowFor } from "./router.ts"

const findAsset = lazy(() => import("../core/pages/render.ts"), "findAsset")

/**
 * Returns whether Latchkit responds to this method, action and target. An app's own page may have the name of an
 * action.
 */
export async function isRoute(method: string, { action, target }: ActionPath, settings: Settings): Promise<boolean> {
  const row = rowFor(method, { action }, settings)
  if (!row || row.isOn?.(settings) === false) return false
  if (typeof row.target === "object") return target !== undefined && row.target.includes(target)
  if (target === undefined) return row.target === undefined || row.target.endsWith("or none")
  if (row.target === undefined) return false
  if (row.target.startsWith("step"))
    return (await findStoredUsers(settings)?.pauses.rows(settings))?.some(({ id }) => id === target) === true
  if (row.target !== "asset") return usableProviders(settings).some(({ id }) => id === target)
  return (await findAsset(target, settings)) !== undefined
}

/** Returns the path of a request's URL. */
export const toPathname = ({ url }: Request): string => new URL(url).pathname

/**
 * Rejects a form that another site posted to one of the app's own routes, and logs the reason.
 *
 * @returns whether the form was rejected
 */
export function rejectCrossSiteForm(
  { settings, logger }: LoadedConfig,
  request: Request,
  trusted: readonly string[],
): boolean {
  if (!isCrossSiteFormPost(request, [...trusted, ...(settings?.trustedOrigins ?? [])])) return false
  const siteOrigin = settings ? findSiteOrigin(settings, request) : undefined
  if (siteOrigin !== undefined && !isCrossSiteFormPost(request, [siteOrigin])) return false
  const { headers, method } = request
  const receivedHeaders = `Origin ${headers.get("origin")}, Sec-Fetch-Site ${headers.get("sec-fetch-site")}`
  const message = `Cross-site form rejected: ${method} ${toPathname(request)} came with ${receivedHeaders}, and the site is ${siteOrigin}. Add the origin to \`trustedOrigins\` if its forms are yours.`
  if (settings?.production) logger.debug(message)
  else logger.error(new AuthError("InvalidRequest", message))
  return true
}

function findSiteOrigin({ site }: Pick<Settings, "site">, { headers, url }: Request): string | undefined {
  try {
    return resolveSite(site, headers, new URL(url)).origin
  } catch {
    return undefined // if the host isn't trusted, the framework has already compared the origin
  }
}

interface AuthorizedOptions {
  request: Request
  session: Session | null
  wraps: boolean
}

/** Calls the `authorized` callback. Anything else than `true` or a `Response` denies access, and so does an error. */
export async function callAuthorizedCallback(
  { settings }: LoadedConfig,
  { request, session, wraps }: AuthorizedOptions,
): Promise<boolean | Response> {
  if (!settings) return false
  const { authorized } = settings.callbacks
  if (!authorized) return true
  const call = () => authorized({ request, auth: session })
  if (!settings.rules.truthyAuthorized) {
    const result = await decide(settings, "authorized", call)
    return result instanceof Response ? result : result === true
  }
  const results = await decide(settings, "authjsAuthorized", async () => [await call()]) // no list after an error
  if (!Array.isArray(results)) return false
  const [result] = results as unknown[]
  return result instanceof Response ? result : wraps || Boolean(result)
}

/** Returns whether the request is for the app's own sign-in page. */
export function isSignInPage({ settings }: LoadedConfig, request: Request): boolean {
  const { signIn } = settings?.pages ?? {}
  return settings !== undefined && signIn !== undefined && isPageAt(settings, request, signIn)
}

/** Returns the ids of the steps whose page a request is for. */
export const stepsAt = ({ settings }: LoadedConfig, request: Request): readonly string[] =>
  settings?.steps.filter(({ url }) => isPageAt(settings, request, url)).map(({ id }) => id) ?? []

function isPageAt(settings: Settings, request: Request, pageUrl: string): boolean {
  const siteOrigin = findSiteOrigin(settings, request)
  if (siteOrigin === undefined) return false
  const page = new URL(pageUrl, siteOrigin)
  const path = toSitePath(settings.site, toPathname(request)) // a proxy or the framework may have removed the site's path
  return page.origin === siteOrigin && withoutTrailingSlash(page.pathname) === withoutTrailingSlash(path)
}

/** Warns once, in development, if the framework's CSRF check will reject a provider's `form_post` response. */
export function warnOfCoveredFormPost(settings: Settings): void {
  const { production, providers } = settings
  const posts = [...providers.values()].some((provider) => isOAuth(provider) && isFormPost(provider))
  if (posts && !production) warnOnce(settings, "form-post-covered")
}
