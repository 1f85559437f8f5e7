import type { AccountDetails, Session } from "../client/contract.ts"
import type { AccessToken } from "./accounts/access-token.ts"
import type { Prepared } from "./config/prepare.ts"
import { AuthError } from "./errors.ts"
import type { Exchange, Visit } from "./http/auth-request.ts"
import { formCookies } from "./sessions/form-cookies.ts"
import type { FormRejection, RejectedForm } from "./actions/form-rejection.ts"
import {
  bodiless,
  readOwnPageVisit,
  readOwnVisit,
  readVisit,
  readVisitIfServed,
  requestIn,
  startsByItself,
  type RequestLike,
} from "./sessions/helper-request.ts"
import type { Outcome } from "./http/outcome.ts"
import type { AskedFields, RefusedFields } from "./sign-in/validate-form.ts"
import { cookieLines } from "./http/respond.ts"
import { routedFrom, runUnguarded } from "./routes.ts"
import { currentSession } from "./sessions/current.ts"
import { wantedTarget } from "./http/redirect-url.ts"
import { sessionStrategy } from "./sessions/index.ts"
import { serverSession } from "./sessions/server-session.ts"
import type { OwnPageProps } from "./pages/sign-in-props.ts"
import { versionCookie } from "./sessions/version.ts"
import type { SessionEntry } from "./sessions/manage.ts"

/** What a helper answers beside its result: the `Set-Cookie` lines that the app's own answer must carry. */
export interface HelperAnswer {
  /** Where to send the visitor. */
  url: string
  cookies: readonly string[]
}

export type { RequestLike }

export interface SignInOptions {
  /** Where to go afterwards. @default the page that the visitor came from, else the site */
  redirectTo?: string
  /** The fields of the form: `email`, or a credentials provider's. */
  fields?: Record<string, string>
  /** Up to 1000 characters that the callbacks of this sign-in get again, as `carried`. */
  carry?: string
  /** Whether the session outlives the browser, where the configuration lets that be chosen. @default as it says */
  remember?: boolean
  /**
   * Parameters to add to the authorization request. All are sent except those that Latchkit sets itself, such as `state`. They
   * must come from your own code.
   */
  authorizationParams?: AuthorizationParams
  /**
   * The same from a form or a query of the user's browser. Latchkit sends the harmless ones, such as `prompt` and `login_hint`,
   * and those that the provider's `allowedAuthorizationParams` lists.
   */
  userAuthorizationParams?: AuthorizationParams
}

export type AuthorizationParams = string | Record<string, string> | URLSearchParams | [string, string][]

