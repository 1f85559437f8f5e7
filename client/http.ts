import type {
  CsrfAnswer,
  PublicProviders,
  RedirectAnswer,
  Session,
  WebAuthnOptions,
  WebAuthnRefusal,
} from "./contract.ts"
import { RETURN_REDIRECT_HEADER } from "./contract.ts"
import type { Page } from "./page.ts"
import { isSession } from "./session-state.ts"

/** A request to the service that got no usable answer. */
export class RequestError extends Error {
  /** The action that was asked, for example `session`. */
  readonly action: string
  /** The HTTP status; undefined where no answer came. */
  readonly status: number | undefined

  constructor(action: string, status?: number, cause?: unknown) {
    super(status ? `${action} answered ${status}, and not what was asked for` : `${action} could not be reached`, {
      cause,
    })
    this.name = "RequestError"
    this.action = action
    this.status = status
  }
}

/** What `GET session` and `POST session` gave. */
export interface SessionAnswer<S extends Session> {
  session: S | null
  /** The server's clock by its `Date` header in milliseconds; NaN where it sent none. */
  date: number
}

/** A refusal and a success both have a `url`. */
export type PostAnswer = RedirectAnswer & { status: number }

/** One method per REST action; the only `fetch` of the client. Each throws {@link RequestError}. */
export interface Http {
  session<S extends Session>(signal?: AbortSignal): Promise<SessionAnswer<S>>
  update<S extends Session>(data?: unknown): Promise<SessionAnswer<S>>
  csrf(): Promise<string>
  providers(): Promise<PublicProviders>
  /** Reads the account; with a form, which the CSRF token is added to, changes it first. */
  account(form?: Record<string, string>): Promise<Record<string, unknown> | null>
  /** `path` is the provider's id and the query. */
  webauthnOptions(path: string): Promise<WebAuthnOptions | WebAuthnRefusal>
  /** `path` is `signin/<id>`, `callback/<id>` or `signout`; the CSRF token is added. */
  post(path: string, form: Record<string, string>): Promise<PostAnswer>
}

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body)

const hasString = <K extends string>(body: unknown, key: K): body is Record<K, string> =>
  isObject(body) && typeof body[key] === "string" && body[key] !== ""

/** Asks the service at `base`, the base path with the origin before it where that is another one. */
export function createHttp(base: string, page: Page): Http {
  async function ask<T>(action: string, is: (body: unknown) => body is T, init?: RequestInit) {
    const response = await page.fetch(`${base}/${action}`, init).catch((cause: unknown) => {
      throw init?.signal?.aborted ? cause : new RequestError(action, undefined, cause)
    })
    const { status } = response
    const strayed = response.redirected && new URL(response.url).origin !== new URL(base, page.location?.href).origin
    const body: unknown = strayed ? undefined : await response.json().catch(() => undefined)
    // a refused POST carries its reason in the same shape as a success; everything else must be a 2xx
    if (!is(body) || (!response.ok && !(status < 500 && hasString(body, "error"))))
      throw new RequestError(action, status)
    return { body, status, date: Date.parse(response.headers.get("date") ?? "") }
  }

  const send = (type: string, body: BodyInit): RequestInit => ({
    method: "POST",
    headers: { "content-type": type, [RETURN_REDIRECT_HEADER]: "1" },
    body,
  })

  async function csrf() {
    const isCsrf = (body: unknown): body is CsrfAnswer => hasString(body, "csrfToken")
    return (await ask("csrf", isCsrf)).body.csrfToken
  }

  async function session<S extends Session>(init: RequestInit): Promise<SessionAnswer<S>> {
    const { body, date } = await ask("session", isSession<S>, init)
    return { session: body, date }
  }

  return {
    csrf,
    session: (signal) => session(signal ? { signal } : {}),
    update: async (data) => session(send("application/json", JSON.stringify({ csrfToken: await csrf(), data }))),
    providers: async () => (await ask("providers", (body): body is PublicProviders => isObject(body))).body,
    account: async (form) => {
      const isAnswer = (body: unknown): body is Record<string, unknown> | null => body === null || isObject(body)
      const init = form && send("application/json", JSON.stringify({ ...form, csrfToken: await csrf() }))
      return (await ask("account", isAnswer, init)).body
    },
    webauthnOptions: async (path) => {
      const isAnswer = (body: unknown): body is WebAuthnOptions | WebAuthnRefusal =>
        hasString(body, "error") || (hasString(body, "action") && "options" in body && isObject(body.options))
      return (await ask(`webauthn-options/${path}`, isAnswer)).body
    },
    post: async (path, form) => {
      const body = new URLSearchParams({ ...form, csrfToken: await csrf() })
      const isRedirect = (answer: unknown): answer is RedirectAnswer => hasString(answer, "url")
      const answer = await ask(path, isRedirect, send("application/x-www-form-urlencoded", body))
      return { ...answer.body, status: answer.status }
    },
  }
}
