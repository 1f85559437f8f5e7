import { describe, expect, test, vi } from "vitest"
import { authjs } from "../migrate/authjs/index.ts"
import { BattleNet } from "../providers/catalogue/battlenet.ts"
import { DuendeIdentityServer6 } from "../providers/catalogue/duende-identity-server6.ts"
import { OIDC } from "../providers/index.ts"
import type { OIDCConfig } from "../providers/types.ts"
import { errorParam, oauthService, signedInName, type OAuthService } from "../test-kit/oauth-service.ts"

const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } })
const byNumber: Partial<OIDCConfig> = {
  idToken: false,
  profile: ({ sub, uid }) => ({ id: uid as string, name: sub ?? null }), // sent by the provider
}

describe("two users whose ids round to the same JavaScript number (threat 91)", () => {
  test("stay two users", async () => {
    const service = await oauthService({}, byNumber)
    for (const id of ["9007199254740992", "9007199254740993"]) {
      service.issuer.responses.userinfo = () => json(`{"sub":"${id}","uid":${id}}`)
      await service.enter(service.browser(), { sub: id })
      expect(await service.adapter.getUserByAccount({ provider: "acme", providerAccountId: id })).toMatchObject({
        name: id,
      })
    }
  })

  test("can't sign in if a runtime or a callback has rounded their ids", async () => {
    const service = await oauthService({}, { profile: () => ({ id: (2 ** 53) as unknown as string }) })
    expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBe("OAuthCallbackError")
  })
})

describe("an ID token with only a subject", () => {
  const person = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true, picture: "https://cdn.test/a" }

  const CLIENT = { issuer: "https://issuer.test" as never, clientId: "client", clientSecret: "secret" }

  test("is completed by userinfo", async () => {
    const service = await oauthService()
    service.issuer.responses.userinfo = () => person
    await service.enter(service.browser(), { sub: "ada" })
    expect(await service.adapter.getUserByEmail("ada@app.test")).toMatchObject({ name: "Ada", image: person.picture })
  })

  test.each([
    ["OIDC()", OIDC],
    ["a row of the catalogue", DuendeIdentityServer6],
    ["a row whose name is in a claim of its own", BattleNet],
  ])("is completed at a provider made by a function: %s", async (_, provider) => {
    const service = await oauthService({ providers: [provider({ ...CLIENT, id: "acme" })] })
    service.issuer.responses.userinfo = () => ({ ...person, battle_tag: "Ada" })
    await service.enter(service.browser(), { sub: "ada" })
    const account = { provider: "acme", providerAccountId: "ada" }
    expect(await service.adapter.getUserByAccount(account)).toMatchObject({ name: "Ada" })
  })

  test("isn't completed if a claim that the provider's row reads has the name", async () => {
    const service = await oauthService({ providers: [BattleNet({ ...CLIENT, id: "acme" })] })
    service.issuer.responses.userinfo = () => new Response("down", { status: 500 })
    service.issuer.responses.claims = (claims) => ({ ...claims, battle_tag: "Ada#1" })
    expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBeNull()
  })

  test.each([401, 403, 500])(
    "is rejected if userinfo responds with %s, and the log says what to do",
    async (status) => {
      const error = vi.fn()
      const service = await oauthService({ logger: { error, warn: () => undefined, debug: () => undefined } })
      service.issuer.responses.userinfo = () => new Response("{}", { status })
      expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBe("OAuthCallbackError")
      const message = String(error.mock.calls[0]?.[0])
      expect(message).toContain("no name and no email")
      expect(message).toMatch(/Request an access token for that endpoint, or set `profile`/)
    },
  )

  test("is rejected with the userinfo of another user", async () => {
    const service = await oauthService()
    service.issuer.responses.userinfo = () => ({ ...person, sub: "eve" })
    expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBe("OAuthCallbackError")
  })

  test("is enough for a profile callback of the app", async () => {
    const service = await oauthService({}, { profile: ({ sub }) => ({ id: sub ?? "", name: "From the app" }) })
    service.issuer.responses.userinfo = () => new Response("down", { status: 500 })
    const browser = service.browser()
    await service.enter(browser, { sub: "ada" })
    expect(errorParam(await service.enter(browser, { sub: "ada" }))).toBeNull()
  })
})

