import type {
  CsrfAnswer,
  PublicProviders,
  RedirectAnswer,
  Session,
  WebAuthnOptions,
  WebAuthnRefusal,
} from "./contract.ts"
import { RETURN_REDIRECT_HEADER } from "./contract.ts"
import type { Actions, Ask, PostAnswer } from "./http.ts"
import { hasString, isObject } from "./http.ts"
import { isSession } from "./session-state.ts"

const send = (type: string, body: BodyInit): RequestInit => ({
  method: "POST",
  headers: { "content-type": type, [RETURN_REDIRECT_HEADER]: "1" },
  body,
})
const sendJson = (body: object) => send("application/json", JSON.stringify(body))

/** What a page asks for after its first paint. */
export function createActions(ask: Ask): Actions {
  const asked: { csrf?: Promise<string>; last?: Promise<unknown> } = {}
  const isCsrf = (body: unknown): body is CsrfAnswer => hasString(body, "csrfToken")
  const isRedirect = (answer: unknown): answer is RedirectAnswer => hasString(answer, "url")

  // Each of these brings a cookie to a browser that has none. Side by side the later one takes the place of the other's, to
  // which a token or a sign-in belongs already
  const inTurn = <T>(next: () => Promise<T>): Promise<T> => {
    const turn = Promise.resolve(asked.last).then(next, next)
    asked.last = turn
    return turn
  }
  const csrf = () =>
    (asked.csrf ??= inTurn(() => ask("csrf", isCsrf))
      .then(({ body }) => body.csrfToken)
      .finally(() => delete asked.csrf))

  async function post(path: string, form: Record<string, string>, tries = 2): Promise<PostAnswer> {
    const body = new URLSearchParams({ ...form, csrfToken: await csrf() })
    const answer = await ask(path, isRedirect, send("application/x-www-form-urlencoded", body))
    // another tab's answer has brought another cookie meanwhile
    if (answer.body.error === "MissingCSRF" && tries > 1) return post(path, form, tries - 1)
    return { ...answer.body, status: answer.status }
  }

  return {
    csrf,
    async update<S extends Session>(data: unknown) {
      const { body, date } = await ask("session", isSession<S>, sendJson({ csrfToken: await csrf(), data }))
      return { session: body, date }
    },
    providers: async () => (await ask("providers", (body): body is PublicProviders => isObject(body))).body,
    account: async (form) => {
      const isAnswer = (body: unknown): body is Record<string, unknown> | null => body === null || isObject(body)
      const init = form && sendJson({ ...form, csrfToken: await csrf() })
      return (await ask("account", isAnswer, init)).body
    },
    webauthnOptions: async (path) => {
      const isAnswer = (body: unknown): body is WebAuthnOptions | WebAuthnRefusal =>
        hasString(body, "error") || (hasString(body, "action") && "options" in body && isObject(body.options))
      return (await inTurn(() => ask(`webauthn-options/${path}`, isAnswer))).body
    },
    post,
  }
}
