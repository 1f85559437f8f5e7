import { askAt, hasString, isObject } from "./ask.ts"
import type {
  CsrfAnswer,
  PublicProviders,
  RedirectAnswer,
  Session,
  WebAuthnOptions,
  WebAuthnRefusal,
} from "./contract.ts"
import { RETURN_REDIRECT_HEADER } from "./contract.ts"
import { isSession } from "./is-session.ts"
import type { Page } from "./page.ts"

/** What `GET session` and `POST session` gave. */
export interface SessionAnswer<S extends Session> {
  session: S | null
  /** The server's clock by its `Date` header in milliseconds; NaN where it sent none. */
  date: number
}

/** A refusal and a success both have a `url`. */
export type PostAnswer = RedirectAnswer & { status: number }

/** One method per REST action. Each throws `RequestError`. */
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

const isProviders = (body: unknown): body is PublicProviders => isObject(body)
const isCsrf = (body: unknown): body is CsrfAnswer => hasString(body, "csrfToken")
const isRedirect = (body: unknown): body is RedirectAnswer => hasString(body, "url")
const isAccount = (body: unknown): body is Record<string, unknown> | null => body === null || isObject(body)
const isWebAuthn = (body: unknown): body is WebAuthnOptions | WebAuthnRefusal =>
  hasString(body, "error") || (hasString(body, "action") && "options" in body && isObject(body.options))

// A form says its own type
const send = (body: BodyInit, type = {}): RequestInit => ({
  method: "POST",
  headers: { ...type, [RETURN_REDIRECT_HEADER]: "1" },
  body,
})
const sendJson = (body: object) => send(JSON.stringify(body), { "content-type": "application/json" })

// Of a page, whatever clients it has: they share its cookies
const LAST = new WeakMap<Page, Promise<unknown>>()

/** Talks to the service at `base`. */
export function createHttp(base: string, page: Page): Http {
  const ask = askAt(base, page)
  const asked: { csrf?: Promise<string> } = {}

  // Each of these brings a cookie to a browser that has none. Side by side the later one takes the place of the other's, to
  // which a token or a sign-in belongs already
  const inTurn = <T>(next: () => Promise<T>): Promise<T> => {
    const turn = Promise.resolve(LAST.get(page)).then(next, next)
    LAST.set(page, turn)
    return turn
  }
  const csrf = () =>
    (asked.csrf ??= inTurn(() => ask("csrf", isCsrf))
      .then(({ body }) => body.csrfToken)
      .finally(() => delete asked.csrf))

  async function session<S extends Session>(init?: RequestInit): Promise<SessionAnswer<S>> {
    const { body, date } = await ask("session", isSession<S>, init)
    return { session: body, date }
  }

  async function post(path: string, form: Record<string, string>, again = true): Promise<PostAnswer> {
    const body = new URLSearchParams({ ...form, csrfToken: await csrf() })
    const answer = await ask(path, isRedirect, send(body))
    // another tab's answer has brought another cookie meanwhile
    if (answer.body.error === "MissingCSRF" && again) return post(path, form, false)
    return { ...answer.body, status: answer.status }
  }

  return {
    session: (signal) => session(signal && { signal }),
    update: async (data) => session(sendJson({ csrfToken: await csrf(), data })),
    csrf,
    providers: async () => (await ask("providers", isProviders)).body,
    account: async (form) =>
      (await ask("account", isAccount, form && sendJson({ ...form, csrfToken: await csrf() }))).body,
    webauthnOptions: async (path) => (await inTurn(() => ask(`webauthn-options/${path}`, isWebAuthn))).body,
    post,
  }
}
