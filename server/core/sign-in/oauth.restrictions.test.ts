import { decodeJwt, generateKeyPair } from "jose"
import { describe, expect, test, vi } from "vitest"
import {
  Auth0,
  AzureAD,
  BoxyHQSAML,
  FusionAuth,
  Google,
  Kinde,
  MicrosoftEntraID,
  WorkOS,
  ZITADEL,
} from "../../providers/index.ts"
import type { Fetch, OAuthConfig, OIDCConfig } from "../../providers/types.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { createAuth } from "../../service/auth.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME, errorParam, oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ada = { sub: "ada", name: "Ada", email: "ada@acme.test", email_verified: true }
const noAdapter = { adapter: undefined }
const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }

test("passes no other user's address to the new-user page on a first sign-in (threat 24)", async () => {
  const service = await oauthService({ pages: { newUser: "/welcome" } })
  const answer = await service.enter(service.browser(), ada, { callbackUrl: "https://evil.test/" })
  const to = new URL(answer.headers.get("location") ?? "")
  expect(to.origin + to.pathname).toBe("https://app.test/welcome")
  expect(to.searchParams.get("callbackUrl")).toBe("https://app.test/")
})

test("sends a client assertion to the issuer only, wherever its metadata puts the token endpoint (threat 104)", async () => {
  const { privateKey } = await generateKeyPair("ES256")
  const service = await oauthService(noAdapter, {
    clientSecret: undefined,
    privateKey,
    client: { token_endpoint_auth_method: "private_key_jwt" },
    token: "https://issuer.test/token",
  })
  await service.enter(service.browser(), ada)
  const request = service.issuer.requests.find(({ url }) => url === "https://issuer.test/token")
  const { aud } = decodeJwt(new URLSearchParams(request?.body).get("client_assertion") ?? "")
  expect(aud).toBe("https://issuer.test")
})

describe("a domain that the configuration requires (threat 110)", () => {
  const enter = async (wanted: unknown, claims: Record<string, unknown>) => {
    const service = await oauthService(noAdapter, {
      authorization: { params: { scope: "openid email", hd: wanted as string } },
    })
    const browser = service.browser()
    await service.enter(browser, { ...ada, ...claims })
    return signedInName(browser)
  }
  test.each<[unknown, Record<string, unknown>, boolean]>([
    [["acme.test"], { hd: "evil.test" }, false],
    [["acme.test"], { hd: "acme.test" }, true],
    [["acme.test", "evil.test"], { hd: "evil.test" }, false],
    ["", { hd: "evil.test" }, false],
    ["acme.test", { hd: "acme.test" }, true],
    ["acme.test", { hd: "ACME.test" }, true],
    ["acme.test", {}, false],
    ["acme.test", { hd: "evil.test" }, false],
    ["acme.test", { hd: ["acme.test"] }, false],
    ["acme.test", { hd: "sub.acme.test" }, false],
    ["*", { hd: "any.test" }, true],
    ["*", {}, false],
  ])("rejects or accepts %s with the claims %j", async (wanted, claims, opens) => {
    expect(await enter(wanted, claims)).toBe(opens ? ada.email : null)
  })

  test("is checked for Google like for any provider", async () => {
    const { authorization } = Google({ clientId: "client", clientSecret: "secret" })
    expect(typeof authorization).not.toBe("undefined")
    const service = await oauthService(noAdapter, { authorization: { params: { hd: "acme.test" } } })
    const answer = await service.enter(service.browser(), ada)
    expect(errorParam(answer)).toBe("OAuthCallbackError")
  })
})

