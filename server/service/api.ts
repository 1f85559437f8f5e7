import type { Session } from "../../client/contract.ts"
import type { FormHelpers, HelperResponse, Helpers, IntegrationHelpers, SignInOptions } from "./api/types.ts"
import { toHelperResponse, toSignInResponse } from "./api/response.ts"
import { accountHelpers, invitationHelpers } from "./api/account-helpers.ts"
import { featureCalls } from "../core/config/missing-feature.ts"
import type { AccountCalls } from "../features/account/index.ts"
import { createUsers } from "../features/administration/helpers.ts"
import type { PreparedConfig } from "../core/config/prepare.ts"
import { AuthError, isStepUpFailure, SessionRequired } from "../errors.ts"
import { stepsAt } from "./app-requests.ts"
import type { AuthRequest, RequestContext } from "../core/request/auth-request.ts"
import { formCookies } from "../core/request/csrf-check.ts"
import {
  createAuthRequest,
  readSameSiteContext,
  readContext,
  readContextIfConfigured,
  toMethodAndUrl,
  unwrapRequest,
  mayStartSignIn,
  type ActionRequest,
  type RequestLike,
} from "../core/sessions/helper-request.ts"
import type { Outcome } from "../core/request/outcome.ts"
import { respond, serializeCookies, toResponse } from "../core/request/respond.ts"
import { createSecurityLog } from "../core/request/security-log.ts"
import { toActionContext, runWithoutChecks } from "./router.ts"
import { requireStepUps } from "../core/proofs/step-ups.ts"
import { currentSession } from "../core/sessions/current.ts"
import { returnPage, returnTo, sameOriginReferer } from "../core/request/redirect-url.ts"
import { lookupSession, rejectImpersonation } from "../core/sessions/index.ts"
import { toServerSession, withoutCookies } from "../core/sessions/server-session.ts"
import type { RefreshedSession } from "../core/request/strategy.ts"
import { versionCookie } from "../core/request/version-cookie.ts"
import { findStoredUsers } from "../core/sign-in/stored-users.ts"
import { lazy } from "../lazy.ts"

// Not needed to read a session
const formRejection = lazy(() => import("../core/failures/form-rejection.ts"), "formRejection")

export type { FormHelpers, HelperResponse, Helpers, IntegrationHelpers, RequestLike, SignInOptions }

/** Creates the helpers of one prepared configuration. */
export function createHelpers<S extends Session>(prepared: PreparedConfig): Helpers<S> {
  return {
    ...sessionHelpers<S>(prepared),
    ...accountHelpers(prepared),
    ...invitationHelpers(prepared),
    ...pageHelpers(prepared),
    ...signInHelpers(prepared),
    users: createUsers(prepared),
  }
}

type SessionHelperName = "refreshSession" | "getSession" | "require" | "stepUpResponse" | "updateSession"

function sessionHelpers<S extends Session>(prepared: PreparedConfig): Pick<Helpers<S>, SessionHelperName> {
  const toAppSession = (context: RequestContext, current: RefreshedSession) =>
    toServerSession(context.settings, current) as S | null // the type that the app's own session callback returns
  const refreshSession = async (request: RequestLike, adjust: typeof withoutCookies = (_, same) => same) => {
    const context = await readContextIfConfigured(prepared, request)
    if (!context) return { session: null, cookies: [] }
    const refreshed = adjust(context, await currentSession(context, await lookupSession(context)))
    return { session: toAppSession(context, refreshed), cookies: serializeCookies(refreshed.cookies) }
  }
  return {
    refreshSession: (request) => refreshSession(request),
    getSession: async (request) => (await refreshSession(request, withoutCookies)).session,
    async require(request, requirement) {
      const context = await readContext(prepared, request)
      const live = await requireStepUps(context.settings, "auth.require").require(
        context,
        await lookupSession(context),
        requirement,
      )
      const session = toAppSession(context, withoutCookies(context, await currentSession(context, live)))
      if (!session) throw new SessionRequired("A callback ended the session")
      return session
    },
    async stepUpResponse(request, error) {
      if (!isStepUpFailure(error)) throw error
      const context = await readContext(prepared, request)
      const { appStepUp } = await import("../core/failures/step-up.ts")
      const { method, url } = toMethodAndUrl(request)
      const printing = { wants: "page" as const, head: method === "HEAD", secure: context.site.secure }
      return toResponse(respond(await appStepUp(context, { method, url }, error), printing))
    },
    async updateSession(request, data) {
      const context = await readSameSiteContext(prepared, request)
      if (data !== undefined) await rejectImpersonation(context)
      const sessionLookup = await lookupSession(context)
      if (sessionLookup.kind === "none") return { session: null, cookies: serializeCookies(sessionLookup.cookies) }
      const updated = await currentSession(context, sessionLookup, { data })
      const cookies = serializeCookies([...updated.cookies, versionCookie(context)])
      return { session: toAppSession(context, updated), cookies }
    },
  }
}

