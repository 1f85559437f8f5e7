import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { oauthService, type Browser } from "../../test-kit/oauth-service.ts"

export const CONFIG_URL = "https://issuer.test/fedcm.json"
export const ADA = { sub: "ada", email: "ada@app.test", email_verified: true, name: "Ada" }

/** The response of `GET fedcm/<provider>`. */
export interface FedcmOptions {
  configURL: string
  clientId: string
  nonce: string
}

/** Creates an auth instance whose provider has FedCM, and browsers that get tokens from it. */
export async function fedcmService(config: Partial<AuthConfig> = {}, provider: Partial<OIDCConfig> = {}) {
  const service = await oauthService(config, { fedcm: { configURL: CONFIG_URL }, ...provider })
  const { issuer } = service
  const now = () => Math.floor((config.clock?.() ?? Date.now()) / 1000)
  const options = async (browser: Browser, provider = "acme") =>
    (await (await browser.get(`/fedcm/${provider}`)).json()) as FedcmOptions // the shape of the response
  const claims = (nonce: string, more: object = {}) => ({
    ...{ iss: "https://issuer.test", aud: "client", iat: now(), exp: now() + 600, nonce },
    ...ADA,
    ...more,
  })
  const post = async (browser: Browser, token: string, fields: Record<string, string> = {}) =>
    browser.post("/fedcm/acme", { csrfToken: await browser.csrfToken(), token, ...fields })
  /** Signs in as a browser does whose user chose an account. */
  const enter = async (browser: Browser, more: object = {}, fields: Record<string, string> = {}) =>
    post(browser, await issuer.sign(claims((await options(browser)).nonce, more)), fields)
  return { ...service, options, claims, post, enter }
}
