import type { Session } from "../client/contract.ts"
import type {
  FormHelpers,
  HelperResponse,
  Helpers,
  IntegrationHelpers,
  OpenStepWithCookies,
  SignInOptions,
} from "./actions/helper-types.ts"
import { toHelperResponse, toSignInResponse } from "./actions/helper-response.ts"
import { createUsers } from "./actions/users/index.ts"
import type { PreparedConfig } from "./config/prepare.ts"
import { AuthError, isStepUpFailure, SessionRequired } from "./errors.ts"
import { stepsAt } from "./http/app-requests.ts"
import type { AuthRequest, RequestContext } from "./http/auth-request.ts"
import { formCookies } from "./sessions/csrf-check.ts"
import {
  withoutBodyHeaders,
  readNavigableContext,
  readSameSiteContext,
  readContext,
  readContextIfConfigured,
  siteContext,
  toMethodAndUrl,
  unwrapRequest,
  mayStartSignIn,
  type RequestLike,
} from "./sessions/helper-request.ts"
import type { Outcome } from "./http/outcome.ts"
import { respond, serializeCookies, toResponse } from "./http/respond.ts"
import { createSecurityLog } from "./http/security-log.ts"
import { toActionContext, runWithoutChecks } from "./routes.ts"
import { currentSession } from "./sessions/current.ts"
import { requestedRedirect, sameOriginReferer } from "./http/redirect-url.ts"
import { rejectImpersonation, sessionStrategy } from "./sessions/index.ts"
import { toServerSession } from "./sessions/server-session.ts"
import { versionCookie } from "./sessions/version-cookie.ts"

export type { FormHelpers, HelperResponse, Helpers, IntegrationHelpers, RequestLike, SignInOptions }

/** Creates the helpers of one prepared configuration. */
export function createHelpers<S extends Session>(prepared: PreparedConfig): Helpers<S> {
  const refreshSession = async (request: RequestLike) => {
    const context = await readContextIfConfigured(prepared, request)
    if (!context) return { session: null, cookies: [] }
    const refreshed = await currentSession(context, await sessionStrategy(context.settings).lookup(context))
    const session = toServerSession(context.settings, refreshed) as S | null // the type that the app's own session callback returns
    return { session, cookies: serializeCookies(refreshed.cookies) }
  }
  return {
    refreshSession,
    async getAccessToken(request, provider) {
      const { accessToken } = await import("./accounts/access-token.ts")
      const context = await readNavigableContext(prepared, request)
      await rejectImpersonation(context)
      return accessToken(context, provider)
    },
    async getAccount(request) {
      const { accountDetails } = await import("./accounts/details.ts")
      const context = await readContext(prepared, request)
      return (await accountDetails(context, await sessionStrategy(context.settings).lookup(context))).account
    },
    async listAccounts(request) {
      const { browserSessions, toBrowserAccounts } = await import("./sessions/switch-accounts.ts")
      const context = await readContext(prepared, request)
      const sessions = await browserSessions(context, await sessionStrategy(context.settings).lookup(context))
      return toBrowserAccounts(context, sessions)
    },
    listSessions: async (request) => (await loadSessionManagement()).listSessions(await readContext(prepared, request)),
    async revokeSession(request, id) {
      const context = await readSameSiteContext(prepared, request)
      await rejectImpersonation(context)
      return (await loadSessionManagement()).revokeSession(context, id)
    },
    async revokeOtherSessions(request) {
      const { signOutElsewhere } = await import("./accounts/trusted-devices.ts")
      const context = await readSameSiteContext(prepared, request)
      await rejectImpersonation(context)
      return signOutElsewhere(context, await sessionStrategy(context.settings).lookup(context))
    },
    invite: async (options) => (await loadInvitations()).invite(await siteContext(prepared, options.request), options),
    revokeInvitation: async (email, request) =>
      (await loadInvitations()).revokeInvitation(await siteContext(prepared, request), email),
    users: createUsers(prepared),
    getSession: async (request) => (await refreshSession(request)).session,
    async require(request, requirement) {
      const { requireStepUp } = await import("./accounts/step-up.ts")
      const context = await readContext(prepared, request)
      const live = await requireStepUp(context, await sessionStrategy(context.settings).lookup(context), requirement)
      const session = toServerSession(context.settings, await currentSession(context, live)) as S | null // as above
      if (!session) throw new SessionRequired("A callback ended the session")
      return session
    },
    async stepUpResponse(request, error) {
      if (!isStepUpFailure(error)) throw error
      const { appStepUp } = await import("./actions/step-up.ts")
      const context = await readContext(prepared, request)
      const { method, url } = toMethodAndUrl(request)
      const printing = { returnRedirect: false, head: method === "HEAD", secure: context.site.secure }
      return toResponse(respond(appStepUp(context, { method, url }, error), printing))
    },
    async signInProps(request) {
      const { cardMessages, signInProps, withMarks } = await import("./sign-in/pages/sign-in-props.ts")
      const { page, url } = await readPage(prepared, request, "signin")
      const target = await requestedRedirect(page, url.searchParams.get("callbackUrl"))
      const { props, cookies } = await signInProps(page, target)
      const own = { basePath: page.site.basePath, messages: await cardMessages(page) }
      return { props: { ...(await withMarks(props)), ...own }, cookies: serializeCookies(cookies) }
    },
    async accountProps(request) {
      const { accountProps } = await import("./actions/account-props.ts")
      const { page, url } = await readPage(prepared, request, "account")
      const { props, cookies } = await accountProps(page, url)
      return { props, cookies: serializeCookies(cookies) }
    },
    async signIn(request, provider, options = {}) {
      const context = await readContext(prepared, request)
      const target = (await mayStartSignIn(context, provider)) ? provider : undefined
      const outcome = await postSignIn(context, { action: "signin", target, ...signInForm(context, options) })
      return toSignInResponse(context, outcome)
    },
    openStep: async (request) => readOpenStep(await readContext(prepared, request)),
    async signOut(request, { redirectTo } = {}) {
      const context = await readSameSiteContext(prepared, request)
      const fields = { callbackUrl: redirectTo ?? sameOriginReferer(context) }
      return toHelperResponse(
        await postSignIn(context, { action: "signout", target: undefined, fields, query: new URLSearchParams() }),
      )
    },
    async updateSession(request, data) {
      const context = await readSameSiteContext(prepared, request)
      if (data !== undefined) await rejectImpersonation(context)
      const sessionLookup = await sessionStrategy(context.settings).lookup(context)
      if (sessionLookup.kind === "none") return { session: null, cookies: serializeCookies(sessionLookup.cookies) }
      const presented = await currentSession(context, sessionLookup, { data })
      const session = toServerSession(context.settings, presented) as S | null // as above
      return { session, cookies: serializeCookies([...presented.cookies, versionCookie(context)]) }
    },
  }
}