function pageHelpers(prepared: PreparedConfig): Pick<Helpers, "signInProps" | "accountProps" | "openStep"> {
  return {
    async signInProps(request) {
      const { cardMessages, forOwnPage, signInProps } = await import("../core/pages/sign-in-props.ts")
      const { page, shown } = await readPage(prepared, request, "signin")
      const target = await returnTo(page, returnPage(page, shown))
      const { props, cookies } = await signInProps(page, target)
      const own = {
        ...(await forOwnPage(props, page)),
        basePath: page.site.basePath,
        messages: await cardMessages(page),
      }
      return { props: own, cookies: serializeCookies(cookies) }
    },
    async accountProps(request) {
      const { page, url } = await readPage(prepared, request, "account")
      const { accountProps } = featureCalls<AccountCalls>(page.settings, "account", "auth.accountProps")
      const { props, cookies } = await accountProps(page, url)
      return { props, cookies: serializeCookies(cookies) }
    },
    openStep: async (request) => readOpenStep(await readContext(prepared, request)),
  }
}

function signInHelpers(prepared: PreparedConfig): Pick<Helpers, "signIn" | "signOut"> {
  return {
    async signIn(request, provider, options = {}) {
      const context = await readContext(prepared, request)
      const target = (await mayStartSignIn(context, provider)) ? provider : undefined
      const outcome = await postSignIn(context, { action: "signin", target, ...signInForm(context, options) })
      return toSignInResponse(outcome)
    },
    async signOut(request, { redirectTo } = {}) {
      const context = await readSameSiteContext(prepared, request)
      const fields = { callbackUrl: redirectTo ?? sameOriginReferer(context) }
      return toHelperResponse(await postSignIn(context, { action: "signout", fields, query: new URLSearchParams() }))
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
      const { validateSignInForm } = await import("./validate-form.ts")
      return validateSignInForm(await readContext(prepared, request), form)
    },
    async formRejection(request, error, form) {
      return formRejection(await readContext(prepared, request), error, form)
    },
  }
}

async function readOpenStep(context: RequestContext) {
  const open = await findStoredUsers(context.settings)?.pauses.describe(toPageContext(context, "step"))
  return { step: open?.step ?? null, cookies: serializeCookies(open?.cookies ?? []) }
}

const toPageContext = (context: RequestContext, action: AuthRequest["action"], query = new URLSearchParams()) =>
  toActionContext(createAuthRequest(context, { method: "GET", action, query }), undefined)

/** Reads the request of a page of the app's own. Without a URL it is the home page's. */
async function readPage(prepared: PreparedConfig, request: RequestLike, action: AuthRequest["action"]) {
  const context = await readContext(prepared, request)
  const { url: given = "" } = unwrapRequest(request)
  const url = URL.parse(given, context.site.origin) ?? new URL(context.site.origin)
  const shown = given.startsWith("?") ? undefined : url.href // Next.js doesn't tell the page
  return { page: toPageContext(context, action, url.searchParams), url, shown }
}

interface SignInRequest extends Omit<ActionRequest, "method"> {
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
    ...createAuthRequest(context, { method: "POST", action, target, query, fields }),
    authorizationParams,
    securityLog: settings.events.security && createSecurityLog(),
  }
  const finish = await settings.background.startRequest(authRequest)
  try {
    return await runWithoutChecks(toActionContext(authRequest, target ? settings.providers.get(target) : undefined))
  } catch (thrown) {
    const { toAuthError, logError } = await import("../core/failures/outcome.ts")
    logError(toAuthError(thrown), settings.logger, { action, provider: target })
    throw thrown
  } finally {
    await finish?.()
  }
}