describe("an organization that the configuration requires (threat 110)", () => {
  const CLIENT = { clientId: "client", clientSecret: "secret" }
  const { pinnedParams = {} } = Auth0({ ...CLIENT, issuer: "https://acme.auth0.com/" })
  const auth0 = (organization: string): OIDCConfig => ({
    ...ACME,
    authorization: { params: { organization } },
    pinnedParams,
  })
  const boxyHq = (own: { tenant?: string; product?: string }) =>
    BoxyHQSAML({ ...CLIENT, issuer: "https://workos.test", ...own })
  const { pinnedParams: kindePins = {} } = Kinde({ ...CLIENT, issuer: "https://acme.kinde.com" })
  const kinde = { ...ACME, authorization: { params: { org_code: "org_acme" } }, pinnedParams: kindePins }
  const { pinnedParams: fusionAuthPins = {} } = FusionAuth({ ...CLIENT, issuer: "https://acme.test" })
  const fusionAuth = { ...ACME, authorization: { params: { tenantId: "5B6E" } }, pinnedParams: fusionAuthPins }
  const [ORG, OWNER] = ["urn:zitadel:iam:org", "urn:zitadel:iam:user:resourceowner"]
  const { pinnedParams: zitadelPins = {} } = ZITADEL({ ...CLIENT, issuer: "https://acme.zitadel.cloud" })
  const zitadel = (own: string): OIDCConfig => ({
    ...ACME,
    authorization: { params: { scope: `openid ${own}` } },
    pinnedParams: zitadelPins,
  })
  /** Signs in at the provider as a user with this profile, who changed the authorization URL. */
  const enter = async (provider: OAuthConfig, profile: Record<string, unknown>) => {
    const issuer = await fakeIssuer()
    const fetch: Fetch = async (url, init) => {
      if (!String(url).includes("workos")) return issuer.fetch(url, init)
      return Response.json({ access_token: "a", token_type: "Bearer", ...ada, id: "ada", ...profile })
    }
    const browser = cookieClient(
      createAuth(
        { providers: [provider], secret: "s".repeat(32), fetch, logger },
        { env: { AUTH_URL: "https://app.test/auth" } },
      ),
    )
    const start = await browser.post(`/signin/${provider.id}`, { csrfToken: await browser.csrfToken() })
    const to = start.headers.get("location") ?? ""
    const state = new URL(to).searchParams.get("state") ?? ""
    const query = provider.type === "oidc" ? issuer.authorize(to, { ...ada, ...profile }) : `code=c&state=${state}`
    await browser.get(`/callback/${provider.id}?${query}`)
    return signedInName(browser)
  }

  test.each<[OAuthConfig, Record<string, unknown>, boolean]>([
    [WorkOS({ ...CLIENT, organization: "org_acme" }), { organization_id: "org_acme" }, true],
    [WorkOS({ ...CLIENT, organization: "org_acme" }), { organization_id: "org_evil" }, false],
    [WorkOS({ ...CLIENT, organization: "org_acme" }), {}, false],
    [WorkOS({ ...CLIENT, connection: "conn_1" }), { connection_id: "conn_1" }, true],
    [WorkOS({ ...CLIENT, connection: "conn_1" }), { connection_id: "conn_2" }, false],
    [WorkOS({ ...CLIENT, provider: "authkit" }), { organization_id: "org_any" }, true],
    [auth0("org_acme"), { org_id: "org_acme" }, true],
    [auth0("org_acme"), { org_id: "org_evil", org_name: "org_acme" }, false],
    [auth0("acme"), { org_id: "org_1", org_name: "acme" }, true],
    [auth0("acme"), {}, false],
    [auth0("Acme"), { org_id: "org_1", org_name: "acme" }, true],
    [boxyHq({ tenant: "acme" }), { requested: { tenant: "acme", product: "any" } }, true],
    [boxyHq({ tenant: "acme" }), { requested: { tenant: "evil" } }, false],
    [boxyHq({ tenant: "acme", product: "app" }), { requested: { tenant: "acme", product: "evil" } }, false],
    [boxyHq({ tenant: "acme" }), { requested: null }, false],
    [boxyHq({}), { requested: { tenant: "any" } }, true],
    [fusionAuth, { tid: "5b6e" }, true],
    [fusionAuth, { tid: "evil" }, false],
    [fusionAuth, {}, true],
    [kinde, { org_codes: ["org_own", "org_acme"] }, true],
    [kinde, { org_codes: ["org_evil"] }, false],
    [kinde, {}, false],
    [zitadel(`${ORG}:id:1`), { [`${OWNER}:id`]: "1" }, true],
    [zitadel(`${ORG}:id:1 email`), {}, false],
    [zitadel(`${ORG}:id:1`), { [`${ORG}:id`]: "1", [`${OWNER}:id`]: "2" }, false],
    [zitadel(`${ORG}:domain:primary:acme.ch`), { [`${OWNER}:primary_domain`]: "acme.ch" }, true],
    [zitadel(`${ORG}:domain:primary:acme.ch`), { [`${ORG}:domain:primary`]: "acme.ch" }, false],
    [zitadel("urn:zitadel:iam:user:metadata"), {}, true],
  ])("%o lets in a user with %j or not", async (provider, profile, opens) => {
    expect(await enter(provider, profile)).toBe(opens ? ada.email : null)
  })
})

