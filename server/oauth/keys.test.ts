import { expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { fakeIssuer, type FakeIssuer } from "../testing/fake-issuer.ts"
import { signedInName } from "../test-kit/oauth-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const ada = { sub: "ada", email: "ada@app.test" }

async function signIn(browser: ReturnType<typeof cookieClient>, issuer: FakeIssuer) {
  const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
  await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", ada)}`)
  return signedInName(browser)
}

test("doesn't share keys between tenants with the same provider id and `{clientId}` in the key set's URL", async () => {
  const tenants = {
    alpha: await fakeIssuer({ clientId: "alpha" }),
    beta: await fakeIssuer({ clientId: "beta" }),
  }
  const nameIn = (url: string) => (url.includes("beta") ? "beta" : "alpha")
  const config = (name: "alpha" | "beta") => ({
    secret: "s".repeat(32),
    trustHost: true,
    logger,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const url = String(input)
      const keys = /\/t\/(alpha|beta)\/keys$/.exec(url)
      return keys ? tenants[nameIn(url)].fetch("https://issuer.test/jwks") : tenants[name].fetch(input, init)
    },
    providers: [
      {
        id: "acme",
        name: "Acme",
        type: "oidc",
        issuer: "https://issuer.test",
        clientId: name,
        clientSecret: "secret",
        jwks_endpoint: "https://issuer.test/t/{clientId}/keys",
      } satisfies OIDCConfig,
    ],
  })
  const configs = { alpha: config("alpha"), beta: config("beta") }
  const auth = createAuth((request) => configs[nameIn(request?.url ?? "")], { env: { NODE_ENV: "production" } })
  const browser = (name: "alpha" | "beta") => cookieClient(auth, new Map(), `https://${name}.test/auth`)
  expect(await signIn(browser("alpha"), tenants.alpha)).toBe("ada@app.test")
  tenants.beta.responses.idToken = (claims) => tenants.alpha.sign(claims)
  expect(await signIn(browser("beta"), tenants.beta)).toBeNull()
  delete tenants.beta.responses.idToken
  expect(await signIn(browser("beta"), tenants.beta)).toBe("ada@app.test")
})

test("accepts a URL object as `jwks_endpoint`", async () => {
  const issuer = await fakeIssuer()
  const provider = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: "https://issuer.test",
    clientId: "client",
    jwks_endpoint: new URL("https://issuer.test/jwks"),
  } as const
  const env = { AUTH_URL: "https://app.test/auth" }
  const auth = createAuth({ secret: "s".repeat(32), logger, fetch: issuer.fetch, providers: [provider] }, { env })
  expect(await signIn(cookieClient(auth), issuer)).toBe("ada@app.test")
})

const TENANT = "11111111-2222-3333-4444-555555555555"
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad"
const entraIssuer = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

test.each<[string, string | undefined, string, boolean]>([
  ["of that tenant", entraIssuer(TENANT), TENANT, true],
  ["of all tenants", entraIssuer("{tenantid}"), TENANT, true],
  ["that names no issuer", undefined, TENANT, true],
  ["of the consumer tenant", entraIssuer(CONSUMERS), TENANT, false],
  ["of another tenant", entraIssuer("22222222-2222-3333-4444-555555555555"), TENANT, false],
  ["of no issuer at all", "", TENANT, false],
])("a token of an Entra tenant with a key %s", async (_, keyIssuer, tid, opens) => {
  const issuer = await fakeIssuer({ issuer: entraIssuer("common") })
  issuer.responses.discovery = (document) => ({ ...document, issuer: entraIssuer("{tenantid}") })
  issuer.responses.claims = (claims) => ({ ...claims, tid, iss: entraIssuer(tid) })
  const fetch: typeof issuer.fetch = async (input, init) => {
    const answer = await issuer.fetch(input, init)
    if (!String(input).endsWith("/jwks")) return answer
    const { keys } = (await answer.json()) as { keys: object[] } // published by the fake issuer
    return Response.json({ keys: keys.map((key) => ({ ...key, issuer: keyIssuer })) })
  }
  const provider = { id: "acme", name: "A", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const env = { AUTH_URL: "https://app.test/auth" }
  const auth = createAuth({ secret: "s".repeat(32), logger, fetch, providers: [provider] }, { env })
  expect(await signIn(cookieClient(auth), issuer)).toBe(opens ? "ada@app.test" : null)
})