/** The service without HTTP: for server components, loaders and actions, which have the request's headers in hand. */
export interface Helpers<S extends Session = Session> {
  /** The session of a request, or null. With stored sessions it has `user.id`. @throws {AuthError} when the configuration cannot be served */
  session(request: RequestLike): Promise<S | null>
  /** The session, with the cookies that extend it. */
  refresh(request: RequestLike): Promise<{ session: S | null; cookies: readonly string[] }>
  /**
   * What the kit's `SignIn` is made from on a page of the app's own, whose address holds `error`, `code` and
   * `callbackUrl`. The answer's cookies belong to its forms, which then work without JavaScript too.
   */
  signInProps(request: RequestLike): Promise<{ props: OwnPageProps; cookies: readonly string[] }>
  /**
   * `Set-Cookie` lines for what stands before the pages and may set cookies where they may not, as Next's proxy: with them
   * the forms of `pages.signIn` hold a token from the start. Empty for every other request.
   */
  formCookies(request: Request): Promise<readonly string[]>
  /** What of a form of the app's own the service will not do; `signIn` would refuse it too, or lead elsewhere. */
  refusedFields(request: RequestLike, asked: AskedFields): Promise<RefusedFields>
  /**
   * What a form action returns for an error of `signIn` or `signOut` that a user may cause, such as a wrong password.
   *
   * @throws {unknown} every other error
   */
  formRejection(request: RequestLike, error: unknown, form?: RejectedForm): Promise<FormRejection>
  /** Starts or finishes signing in. @throws {AuthError} when it is refused */
  signIn(request: RequestLike, provider?: string, options?: SignInOptions): Promise<HelperAnswer>
  /** Ends the session; the answer's `url` leads on, by way of the provider where its `endSession` is set. */
  signOut(request: RequestLike, options?: { redirectTo?: string }): Promise<HelperAnswer>
  /** Runs the callbacks with trigger `update`; null when nobody is signed in. */
  update(request: RequestLike, data: unknown): Promise<{ session: S | null; cookies: readonly string[] }>
  /**
   * The signed-in user's token for a provider's API, refreshed where it has ended.
   *
   * @throws {AuthError} `RefreshTokenError`; the `reason` in its cause tells "link the account" from "ask for consent again"
   */
  getAccessToken(request: RequestLike, provider: string): Promise<AccessToken>
  /** What the account page of the signed-in user shows, as `GET account` answers it; null for a visitor. */
  account(request: RequestLike): Promise<AccountDetails | null>
  /** The signed-in user's stored sessions. @throws {AuthError} `UnsupportedStrategy` where sessions are not stored */
  listSessions(request: RequestLike): Promise<SessionEntry[]>
  /** Ends one of them, by its id; false where the user has none of that id. */
  revokeSession(request: RequestLike, id: string): Promise<boolean>
  /** Ends all of them but the one that asks; answers how many. */
  revokeOtherSessions(request: RequestLike): Promise<number>
}

/** The helpers of one prepared configuration. */
export function helpers<S extends Session>(prepared: Prepared): Helpers<S> {
  const refresh = async (request: RequestLike) => {
    const visit = await readVisitIfServed(prepared, request)
    if (!visit) return { session: null, cookies: [] }
    const presented = await currentSession(visit, await sessionStrategy(visit.settings).read(visit))
    const session = serverSession(visit.settings, presented) as S | null // what the app's own session callback makes
    return { session, cookies: cookieLines(presented.cookies) }
  }
  return {
    refresh,
    async getAccessToken(request, provider) {
      const { accessToken } = await import("./accounts/access-token.ts")
      return accessToken(await readOwnPageVisit(prepared, request), provider)
    },
    async account(request) {
      const { accountDetails } = await import("./accounts/details.ts")
      const visit = await readVisit(prepared, request)
      return (await accountDetails(visit, await sessionStrategy(visit.settings).read(visit))).account
    },
    listSessions: async (request) => (await manage()).listSessions(await readVisit(prepared, request)),
    revokeSession: async (request, id) => (await manage()).revokeSession(await readOwnVisit(prepared, request), id),
    revokeOtherSessions: async (request) => (await manage()).revokeOtherSessions(await readOwnVisit(prepared, request)),
    session: async (request) => (await refresh(request)).session,
    async signInProps(request) {
      const { signInProps } = await import("./pages/sign-in-props.ts")
      const visit = await readVisit(prepared, request)
      const query = URL.parse(requestIn(request).url ?? "", visit.site.origin)?.searchParams ?? new URLSearchParams()
      const routed = routedFrom(exchangeAt(visit, { method: "GET", action: "signin", query }), undefined)
      const { props, cookies } = await signInProps(routed, await wantedTarget(routed, query.get("callbackUrl")))
      return { props: { ...props, basePath: visit.site.basePath }, cookies: cookieLines(cookies) }
    },
    async formCookies(request) {
      const visit = await readVisitIfServed(prepared, request)
      return visit ? cookieLines(await formCookies(visit, request)) : []
    },
    async refusedFields(request, asked) {
      const { refusedFields } = await import("./sign-in/validate-form.ts")
      return refusedFields(await readVisit(prepared, request), asked)
    },
    async formRejection(request, error, form) {
      const { formRejection } = await import("./actions/form-rejection.ts")
      return formRejection(await readVisit(prepared, request), error, form)
    },
    async signIn(request, provider, options = {}) {
      const visit = await readVisit(prepared, request)
      const target = (await startsByItself(visit, provider)) ? provider : undefined
      return answered(await enterAt(visit, { action: "signin", target, ...signInForm(visit, options) }))
    },
    async signOut(request, { redirectTo } = {}) {
      const visit = await readOwnVisit(prepared, request)
      const fields = { callbackUrl: redirectTo ?? refererOf(visit) }
      return answered(
        await enterAt(visit, { action: "signout", target: undefined, fields, query: new URLSearchParams() }),
      )
    },
    async update(request, data) {
      const visit = await readOwnVisit(prepared, request)
      const reading = await sessionStrategy(visit.settings).read(visit)
      if (reading.kind === "none") return { session: null, cookies: cookieLines(reading.cookies) }
      const presented = await currentSession(visit, reading, { data })
      const session = serverSession(visit.settings, presented) as S | null // as above
      return { session, cookies: cookieLines([...presented.cookies, versionCookie(visit)]) }
    },
  }
}

