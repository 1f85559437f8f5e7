import { generateKeyPair, SignJWT, type JWTPayload } from "jose"
import { describe, expect, test, vi } from "vitest"
import type { Adapter, AdapterSession } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { oauthService, signedInName, type OAuthService } from "../../test-kit/oauth-service.ts"

const EVENT = "http://schemas.openid.net/event/backchannel-logout"
const ADA = { sub: "ada", name: "Ada", email: "ada@example.com", email_verified: true }
const EVE = { sub: "eve", name: "Eve", email: "eve@example.com", email_verified: true }

const createService = (config: Partial<AuthConfig> = {}, provider: Partial<OIDCConfig> = {}) =>
  oauthService(config, { backchannelLogout: true, ...provider })

const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const claims = (more: Record<string, unknown> = {}): JWTPayload => ({
  iss: "https://issuer.test",
  aud: "client",
  iat: nowInSeconds(),
  exp: nowInSeconds() + 120,
  jti: crypto.randomUUID(),
  sub: "ada",
  sid: "s1",
  events: { [EVENT]: {} },
  ...more,
})

/** Posts a token as the provider's server does: without cookies and without an `Origin`. */
async function sendLogoutToken({ auth }: OAuthService, token: string, headers: HeadersInit = {}): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token })
  return auth.handle(new Request("https://app.test/auth/backchannel-logout/acme", { method: "POST", body, headers }))
}

async function signInAs(service: OAuthService, person: Record<string, unknown> = ADA) {
  const browser = service.browser()
  await service.enter(browser, person)
  expect(await signedInName(browser)).toBe(person["email"])
  return browser
}

test("signing out at the provider ends the user's sessions in every browser, and no other user's", async () => {
  const signOut = vi.fn()
  const service = await createService({ events: { signOut } })
  const [desk, phone, eve] = [await signInAs(service), await signInAs(service), await signInAs(service, EVE)]
  const answer = await sendLogoutToken(service, await service.issuer.sign(claims()))
  expect([answer.status, await answer.text(), answer.headers.get("cache-control")]).toEqual([
    200,
    "",
    expect.stringContaining("no-store"),
  ])
  expect([await signedInName(desk), await signedInName(phone), await signedInName(eve)]).toEqual([
    null,
    null,
    "eve@example.com",
  ])
  expect(signOut).toHaveBeenCalledTimes(2)
  await service.enter(desk, ADA)
  expect(await signedInName(desk)).toBe("ada@example.com")
})

test("rejects a token in a JSON body, and ends nothing (threat 331)", async () => {
  const service = await createService()
  const desk = await signInAs(service)
  const url = "https://app.test/auth/backchannel-logout/acme"
  const body = JSON.stringify({ logout_token: await service.issuer.sign(claims()) })
  const headers = { "content-type": "application/json" }
  const answer = await service.auth.handle(new Request(url, { method: "POST", body, headers }))
  expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request" }])
  expect(await signedInName(desk)).toBe("ada@example.com")
})

test.each(["logout+jwt", "application/logout+jwt", "Logout+JWT", "at+jwt"])(
  "opens no session for a token of the type %s in place of an ID token (threat 175)",
  async (typ) => {
    const service = await createService()
    const browser = service.browser()
    service.issuer.responses.idToken = (idToken) => service.issuer.sign(idToken, typ)
    await service.enter(browser, ADA).catch(() => undefined)
    expect(await signedInName(browser)).toBeNull()
    service.issuer.responses.idToken = (idToken) => service.issuer.sign(idToken, "JWT")
    await service.enter(browser, ADA)
    expect(await signedInName(browser)).toBe("ada@example.com")
  },
)

test("works with an adapter that can only list sessions", async () => {
  const { deleteSessions: _, ...adapter } = MemoryAdapter()
  const service = await createService({ adapter })
  const desk = await signInAs({ ...service })
  expect((await sendLogoutToken(service, await service.issuer.sign(claims()))).status).toBe(200)
  expect(await signedInName(desk)).toBeNull()
})

