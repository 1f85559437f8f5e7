import type {
  CsrfAnswer,
  PublicProviders,
  RedirectAnswer,
  Session,
  WebAuthnOptions,
  WebAuthnRefusal,
} from "./contract.ts"
import { RETURN_REDIRECT_HEADER } from "./contract.ts"
import type { Actions, Ask } from "./http.ts"
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
  async function csrf() {
    const isCsrf = (body: unknown): body is CsrfAnswer => hasString(body, "csrfToken")
    return (await ask("csrf", isCsrf)).body.csrfToken
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