/** Creates the helpers of one prepared configuration for forms of the app. Only integrations call them. */
export function createFormHelpers(prepared: PreparedConfig): FormHelpers {
  return {
    async formCookies(request, signedIn) {
      const context = await readContextIfConfigured(prepared, request)
      return context ? serializeCookies(await formCookies(context, request, signedIn)) : []
    },
    async isOpenStepPage(request) {
      const steps = stepsAt(await prepared.forRequest(request), request)
      const open = steps.length > 0 && (await readOpenStep(await readContext(prepared, request))).step
      return open ? steps.includes(open.step) : false
    },
    async validateSignInForm(request, form) {
      const { validateSignInForm } = await import("./sign-in/validate-form.ts")
      return validateSignInForm(await readContext(prepared, request), form)
    },
    async formRejection(request, error, form) {
      const { formRejection } = await import("./actions/form-rejection.ts")
      return formRejection(await readContext(prepared, request), error, form)
    },
  }
}

async function readOpenStep(context: RequestContext): Promise<OpenStepWithCookies> {
  const { openStepOf } = await import("./actions/step.ts")
  const { step, cookies } = await openStepOf(toPageContext(context, "step"))
  return { step, cookies: serializeCookies(cookies) }
}

const toPageContext = (context: RequestContext, action: AuthRequest["action"], query = new URLSearchParams()) =>
  toActionContext(toAuthRequest(context, { method: "GET", action, query }), undefined)

/** Reads the request of a page of the app's own. Without a URL it is the home page's. */
async function readPage(prepared: PreparedConfig, request: RequestLike, action: AuthRequest["action"]) {
  const context = await readContext(prepared, request)
  const { origin } = context.site
  const url = URL.parse(unwrapRequest(request).url ?? "", origin) ?? new URL(origin)
  return { page: toPageContext(context, action, url.searchParams), url }
}

const loadInvitations = () => import("./sign-in/password/invitations.ts")

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
    securityLog: settings.events.security && createSecurityLog(),
  }
  try {
    return await runWithoutChecks(toActionContext(authRequest, target ? settings.providers.get(target) : undefined))
  } catch (thrown) {
    const { toAuthError, logError } = await import("./actions/error-response.ts")
    logError(toAuthError(thrown), settings.logger, { action, provider: target })
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
