import type { WebAuthnOptions } from "../../client/protocol.ts"
import type { Adapter } from "../adapters/contract.ts"
import type { AuthConfig } from "../service/config.ts"
import { Passkey, type PasskeyOptions } from "../providers/passkey.ts"
import type { Forgery, SoftAuthenticator } from "./authenticator.ts"
import { ACME, oauthService, type Browser, type OAuthService } from "./oauth-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"

type Options<Action> = Extract<WebAuthnOptions, { action: Action }>["options"]

/** An auth instance with passkeys and an OpenID provider, and browsers with authenticators. */
export interface PasskeyService extends OAuthService {
  /** Returns the response of `GET webauthn-options`. */
  ask<Action extends WebAuthnOptions["action"]>(
    browser: Browser,
    action: Action,
    query?: string,
  ): Promise<Options<Action>>
  /** Posts an authenticator's response. */
  post(browser: Browser, action: string, data: string, fields?: Record<string, string>): Promise<Response>
  /** Adds a passkey to the signed-in user. */
  register(browser: Browser, authenticator: SoftAuthenticator, forgery?: Forgery): Promise<Response>
  /** Signs in with a passkey. */
  signIn(browser: Browser, authenticator: SoftAuthenticator, forgery?: Forgery): Promise<Response>
}

/** @param settings the app's passkey settings */
export async function passkeyService(
  config: Partial<AuthConfig> & { adapter?: Adapter } = {},
  settings: PasskeyOptions = {},
): Promise<PasskeyService> {
  const { providers = [], ...rest } = config
  const all = [ACME, Passkey(settings), ...providers]
  const service = await oauthService({ ...rest, providers: all })
  const path = settings.id ?? "passkey"
  const ask: PasskeyService["ask"] = async (browser, action, query = "") => {
    const response = await browser.get(`/webauthn-options/${path}?action=${action}${query}`)
    if (response.status !== 200) throw new Error(`webauthn-options responded with ${response.status}`)
    return ((await response.json()) as { options: never }).options // of the action that was asked for
  }
  const post: PasskeyService["post"] = async (browser, action, data, fields = {}) =>
    browser.post(`/callback/${path}`, { csrfToken: await browser.csrfToken(), action, data, ...fields })
  return {
    ...service,
    ask,
    post,
    register: async (browser, authenticator, forgery) =>
      post(browser, "register", authenticator.create(await ask(browser, "register"), forgery)),
    signIn: async (browser, authenticator, forgery) =>
      post(browser, "authenticate", authenticator.get(await ask(browser, "authenticate"), forgery)),
    browser: (jar) => cookieClient(service.auth, jar),
  }
}

export const ADA = { sub: "ada", email: "ada@app.test", email_verified: true, name: "Ada" }
export const EVE = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
