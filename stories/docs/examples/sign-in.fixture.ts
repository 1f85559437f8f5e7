import { OIDC } from "latchkit/providers"
import { createAuth, type AuthConfig } from "latchkit/server"
import { fakeIssuer, cookieClient } from "latchkit/testing"

const ADA = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }

/** Signs a client in through an OpenID provider. */
export async function signInThrough(config: Partial<AuthConfig>, person: Record<string, unknown> = {}) {
  const issuer = await fakeIssuer()
  const acme = OIDC({ id: "acme", issuer: issuer.issuer, clientId: issuer.clientId, clientSecret: "s" })
  const logger = { error: () => undefined }
  const browser = cookieClient(createAuth({ ...config, providers: [acme], fetch: issuer.fetch, logger }))
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", { ...ADA, ...person })}`)
  return browser
}
