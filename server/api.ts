import type { Session } from "../client/contract.ts"
import type { AuthorizationParams, HelperResponse, Helpers, SignInOptions } from "./actions/helper-types.ts"
import type { PreparedConfig } from "./config/prepare.ts"
import { AuthError } from "./errors.ts"
import type { AuthRequest, RequestContext } from "./http/auth-request.ts"
import { signInFormCookies } from "./sessions/form-cookies.ts"
import {
  withoutBodyHeaders,
  readNavigableContext,
  readSameSiteContext,
  readContext,
  readContextIfConfigured,
  unwrapRequest,
  mayStartSignIn,
  type RequestLike,
} from "./sessions/helper-request.ts"
import type { Outcome } from "./http/outcome.ts"
import { serializeCookies } from "./http/respond.ts"
import { toActionContext, runWithoutChecks } from "./routes.ts"
import { currentSession } from "./sessions/current.ts"
import { requestedRedirect } from "./http/redirect-url.ts"
import { sessionStrategy } from "./sessions/index.ts"
import { toServerSession } from "./sessions/server-session.ts"
import { versionCookie } from "./sessions/version.ts"

export type { AuthorizationParams, HelperResponse, Helpers, RequestLike, SignInOptions }

/** Creates the helpers of one prepared configuration. */
export function createHelpers<S extends Session>(prepared: PreparedConfig): Helpers<S> {
  const refresh = async (request: RequestLike) => {
    const context = await readContextIfConfigured(prepared, request)
    if (!context) return { session: null, cookies: [] }
    const refreshed = await currentSession(context, await sessionStrategy(context.settings).read(context))
    const session = toServerSession(context.settings, refreshed) as S | null // the type that the app's own session callback returns
    return { session, cookies: serializeCookies(refreshed.cookies) }
  }
  return {
    refresh,
    async getAccessToken(request, provider) {
      const { accessToken } = await import("./accounts/access-token.ts")
      return accessToken(await readNavigableContext(prepared, request), provider)
    },
    async account(request) {
      const { accountDetails } = await import("./accounts/details.ts")
      const visit = await readContext(prepared, request)
      return (await accountDetails(visit, await sessionStrategy(visit.settings).read(visit))).account
    },
    listSessions: async (request) => (await loadSessionManagement()).listSessions(await readContext(prepared, request)),
    revokeSession: async (request, id) =>
      (await loadSessionManagement()).revokeSession(await readSameSiteContext(prepared, request), id),
    revokeOtherSessions: async (request) =>
      (await loadSessionManagement()).revokeOtherSessions(await readSameSiteContext(prepared, request)),
    session: async (request) => (await refresh(request)).session,
    async signInProps(request) {
      const { signInProps } = await import("./pages/sign-in-props.ts")
      const visit = await readContext(prepared, request)
      const query =
        URL.parse(unwrapRequest(request).url ?? "", visit.site.origin)?.searchParams ?? new URLSearchParams()
      const actionContext = toActionContext(toAuthRequest(visit, { method: "GET", action: "signin", query }), undefined)
      const { props, cookies } = await signInProps(
        actionContext,
        await requestedRedirect(actionContext, query.get("callbackUrl")),
      )
      return { props: { ...props, basePath: visit.site.basePath }, cookies: serializeCookies(cookies) }
    },
    async formCookies(request) {
      const visit = await readContextIfConfigured(prepared, request)
      return visit ? serializeCookies(await signInFormCookies(visit, request)) : []
    },
    async refusedFields(request, asked) {
      const { validateSignInForm: refusedFields } = await import("./sign-in/validate-form.ts")
      return refusedFields(await readContext(prepared, request), asked)
    },
    async formRejection(request, error, form) {
      const { formRejection } = await import("./actions/form-rejection.ts")
      return formRejection(await readContext(prepared, request), error, form)
    },
    async signIn(request, provider, options = {}) {
      const visit = await readContext(prepared, request)
      const target = (await mayStartSignIn(visit, provider)) ? provider : undefined
      return toHelperResponse(await postSignIn(visit, { action: "signin", target, ...signInForm(visit, options) }))
    },
    async signOut(request, { redirectTo } = {}) {
      const visit = await readSameSiteContext(prepared, request)
      const fields = { callbackUrl: redirectTo ?? sameOriginReferer(visit) }
      return toHelperResponse(
        await postSignIn(visit, { action: "signout", target: undefined, fields, query: new URLSearchParams() }),
      )
    },
    async update(request, data) {
      const visit = await readSameSiteContext(prepared, request)
      const sessionLookup = await sessionStrategy(visit.settings).read(visit)
      if (sessionLookup.kind === "none") return { session: null, cookies: serializeCookies(sessionLookup.cookies) }
      const presented = await currentSession(visit, sessionLookup, { data })
      const session = toServerSession(visit.settings, presented) as S | null // as above
      return { session, cookies: serializeCookies([...presented.cookies, versionCookie(visit)]) }
    },
  }
}