describe("the tenant in an Entra token (threat 111)", () => {
  const TENANT = "11111111-2222-3333-4444-555555555555"
  const { acceptsIssuer } = MicrosoftEntraID({ clientId: "c", clientSecret: "s", tenant: "common" })
  const tenantIssuer = (tid: unknown) => `https://login.microsoftonline.com/${String(tid)}/v2.0`

  test.each([
    "../../evil",
    "..%2f..%2fevil",
    `${TENANT}/../x`,
    "evil.test",
    "",
    `${TENANT}\n`,
    { toString: () => TENANT },
  ])("makes no issuer if it is %j", (tid) => expect(acceptsIssuer?.(tenantIssuer(tid), { tid })).toBe(false))
  test.each<[string, boolean]>([
    [TENANT, true],
    ["../../evil", false],
    ["{tenantid}", false],
  ])("is accepted or rejected for any configuration of that authority: %s", async (tid, opens) => {
    const issuer = await fakeIssuer({ issuer: "https://login.microsoftonline.com/common/v2.0" })
    issuer.responses.discovery = (document) => ({ ...document, issuer: tenantIssuer("{tenantid}") })
    issuer.responses.claims = (claims) => ({ ...claims, tid, iss: tenantIssuer(tid) })
    const acme = { id: "acme", name: "A", type: "oidc", issuer: issuer.issuer, clientId: issuer.clientId } as const
    const env = { AUTH_URL: "https://app.test/auth" }
    const person = cookieClient(
      createAuth({ providers: [acme], secret: "s".repeat(32), fetch: issuer.fetch, logger }, { env }),
    )
    const start = await person.post("/signin/acme", { csrfToken: await person.csrfToken() })
    await person.get(`/callback/acme?${issuer.authorize(start.headers.get("location") ?? "", ada)}`)
    expect(await signedInName(person)).toBe(opens ? ada.email : null)
  })

  test("a GUID does", () => expect(acceptsIssuer?.(tenantIssuer(TENANT), { tid: TENANT })).toBe(true))

  const CLIENT = { clientId: "client", clientSecret: "secret" }
  // Auth.js lets an app replace the address of all tenants by its own tenant's (threat 644)
  describe.each<[string, (wellKnown: string, issuer: string) => OIDCConfig]>([
    ["as an option", (wellKnown) => AzureAD({ ...CLIENT, wellKnown })],
    ["with a query", (url) => AzureAD({ ...CLIENT, wellKnown: `${url}?appid=client` })],
    ["beside the function", (wellKnown) => ({ ...AzureAD(CLIENT), wellKnown })],
    ["for Microsoft Entra ID", (wellKnown) => MicrosoftEntraID({ ...CLIENT, wellKnown })],
    ["as the issuer beside the function", (_url, issuer) => ({ ...MicrosoftEntraID(CLIENT), issuer })],
  ])("counts alone if an option names it %s", (_, provider) => {
    test.each([
      ["its user", TENANT, ada.email],
      ["another tenant's user", "99999999-2222-3333-4444-555555555555", null],
    ])("%s", async (__, tid, email) => {
      const issuer = await fakeIssuer({ issuer: tenantIssuer(TENANT) })
      const providers = [provider(`${issuer.issuer}/.well-known/openid-configuration`, issuer.issuer)]
      const id = providers[0]?.id ?? ""
      const env = { AUTH_URL: "https://app.test/auth" }
      // Entra's own paths of the endpoints that the discovery document of the test names
      const atIssuer = (url: string) =>
        url.replace("/oauth2/v2.0", "/v2.0").replace("/discovery/v2.0/keys", "/v2.0/jwks")
      const fetch: Fetch = (input, init) => issuer.fetch(atIssuer(new Request(input).url), init)
      const config = { ...authjs({ version: 4 }), providers, secret: "s".repeat(32), fetch, logger }
      const person = cookieClient(createAuth(config, { env }))
      const start = await person.post(`/signin/${id}`, { csrfToken: await person.csrfToken() })
      const to = start.headers.get("location") ?? ""
      expect(atIssuer(to)).toContain(`${issuer.issuer}/authorize?`)
      issuer.responses.claims = (claims) => ({ ...claims, tid, iss: tenantIssuer(tid) })
      await person.get(`/callback/${id}?${issuer.authorize(to, ada)}`)
      expect(await signedInName(person)).toBe(email)
    })
  })
})