describe("a profile inside another field", () => {
  const wrapped: Partial<OIDCConfig> = {
    idToken: false,
    profileUnwrap: "data.user",
    profile: (claims) => ({ id: String(claims["uid"]), name: Object.keys(claims).toSorted().join() }),
  }
  const userinfo = { sub: "ada", email: "outer@app.test", data: { user: { uid: "1" } } }

  test.each([
    ["is all that a callback gets", {}, "uid"],
    ["is there twice for the callbacks of an app that comes from Auth.js", authjs(), "data,uid"],
  ])("%s", async (_, preset, name) => {
    const service = await oauthService(preset, wrapped)
    service.issuer.responses.userinfo = () => userinfo
    await service.enter(service.browser(), { sub: "ada" })
    const account = { provider: "acme", providerAccountId: "1" }
    expect(await service.adapter.getUserByAccount(account)).toMatchObject({ name })
  })
})

test("drops `__proto__` from an ID token, as from every other response (threat 95)", async () => {
  const seen: unknown[] = []
  const profile: OIDCConfig["profile"] = (claims) => {
    seen.push(Object.hasOwn(claims, "__proto__"), Object.assign({} as { admin?: boolean }, claims).admin)
    return { id: claims.sub ?? "" }
  }
  const service = await oauthService({}, { profile })
  const claims = JSON.parse('{"sub":"eve","__proto__":{"admin":true}}') as Record<string, unknown>
  await service.enter(service.browser(), claims)
  expect(seen).toEqual([false, undefined])
})

test.each(["ada ", " ada", "ada\n"])(
  "rejects the id %j, because it has whitespace around it (threat 204)",
  async (id) => {
    const service = await oauthService({}, { profile: () => ({ id }) })
    expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBe("OAuthCallbackError")
  },
)

describe("an email address that a profile callback reads from a claim that users can edit (threat 92)", () => {
  const profile: OIDCConfig["profile"] = ({ sub, email, preferred_username: name }) => ({
    id: sub ?? "",
    email: name ?? email ?? null,
  })
  const eve = { sub: "eve", email: "eve@evil.test", email_verified: true, preferred_username: "ada@example.com" }

  test("isn't verified by `email_verified`, which is about another address", async () => {
    const service = await oauthService({}, { profile, allowDangerousEmailAccountLinking: true })
    const { adapter } = service
    const ada = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: new Date() })
    expect(errorParam(await service.enter(service.browser(), eve))).toBe("OAuthAccountNotLinked")
    expect(await adapter.listAccounts(ada.id)).toEqual([])
  })

  test("isn't stored as a proven address", async () => {
    const service = await oauthService({}, { profile })
    await service.enter(service.browser(), eve)
    const account = await service.adapter.getAccount("eve", "acme")
    expect(account).toMatchObject({ userId: expect.any(String) as string })
    expect(account).not.toHaveProperty("proven_email")
  })

  test("is verified if it is the same address in another spelling", async () => {
    const service = await oauthService(
      {},
      { profile: ({ sub, email }) => ({ id: sub ?? "", email: email?.toUpperCase() ?? null }) },
    )
    await service.enter(service.browser(), { sub: "ada", email: "ada@example.com", email_verified: true })
    expect(await service.adapter.getAccount("ada", "acme")).toMatchObject({ proven_email: "ada@example.com" })
  })
})

const ada = { sub: "ada", name: "Ada", email: "ada@example.com" }
const tokenRequests = ({ issuer }: OAuthService) => issuer.requests.filter(({ method }) => method === "POST")