const loadSessionManagement = () => import("./sessions/manage.ts") // not needed to read a session

interface SignInRequest {
  action: AuthRequest["action"]
  target: string | undefined
  fields: Record<string, string | undefined>
  query: URLSearchParams
  authorizationParams?: [string, string][]
}

function signInForm(context: RequestContext, { redirectTo, fields, remember, carry, ...options }: SignInOptions) {
  const chosen = remember === undefined ? undefined : { remember: remember ? "yes" : "no" }
  return {
    query: new URLSearchParams(options.userAuthorizationParams),
    authorizationParams: [...new URLSearchParams(options.authorizationParams)],
    fields: { ...fields, ...chosen, ...(carry && { carry }), callbackUrl: redirectTo ?? sameOriginReferer(context) },
  }
}

/** Returns the `Referer` if it is a page of the app. Skips Latchkit's own pages, and URLs with a one-time value. */
function sameOriginReferer({ headers, site, settings }: RequestContext): string | undefined {
  const url = URL.parse(headers.get("referer") ?? "")
  if (!url || url.origin !== site.origin) return undefined
  const ours =
    settings.mounts.some((mount) => url.pathname.startsWith(`${mount}/`)) || /[?&](token|code|state)=/.test(url.search)
  return ours ? undefined : url.href
}

// Called by the app's own code, not by a page, so there is no CSRF token to check
async function postSignIn(
  context: RequestContext,
  { action, target, fields, query, authorizationParams = [] }: SignInRequest,
): Promise<Outcome> {
  const { settings } = context
  if (target !== undefined && !settings.providers.has(target)) {
    throw new AuthError("InvalidProvider", `No provider has the id ${JSON.stringify(target.slice(0, 80))}`)
  }
  const authRequest = {
    ...toAuthRequest(context, { method: "POST", action, target, query, fields }),
    authorizationParams,
  }
  try {
    return await runWithoutChecks(toActionContext(authRequest, target ? settings.providers.get(target) : undefined))
  } catch (thrown) {
    const { toAuthError: asAuthError, logError: report } = await import("./actions/error-response.ts")
    report(asAuthError(thrown), settings.logger, { action, provider: target })
    throw thrown
  }
}

type ActionRequest = Pick<AuthRequest, "method" | "action" | "query"> &
  Partial<Pick<SignInRequest, "target" | "fields">>

/** Creates the request that a page would have sent to the handler. */
function toAuthRequest(context: RequestContext, { method, action, target, query, fields }: ActionRequest): AuthRequest {
  const form = Object.assign(Object.create(null) as Record<string, string>, fields) // no prototype, like a parsed form
  const address = `${context.site.url}/${action}${target ? `/${target}` : ""}`
  const request = new Request(address, { method, headers: withoutBodyHeaders(context.headers) })
  return {
    ...context,
    request,
    method,
    action,
    target,
    query,
    body: { fields: form, json: undefined },
    returnRedirect: false,
  }
}

function toHelperResponse(outcome: Outcome): HelperResponse {
  if (outcome.kind !== "redirect")
    throw new AuthError("InvalidRequest", "This sign-in must show a page, so server code can't start it")
  return { url: outcome.to, cookies: serializeCookies(outcome.cookies ?? []) }
}