test("updates only the caller's own session, and none if there is none (threat 207)", async () => {
  const session = vi.fn(({ session: given, newSession }) => ({ ...given, seen: newSession ?? null }))
  const service = await oauthService({ callbacks: { session } })
  const [owner, stranger] = [service.browser(), service.browser()]
  await service.enter(owner, ada)
  session.mockClear()
  const headers = { cookie: stranger.cookieHeader() }
  expect(await service.auth.updateSession({ headers }, { user: { id: "ada", name: "Eve" } })).toMatchObject({
    session: null,
  })
  expect(session).not.toHaveBeenCalled()
  expect(await (await owner.get("/session")).json()).toMatchObject({ user: { name: "Ada" }, seen: null })
})

test("returns no token from a helper unless the session callback added it (threat 308)", async () => {
  const service = await oauthService()
  const browser = service.browser()
  await service.enter(browser, ada)
  const request = { headers: { cookie: browser.cookieHeader() } }
  const leaked =
    JSON.stringify(await service.auth.getSession(request)) + JSON.stringify(await service.auth.getAccount(request))
  const user = await service.adapter.getUserByEmail(ada.email)
  const [account] = await service.adapter.listAccounts(user?.id ?? "")
  const [stored] = await service.adapter.listSessions(user?.id ?? "")
  for (const value of [account?.access_token, account?.id_token, stored?.sessionToken, browser.cookieHeader()]) {
    expect(value).toBeTruthy()
    expect(leaked).not.toContain(value)
  }
})

test("reads no address from the request's headers in any helper (threat 309)", async () => {
  const fetch = vi.fn(() => Promise.reject(new Error("nothing may be asked")))
  const service = await oauthService({ fetch })
  const headers = { host: "internal-service:8080", "x-forwarded-host": "169.254.169.254", referer: "http://internal/" }
  const { auth } = service
  const request = { headers, url: "http://internal-service:8080/page" }
  await auth.getSession(request)
  await auth.updateSession(request, {})
  await auth.signOut(request)
  await auth.getAccount(request)
  const { props } = await auth.signInProps(request)
  expect(fetch).not.toHaveBeenCalled()
  expect(JSON.stringify(props)).not.toMatch(/internal|169\.254/)
  await expect(auth.signIn(request, "acme")).rejects.toThrow()
  for (const [asked] of fetch.mock.calls as unknown as [string | URL][])
    expect(String(asked)).toMatch(/^https:\/\/issuer\.test\//)
})
