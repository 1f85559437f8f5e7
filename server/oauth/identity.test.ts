import { describe, expect, test } from "vitest"
import type { OIDCConfig } from "../providers/types.ts"
import { errorParam, oauthService, signedInName, type OAuthService } from "../testing/oauth-service.ts"

const json = (text: string) => new Response(text, { headers: { "content-type": "application/json" } })
const byNumber: Partial<OIDCConfig> = {
  idToken: false,
  profile: ({ sub, uid }) => ({ id: uid as string, name: sub ?? null }), // whatever the provider sent
}

describe("attack 91: two people whose ids are one number to JavaScript", () => {
  test("are two people", async () => {
    const service = await oauthService({}, byNumber)
    for (const id of ["9007199254740992", "9007199254740993"]) {
      service.issuer.answers.userinfo = () => json(`{"sub":"${id}","uid":${id}}`)
      await service.enter(service.browser(), { sub: id })
      expect(await service.adapter.getUserByAccount({ provider: "acme", providerAccountId: id })).toMatchObject({
        name: id,
      })
    }
  })

  test("are nobody where a runtime or a callback has rounded them", async () => {
    const service = await oauthService({}, { profile: () => ({ id: (2 ** 53) as unknown as string }) })
    expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBe("OAuthCallbackError")
  })
})

test("attack 95: `__proto__` in an ID token is no claim, as in every other answer", async () => {
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
  "attack 204: the id %j, another one but for its blanks, is nobody's",
  async (id) => {
    const service = await oauthService({}, { profile: () => ({ id }) })
    expect(errorParam(await service.enter(service.browser(), { sub: "ada" }))).toBe("OAuthCallbackError")
  },
)

describe("attack 92: an address that a profile callback takes from a claim that anybody may fill", () => {
  const profile: OIDCConfig["profile"] = ({ sub, email, preferred_username: name }) => ({
    id: sub ?? "",
    email: name ?? email ?? null,
  })
  const eve = { sub: "eve", email: "eve@evil.test", email_verified: true, preferred_username: "ada@example.com" }

  test("is not proven by `email_verified`, which speaks of another one", async () => {
    const service = await oauthService({}, { profile, allowDangerousEmailAccountLinking: true })
    const { adapter } = service
    const ada = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: new Date() })
    expect(errorParam(await service.enter(service.browser(), eve))).toBe("OAuthAccountNotLinked")
    expect(await adapter.listAccounts(ada.id)).toEqual([])
  })

  test("and survives no proof of the mailbox", async () => {
    const service = await oauthService({}, { profile })
    await service.enter(service.browser(), eve)
    const account = await service.adapter.getAccount("eve", "acme")
    expect(account).toMatchObject({ userId: expect.any(String) as string })
    expect(account).not.toHaveProperty("proven_email")
  })

  test("while the same address, written otherwise, is", async () => {
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

test("attack 64: an answer without `iss` is refused before the code is traded, where the provider promises one", async () => {
  const service = await oauthService()
  service.issuer.answers.discovery = (document) => ({
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
  "attack 338: an answer that holds %s, which the code flow has none of, is refused before the code is traded",
  async (name) => {
    const service = await oauthService()
    const browser = service.browser()
    const answer = await service.start(browser, ada)
    expect(errorParam(await browser.get(`${answer}&${name}=eyJhbGciOiJub25lIn0.e30.`))).toBe("OAuthCallbackError")
    expect(tokenRequests(service)).toEqual([])
  },
)

test("a response with a code and an empty error skips no check of the provider's row, and is rejected", async () => {
  const service = await oauthService(
    {},
    { token: "https://issuer.test/token", jwks_endpoint: "https://issuer.test/jwks" },
  )
  const browser = service.browser()
  expect(errorParam(await browser.get(`${await service.start(browser, ada)}&error=`))).toBe("OAuthCallbackError")
  expect(tokenRequests(service)).toEqual([])
})

test("attack 339: the checks of one attempt finish no other, in whichever cookie they come", async () => {
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
])("a userinfo answer that was signed %s", async (_, differing, email) => {
  const service = await oauthService({}, { idToken: false })
  const { issuer } = service
  const jwt = await issuer.sign({ iss: issuer.issuer, aud: "client", ...ada, ...differing })
  issuer.answers.userinfo = () => new Response(jwt, { headers: { "content-type": "application/jwt" } })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe(email)
})

test("callbacks and events get all that the token endpoint sent, and the adapter its usual fields", async () => {
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
  service.issuer.answers.token = (body) => ({ ...body, ...sent })
  await service.enter(service.browser(), ada)
  for (const name of ["signIn", "jwt", "event", "linkAccount"])
    expect(seen[name], name).toMatchObject({ ...sent, expires_in: 3600, expires_at: expect.any(Number) as number })
  const stored = await service.adapter.getAccount("ada", "acme")
  expect(stored).toMatchObject({ session_state: "s", access_token: expect.any(String) as string })
  for (const name of ["refresh_expires_in", "authed_user", "expires_in"]) expect(stored).not.toHaveProperty(name)
})