test("rejects a response without `iss` before it requests tokens, if the provider promises `iss` (threat 64)", async () => {
  const service = await oauthService()
  service.issuer.responses.discovery = (document) => ({
    ...document,
    authorization_response_iss_parameter_supported: true,
  })
  const browser = service.browser()
  expect(errorParam(await service.enter(browser, ada))).toBe("OAuthCallbackError")
  expect(tokenRequests(service)).toEqual([])
  const answer = await service.start(browser, ada)
  await browser.get(`${answer}&iss=${encodeURIComponent(service.issuer.issuer)}`)
  expect(await signedInName(browser)).toBe("ada@example.com")
})

test.each(["response", "id_token", "access_token"])(
  "rejects a response with %s before it requests tokens, because the code flow doesn't return one (threat 340)",
  async (name) => {
    const service = await oauthService()
    const browser = service.browser()
    const answer = await service.start(browser, ada)
    expect(errorParam(await browser.get(`${answer}&${name}=eyJhbGciOiJub25lIn0.e30.`))).toBe("OAuthCallbackError")
    expect(tokenRequests(service)).toEqual([])
  },
)

test("rejects a response with a code and an empty error, without skipping the row's checks", async () => {
  const service = await oauthService(
    {},
    { token: "https://issuer.test/token", jwks_endpoint: "https://issuer.test/jwks" },
  )
  const browser = service.browser()
  expect(errorParam(await browser.get(`${await service.start(browser, ada)}&error=`))).toBe("OAuthCallbackError")
  expect(tokenRequests(service)).toEqual([])
})

test("rejects the checks of another sign-in attempt, whichever cookie they are in (threat 339)", async () => {
  const service = await oauthService({}, { checks: ["pkce"] })
  const browser = service.browser()
  const answers = [await service.start(browser, ada), await service.start(browser, ada)]
  const names = [...browser.jar.keys()].filter((name) => name.includes(".pkce."))
  const cookies = names.map((name) => browser.jar.get(name) ?? expect.fail("no such cookie"))
  cookies.reverse().forEach((cookie, index) => browser.jar.set(names[index] ?? "", cookie))
  for (const answer of answers) expect(errorParam(await browser.get(answer))).toBe("OAuthCallbackError")
  expect([names.length, tokenRequests(service)]).toEqual([2, []])
})

test.each<[string, Record<string, unknown>, string | null]>([
  ["for this client", {}, "ada@example.com"],
  ["for another client", { aud: "other" }, null],
  ["by another issuer", { iss: "https://evil.test" }, null],
])("a userinfo response that was signed %s", async (_, differing, email) => {
  const service = await oauthService({}, { idToken: false })
  const { issuer } = service
  const jwt = await issuer.sign({ iss: issuer.issuer, aud: "client", ...ada, ...differing })
  issuer.responses.userinfo = () => new Response(jwt, { headers: { "content-type": "application/jwt" } })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe(email)
})

test("passes the whole token response to callbacks and events, and the usual fields to the adapter", async () => {
  const seen: Record<string, Record<string, unknown>> = {}
  const service = await oauthService({
    session: { strategy: "jwt" },
    callbacks: {
      signIn: ({ account }) => {
        seen["signIn"] = { ...account }
        return true
      },
      jwt: ({ token, account }) => {
        if (account) seen["jwt"] = { ...account }
        return token
      },
    },
    events: {
      signIn: ({ account }) => void (seen["event"] = { ...account }),
      linkAccount: ({ account }) => void (seen["linkAccount"] = { ...account }),
    },
  })
  const sent = { refresh_expires_in: 7200, authed_user: { id: "U1" }, session_state: "s" }
  service.issuer.responses.token = (body) => ({ ...body, ...sent })
  await service.enter(service.browser(), ada)
  for (const name of ["signIn", "jwt", "event", "linkAccount"])
    expect(seen[name], name).toMatchObject({ ...sent, expires_in: 3600, expires_at: expect.any(Number) as number })
  const stored = await service.adapter.getAccount("ada", "acme")
  expect(stored).toMatchObject({ session_state: "s", access_token: expect.any(String) as string })
  for (const name of ["refresh_expires_in", "authed_user", "expires_in"]) expect(stored).not.toHaveProperty(name)
})