const manage = () => import("./sessions/manage.ts") // not needed to read a session

interface Entering {
  action: Exchange["action"]
  target: string | undefined
  fields: Record<string, string | undefined>
  query: URLSearchParams
  authorizationParams?: [string, string][]
}

function signInForm(visit: Visit, { redirectTo, fields, remember, carry, ...options }: SignInOptions) {
  const chosen = remember === undefined ? undefined : { remember: remember ? "yes" : "no" }
  return {
    query: new URLSearchParams(options.userAuthorizationParams),
    authorizationParams: [...new URLSearchParams(options.authorizationParams)],
    fields: { ...fields, ...chosen, ...(carry && { carry }), callbackUrl: redirectTo ?? refererOf(visit) },
  }
}

/** The page that the visitor came from, when it is one of the site's and holds no one-time value. */
function refererOf({ headers, site, settings }: Visit): string | undefined {
  const url = URL.parse(headers.get("referer") ?? "")
  if (!url || url.origin !== site.origin) return undefined
  const ours =
    settings.mounts.some((mount) => url.pathname.startsWith(`${mount}/`)) || /[?&](token|code|state)=/.test(url.search)
  return ours ? undefined : url.href
}

// The app's own code asks, not a page: there is no token to check
async function enterAt(
  visit: Visit,
  { action, target, fields, query, authorizationParams = [] }: Entering,
): Promise<Outcome> {
  const { settings } = visit
  if (target !== undefined && !settings.providers.has(target)) {
    throw new AuthError("InvalidProvider", `No provider has the id ${JSON.stringify(target.slice(0, 80))}`)
  }
  const exchange = { ...exchangeAt(visit, { method: "POST", action, target, query, fields }), authorizationParams }
  try {
    return await runUnguarded(routedFrom(exchange, target ? settings.providers.get(target) : undefined))
  } catch (thrown) {
    const { asAuthError, report } = await import("./actions/error-response.ts")
    report(asAuthError(thrown), settings.logger, { action, provider: target })
    throw thrown
  }
}

type At = Pick<Exchange, "method" | "action" | "query"> & Partial<Pick<Entering, "target" | "fields">>

/** The exchange that a request of a page to the service would have been. */
function exchangeAt(visit: Visit, { method, action, target, query, fields }: At): Exchange {
  const form = Object.assign(Object.create(null) as Record<string, string>, fields) // no prototype, as a parsed form
  const address = `${visit.site.url}/${action}${target ? `/${target}` : ""}`
  const request = new Request(address, { method, headers: bodiless(visit.headers) })
  return {
    ...visit,
    request,
    method,
    action,
    target,
    query,
    body: { fields: form, json: undefined },
    returnRedirect: false,
  }
}

function answered(outcome: Outcome): HelperAnswer {
  if (outcome.kind !== "redirect") throw new AuthError("InvalidRequest", "This sign-in needs a page")
  return { url: outcome.to, cookies: cookieLines(outcome.cookies ?? []) }
}
