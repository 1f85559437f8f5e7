import type { PublicProviders } from "../contract.ts"
import type { WebAuthnOptions, WebAuthnOptionsError } from "../protocol.ts"
import { hasString, isObject, type ActionResponse } from "./fetch-action.ts"
import { fetchCsrfToken, jsonPostInit, postForm, type PostResponse, type RequestContext } from "./post.ts"
import { inSequence } from "./prefetch.ts"

type AccountBody = Record<string, unknown> | null

/** One method per REST action. Each throws `RequestError`. */
export interface Http {
  csrf(): Promise<string>
  providers(): Promise<PublicProviders>
  /** Fetches the account, or the browser's accounts. With a form, changes them first; the CSRF token is added. */
  account(action: "account" | "accounts", form?: Record<string, string>): Promise<ActionResponse<AccountBody>>
  /** `path` is the provider's id and the query. */
  webauthnOptions(path: string): Promise<WebAuthnOptions | WebAuthnOptionsError>
  /** `path` is `signin/<id>` or `callback/<id>`; the CSRF token is added. */
  post(path: string, form: Record<string, string>): Promise<PostResponse>
}

const isProviders = isObject as (body: unknown) => body is PublicProviders
const isAccount = (body: unknown): body is AccountBody => body === null || isObject(body)
const isWebAuthnResponse = (body: unknown): body is WebAuthnOptions | WebAuthnOptionsError =>
  hasString(body, "error") || (hasString(body, "action") && "options" in body && isObject(body.options))

/** Creates the methods that send requests to the server. */
export function createHttp(context: RequestContext): Http {
  const { early, fetchAction } = context
  return {
    csrf: () => fetchCsrfToken(context),
    providers: async () => (await fetchAction("providers", isProviders)).body,
    account: async (action, form) => fetchAction(action, isAccount, form && (await jsonPostInit(context, form))),
    webauthnOptions: async (path) =>
      (await inSequence(early, () => fetchAction(`webauthn-options/${path}`, isWebAuthnResponse))).body,
    post: (path, form) => postForm(context, path, form),
  }
}
