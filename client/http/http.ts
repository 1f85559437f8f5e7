import { createFetchAction, hasString, isObject } from "./fetch-action.ts"
import {
  RETURN_REDIRECT_HEADER,
  type CsrfResponse,
  type PublicProviders,
  type RedirectResponse,
  type Session,
  type WebAuthnOptions,
  type WebAuthnOptionsError,
} from "../contract.ts"
import { isSession } from "./is-session.ts"
import type { Page } from "../page/page.ts"

/** The result of `GET session` and `POST session`. */
export interface SessionResponse<S extends Session> {
  session: S | null
  /** The server's clock from its `Date` header, in milliseconds; NaN without that header. */
  date: number
}

/** A rejected and a successful POST both have a `url`. */
export type PostResponse = RedirectResponse & { status: number }

/** One method per REST action. Each throws `RequestError`. */
export interface Http {
  session<S extends Session>(signal?: AbortSignal): Promise<SessionResponse<S>>
  update<S extends Session>(data?: unknown): Promise<SessionResponse<S>>
  csrf(): Promise<string>
  providers(): Promise<PublicProviders>
  /** Fetches the account. With a form, changes it first; the CSRF token is added. */
  account(form?: Record<string, string>): Promise<Record<string, unknown> | null>
  /** `path` is the provider's id and the query. */
  webauthnOptions(path: string): Promise<WebAuthnOptions | WebAuthnOptionsError>
  /** `path` is `signin/<id>`, `callback/<id>` or `signout`; the CSRF token is added. */
  post(path: string, form: Record<string, string>): Promise<PostResponse>
}

const isProviders = (body: unknown): body is PublicProviders => isObject(body)
const isCsrfResponse = (body: unknown): body is CsrfResponse => hasString(body, "csrfToken")
const isRedirectResponse = (body: unknown): body is RedirectResponse => hasString(body, "url")
const isAccount = (body: unknown): body is Record<string, unknown> | null => body === null || isObject(body)
const isWebAuthnResponse = (body: unknown): body is WebAuthnOptions | WebAuthnOptionsError =>
  hasString(body, "error") || (hasString(body, "action") && "options" in body && isObject(body.options))

// The browser sets a form's content type
const postInit = (body: BodyInit, type = {}): RequestInit => ({
  method: "POST",
  headers: { ...type, [RETURN_REDIRECT_HEADER]: "1" },
  body,
})
const jsonPostInit = (body: object) => postInit(JSON.stringify(body), { "content-type": "application/json" })

// Per page and not per client, because the clients of one page share its cookies
const LAST_REQUESTS = new WeakMap<Page, Promise<unknown>>()

/** Creates the methods that send requests to the server at `base`. */
export function createHttp(base: string, page: Page): Http {
  const fetchAction = createFetchAction(base, page)
  const pending: { csrf?: Promise<string> } = {}

  // Each of these responses sets a cookie in a browser that has none. If they ran in parallel, the later cookie would
  // replace the cookie that a CSRF token or a sign-in already belongs to
  const runInSequence = <T>(start: () => Promise<T>): Promise<T> => {
    const current = Promise.resolve(LAST_REQUESTS.get(page)).then(start, start)
    LAST_REQUESTS.set(page, current)
    return current
  }
  const csrf = () =>
    (pending.csrf ??= runInSequence(() => fetchAction("csrf", isCsrfResponse))
      .then(({ body }) => body.csrfToken)
      .finally(() => delete pending.csrf))

  async function session<S extends Session>(init?: RequestInit): Promise<SessionResponse<S>> {
    const { body, date } = await fetchAction("session", isSession<S>, init)
    return { session: body, date }
  }

  async function post(path: string, form: Record<string, string>, mayRetry = true): Promise<PostResponse> {
    const body = new URLSearchParams({ ...form, csrfToken: await csrf() })
    const response = await fetchAction(path, isRedirectResponse, postInit(body))
    // The response to another tab has replaced the cookie
    if (response.body.error === "MissingCSRF" && mayRetry) return post(path, form, false)
    return { ...response.body, status: response.status }
  }

  return {
    session: (signal) => session(signal && { signal }),
    update: async (data) => session(jsonPostInit({ csrfToken: await csrf(), data })),
    csrf,
    providers: async () => (await fetchAction("providers", isProviders)).body,
    account: async (form) =>
      (await fetchAction("account", isAccount, form && jsonPostInit({ ...form, csrfToken: await csrf() }))).body,
    webauthnOptions: async (path) =>
      (await runInSequence(() => fetchAction(`webauthn-options/${path}`, isWebAuthnResponse))).body,
    post,
  }
}
