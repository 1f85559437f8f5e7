import type { EarlyRequests } from "./early-requests.ts"
import { createFetchAction, hasString, isObject, type ActionResponse } from "./fetch-action.ts"
import type { PublicProviders, Session } from "../contract.ts"
import {
  RETURN_REDIRECT_HEADER,
  type CsrfResponse,
  type RedirectResponse,
  type WebAuthnOptions,
  type WebAuthnOptionsError,
} from "../protocol.ts"
import { isSession } from "./is-session.ts"
import { inSequence } from "./prefetch.ts"

/** The result of `GET session` and `POST session`. */
export interface SessionResponse<S extends Session> {
  session: S | null
  /** The server's clock from its `Date` header, in milliseconds; NaN without that header. */
  date: number
  /** Milliseconds since the epoch. */
  requestedAt: number
  /** The session's version when the response arrived. */
  version: string | undefined
}

/** A rejected and a successful POST both have a `url`. */
export type PostResponse = RedirectResponse & { status: number; version: string | undefined }

type AccountBody = Record<string, unknown> | null

/** One method per REST action. Each throws `RequestError`. */
export interface Http {
  /** Fetches the session, or reads an early response if it was requested at `since` or later. */
  session<S extends Session>(signal?: AbortSignal, since?: number): Promise<SessionResponse<S>>
  update<S extends Session>(data?: unknown): Promise<SessionResponse<S>>
  csrf(): Promise<string>
  providers(): Promise<PublicProviders>
  /** Fetches the account, or the browser's accounts. With a form, changes them first; the CSRF token is added. */
  account(action: "account" | "accounts", form?: Record<string, string>): Promise<ActionResponse<AccountBody>>
  /** `path` is the provider's id and the query. */
  webauthnOptions(path: string): Promise<WebAuthnOptions | WebAuthnOptionsError>
  /** `path` is `signin/<id>`, `callback/<id>` or `signout`; the CSRF token is added. */
  post(path: string, form: Record<string, string>): Promise<PostResponse>
}

const isProviders = isObject as (body: unknown) => body is PublicProviders
const isCsrfResponse = (body: unknown): body is CsrfResponse => hasString(body, "csrfToken")
const isRedirectResponse = (body: unknown): body is RedirectResponse => hasString(body, "url")
const isAccount = (body: unknown): body is AccountBody => body === null || isObject(body)
const isWebAuthnResponse = (body: unknown): body is WebAuthnOptions | WebAuthnOptionsError =>
  hasString(body, "error") || (hasString(body, "action") && "options" in body && isObject(body.options))

// The browser sets a form's content type
const postInit = (body: BodyInit, type = {}): RequestInit => ({
  method: "POST",
  headers: { ...type, [RETURN_REDIRECT_HEADER]: "1" },
  body,
})
const jsonPostInit = (body: object) => postInit(JSON.stringify(body), { "content-type": "application/json" })

/** Creates the methods that send requests to the server. */
export function createHttp(early: EarlyRequests): Http {
  const { page } = early
  const fetchAction = createFetchAction(early)
  const pending: { csrf?: Promise<string> } = {}

  const csrf = () =>
    (pending.csrf ??= inSequence(page, () => fetchAction("csrf", isCsrfResponse))
      .then(({ body }) => body.csrfToken)
      .finally(() => delete pending.csrf))

  async function session<S extends Session>(init?: RequestInit, since?: number): Promise<SessionResponse<S>> {
    const { body, date, requestedAt, version } = await fetchAction("session", isSession<S>, init, since)
    return { session: body, date, requestedAt, version }
  }

  async function post(path: string, form: Record<string, string>, mayRetry = true): Promise<PostResponse> {
    const body = new URLSearchParams({ ...form, csrfToken: await csrf() })
    const response = await fetchAction(path, isRedirectResponse, postInit(body))
    // The response to another tab has replaced the cookie
    if (response.body.error === "MissingCSRF" && mayRetry) return post(path, form, false)
    return { ...response.body, status: response.status, version: response.version }
  }

  return {
    session: (signal, since = Infinity) => session({ signal: signal ?? null }, since),
    update: async (data) => session(jsonPostInit({ csrfToken: await csrf(), data })),
    csrf,
    providers: async () => (await fetchAction("providers", isProviders)).body,
    account: async (action, form) =>
      fetchAction(action, isAccount, form && jsonPostInit({ ...form, csrfToken: await csrf() })),
    webauthnOptions: async (path) =>
      (await inSequence(page, () => fetchAction(`webauthn-options/${path}`, isWebAuthnResponse))).body,
    post,
  }
}