test("keeps another user's sessions that the database lists with the user's", async () => {
  const { deleteSessions: _, ...memory } = MemoryAdapter()
  const all: AdapterSession[] = []
  const adapter: Adapter = {
    ...memory,
    createSession(session) {
      all.push(session)
      return memory.createSession(session)
    },
    listSessions: () => all,
  }
  const { transaction: __, ...plain } = adapter
  const service = await createService({ adapter: plain })
  const [desk, eve] = [await signInAs(service), await signInAs(service, EVE)]
  expect((await sendLogoutToken(service, await service.issuer.sign(claims()))).status).toBe(200)
  expect([await signedInName(desk), await signedInName(eve)]).toEqual([null, "eve@example.com"])
})

test.each(["logout+jwt", "application/logout+jwt", "JWT"])("accepts a token of type %s", async (typ) => {
  const service = await createService()
  const desk = await signInAs(service)
  expect((await sendLogoutToken(service, await service.issuer.sign(claims({ aud: ["client"] }), typ))).status).toBe(200)
  expect(await signedInName(desk)).toBeNull()
})

test("accepts a token with the algorithm of ID tokens, if the provider signs userinfo with another", async () => {
  const service = await createService({}, { client: { userinfo_signed_response_alg: "ES256" } })
  expect((await sendLogoutToken(service, await service.issuer.sign(claims()))).status).toBe(200)
})

test("accepts a token for a user who was never here", async () => {
  const service = await createService()
  expect((await sendLogoutToken(service, await service.issuer.sign(claims({ sub: "nobody" })))).status).toBe(200)
})

const HOUR = 3600
const FORGED: Record<string, (service: OAuthService) => Promise<string> | string> = {
  "an empty token": () => "",
  "a malformed token": () => "a.b.c",
  "a token of 40,000 characters": () => "a".repeat(40_000),
  "an unsigned token": () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    return `${part({ alg: "none", typ: "logout+jwt" })}.${part(claims())}.`
  },
  "a token signed with another key": async () => {
    const { privateKey } = await generateKeyPair("RS256")
    return new SignJWT(claims()).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(privateKey)
  },
  "a token signed with the client secret": () =>
    new SignJWT(claims()).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode("secret")),
}

const WRONG: Record<string, Record<string, unknown>> = {
  "of another issuer": { iss: "https://evil.test" },
  "for another client": { aud: "another" },
  "for several clients, without azp": { aud: ["client", "another"] },
  "issued to another client": { aud: ["client", "another"], azp: "another" },
  "with a nonce, like an ID token": { nonce: "n" },
  "without events": { events: undefined },
  "with a list of events": { events: [EVENT] },
  "with another event": { events: { "http://schemas.openid.net/event/other": {} } },
  "with an event that is text": { events: { [EVENT]: "yes" } },
  "without a jti": { jti: undefined },
  "with an empty jti": { jti: " " },
  "without iat": { iat: undefined },
  "without exp": { exp: undefined },
  "that has expired": { iat: nowInSeconds() - 200, exp: nowInSeconds() - 100 },
  "issued an hour ago, valid for a day": { iat: nowInSeconds() - HOUR, exp: nowInSeconds() + 24 * HOUR },
  "from the future": { iat: nowInSeconds() + HOUR, exp: nowInSeconds() + 2 * HOUR },
  "with only a session id": { sub: undefined },
  "with a blank sub": { sub: " " },
}

describe("rejects a logout and ends nothing (threat 331)", () => {
  const rejected = async (service: OAuthService, token: string) => {
    const ada = await signInAs(service)
    const answer = await sendLogoutToken(service, token)
    expect([answer.status, await answer.json()]).toEqual([400, { error: "invalid_request" }])
    expect(await signedInName(ada)).toBe("ada@example.com")
  }

  test.each(Object.entries(FORGED))("with %s", async (_, forge) => {
    const service = await createService()
    await rejected(service, await forge(service))
  })

  test.each(Object.entries(WRONG))("with a token %s", async (_, wrong) => {
    const service = await createService()
    await rejected(service, await service.issuer.sign(claims(wrong)))
  })

  test.each(["at+jwt", "secevent+jwt", "id_token"])("with a token of the type %s", async (typ) => {
    const service = await createService()
    await rejected(service, await service.issuer.sign(claims(), typ))
  })

  test("with a byte order mark before the type", async () => {
    const service = await createService()
    await rejected(service, `\ufeff${await service.issuer.sign(claims(), "at+jwt")}`)
  })

  test("with an ID token that a browser got", async () => {
    const service = await createService()
    const kept: string[] = []
    service.issuer.responses.idToken = async (token) => kept[kept.push(await service.issuer.sign(token)) - 1] ?? ""
    await signInAs(service)
    await rejected(service, kept[0] ?? "")
  })
})

