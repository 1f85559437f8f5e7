import type { PublicProviders, RedirectAnswer, Session, WebAuthnOptions, WebAuthnRefusal } from "./contract.ts"
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

/** What a page asks for beside the session; the code comes with the first use. */
export interface Actions {
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

/** One method per REST action; the only `fetch` of the client. Each throws {@link RequestError}. */
export interface Http extends Actions {
  session<S extends Session>(signal?: AbortSignal): Promise<SessionAnswer<S>>
}

/** Asks for `action`, and throws {@link RequestError} unless the answer is what was asked for. */
export type Ask = <T>(
  action: string,
  is: (body: unknown) => body is T,
  init?: RequestInit,
) => Promise<{ body: T; status: number; date: number }>

/** Whether an answer is a record of fields. */
export const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null && !Array.isArray(body)

/** Whether an answer has that text, and it is not empty. */
export const hasString = <K extends string>(body: unknown, key: K): body is Record<K, string> =>
  isObject(body) && typeof body[key] === "string" && body[key] !== ""

/** Where a page has the code of {@link Actions} from; it is asked when the first of them is. */
export type LoadActions = () => Promise<{ createActions(ask: Ask): Actions }>

/** Asks the service at `base`, the base path with the origin before it where that is another one. */
export function createHttp(base: string, page: Page, load: LoadActions): Http {
  const ask: Ask = async (action, is, init) => {
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

  const made: { actions?: Actions } = {}
  const actions = async () => {
    const { createActions } = await load()
    return (made.actions ??= createActions(ask))
  }

  return {
    async session<S extends Session>(signal?: AbortSignal) {
      const { body, date } = await ask("session", isSession<S>, signal ? { signal } : {})
      return { session: body, date }
    },
    update: async (data) => (await actions()).update(data),
    csrf: async () => (await actions()).csrf(),
    providers: async () => (await actions()).providers(),
    account: async (form) => (await actions()).account(form),
    webauthnOptions: async (path) => (await actions()).webauthnOptions(path),
    post: async (path, form) => (await actions()).post(path, form),
  }
}