test("accepts a logout token once (threat 332)", async () => {
  const service = await createService()
  const token = await service.issuer.sign(claims())
  expect((await sendLogoutToken(service, token)).status).toBe(200)
  const back = await signInAs(service)
  expect((await sendLogoutToken(service, token)).status).toBe(400)
  expect(await signedInName(back)).toBe("ada@example.com")
})

test("rejects a token that another site's page sends, or that is in the URL (threat 333)", async () => {
  const service = await createService()
  const ada = await signInAs(service)
  const token = await service.issuer.sign(claims())
  expect((await sendLogoutToken(service, token, { origin: "https://evil.test" })).status).toBe(403)
  expect((await service.browser().get(`/backchannel-logout/acme?logout_token=${token}`)).status).toBe(405)
  expect((await service.browser().post(`/backchannel-logout/acme?logout_token=${token}`, {})).status).toBe(400)
  expect(await signedInName(ada)).toBe("ada@example.com")
})

test("ends nothing if the provider doesn't have the option", async () => {
  const service = await createService({}, { backchannelLogout: false })
  const ada = await signInAs(service)
  expect((await sendLogoutToken(service, await service.issuer.sign(claims()))).status).toBe(404)
  expect(await signedInName(ada)).toBe("ada@example.com")
})

test("responds with an error if the database fails", async () => {
  const adapter = MemoryAdapter()
  const service = await createService({ adapter })
  adapter.deleteSessions = () => Promise.reject(new Error("down"))
  expect((await sendLogoutToken(service, await service.issuer.sign(claims()))).status).toBe(200)
  await signInAs(service)
  const answer = await sendLogoutToken(service, await service.issuer.sign(claims()))
  expect([answer.status, answer.headers.get("location")]).toEqual([500, null])
})

describe.each([
  ["an adapter of Latchkit", MemoryAdapter],
  [
    "an adapter without `claimOnce`",
    () => {
      const { claimOnce: _, ...others } = MemoryAdapter()
      return others
    },
  ],
] satisfies [string, () => Adapter][])("with %s", (_, made) => {
  test.each(["getUserByAccount", "listSessions", "deleteSessions"] as const)(
    "a token that arrived while %s failed counts once when it is sent again",
    async (operation) => {
      const adapter: Adapter = made()
      const service = await createService({ adapter })
      const ada = await signInAs(service)
      const token = await service.issuer.sign(claims())
      const answers = { [operation]: adapter[operation] }
      Object.assign(adapter, { [operation]: () => Promise.reject(new Error("down")) })
      expect((await sendLogoutToken(service, token)).status).toBe(500)
      Object.assign(adapter, answers)
      expect((await sendLogoutToken(service, token)).status).toBe(200)
      expect(await signedInName(ada)).toBeNull()
      expect((await sendLogoutToken(service, token)).status).toBe(400)
    },
  )
})

test.each([
  ["of another issuer", { iss: "https://evil.test" }, "The logout token of acme is from issuer https://evil.test"],
  ["without an issuer", { iss: 1 }, "The logout token of acme"],
  ["for another client", { aud: "another" }, "The logout token of acme is for another client"],
  ["that is too old", { iat: nowInSeconds() - 3600 }, "The logout token of acme isn't recent, or is from the future"],
])("the log says that a token %s is a logout token", async (_, wrong, said) => {
  const service = await createService()
  await sendLogoutToken(service, await service.issuer.sign(claims(wrong)))
  expect(service.logged()).toContain(said)
  expect(service.logged()).not.toContain("ID token")
})

test.each<[string, Partial<AuthConfig>, Partial<OIDCConfig>]>([
  ["sealed sessions", { session: { strategy: "jwt" } }, {}],
  ["no adapter", { adapter: undefined }, {}],
  [
    "an OAuth provider without OpenID Connect",
    {},
    { type: "oauth" as "oidc", authorization: "https://a.test", token: "https://a.test" },
  ],
])("rejects a configuration with %s", async (_, config, provider) => {
  const service = await createService(config, provider)
  expect((await service.browser().get("/providers")).status).toBe(500)
  expect(service.logged()).toContain("backchannelLogout")
})
