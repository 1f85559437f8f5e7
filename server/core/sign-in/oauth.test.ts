import { createHash } from "node:crypto"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { OIDCConfig } from "../../providers/types.ts"
import { Facebook } from "../../providers/catalogue/facebook.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"

const SESSION = "__Host-latchkit.session-token"
const world = { issuer: await fakeIssuer() }
beforeEach(async () => {
  world.issuer = await fakeIssuer()
})

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }

function createService(provider: Partial<OIDCConfig> = {}, config: Partial<AuthConfig> = {}) {
  const { issuer, clientId } = world.issuer
  const oidc: OIDCConfig = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer,
    clientId,
    clientSecret: "secret",
    checks: ["pkce", "nonce"],
    ...provider,
  }
  const env = { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" }
  return createAuth(
    { providers: [oidc], secret: "s".repeat(32), fetch: world.issuer.fetch, logger: silent, ...config },
    { env },
  )
}

type Browser = ReturnType<typeof cookieClient>

async function startSignIn(person: Browser, provider = "acme", callbackUrl = "/private", query = "") {
  const answer = await person.post(`/signin/${provider}${query}`, { csrfToken: await person.csrfToken(), callbackUrl })
  return answer.headers.get("location") ?? ""
}

const finishSignIn = (person: Browser, parameters: URLSearchParams | string, provider = "acme") =>
  person.get(`/callback/${provider}?${parameters}`)

const expectRejected = async (person: Browser, answer: Response) => {
  expect(answer.headers.get("location")).toContain("/auth/signin?error=OAuthCallbackError")
  expect(person.cookie(SESSION)).toBeUndefined()
}

const checkCookieNames = (jar: CookieJarMap) => [...jar.keys()].filter((name) => /state|nonce|pkce/.test(name))

test("signs a user in with an OpenID provider and redirects to the page that they wanted", async () => {
  const ada = cookieClient(createService())
  const url = new URL(await startSignIn(ada))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: "code",
    client_id: "client",
    redirect_uri: "https://app.test/auth/callback/acme",
    scope: "openid profile email",
    code_challenge_method: "S256",
  })
  const answer = await finishSignIn(ada, world.issuer.authorize(url.href))
  expect(answer.headers.get("location")).toBe("https://app.test/private")
  expect((await (await ada.get("/session")).json()).user).toEqual({
    name: "Ada",
    email: "ada@example.com",
    image: null,
  })
  expect(checkCookieNames(ada.jar)).toEqual([])
})

test("passes the profile, the account and the tokens to the callbacks and events", async () => {
  const signIn = vi.fn(() => true)
  const event = vi.fn()
  const ada = cookieClient(createService({}, { callbacks: { signIn }, events: { signIn: event } }))
  await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada)))
  expect(signIn).toHaveBeenCalledWith({
    user: expect.objectContaining({ id: "ada", name: "Ada" }),
    profile: expect.objectContaining({ sub: "ada", iss: world.issuer.issuer }),
    account: expect.objectContaining({
      provider: "acme",
      type: "oidc",
      providerAccountId: "ada",
      token_type: "bearer",
      access_token: expect.any(String),
      expires_at: expect.any(Number),
    }),
    emailVerified: true,
  })
  expect(event).toHaveBeenCalledTimes(1)
})

test("doesn't treat a cancelled sign-in at the provider as a failure", async () => {
  const error = vi.fn()
  const ada = cookieClient(createService({}, { logger: { ...silent, error } }))
  const state = new URL(await startSignIn(ada)).searchParams.get("state") ?? ""
  const answer = await finishSignIn(ada, new URLSearchParams({ error: "access_denied", state }))
  expect(answer.headers.get("location")).toBe("https://app.test/auth/signin?error=OAuthCallbackError&code=cancelled")
  expect(error).not.toHaveBeenCalled()
  expect(checkCookieNames(ada.jar)).toEqual([])
})

test("names the redirect URI to register if the provider doesn't know it", async () => {
  const error = vi.fn<(error: Error) => void>()
  const ada = cookieClient(createService({}, { logger: { ...silent, error } }))
  const { searchParams: sent } = new URL(await startSignIn(ada))
  await finishSignIn(ada, new URLSearchParams({ error: "redirect_uri_mismatch", state: sent.get("state") ?? "" }))
  expect(error.mock.calls[0]?.[0].message).toContain(`Register the redirect URI ${sent.get("redirect_uri")} there`)
})

describe("the OAuth flow", () => {
  test("sends no request for no state, a wrong state or another browser's state (threat 60)", async () => {
    const ada = cookieClient(createService())
    const parameters = world.issuer.authorize(await startSignIn(ada))
    world.issuer.requests.length = 0
    for (const state of [null, "wrong", "x".repeat(43)]) {
      const sent = new URLSearchParams(parameters)
      if (state === null) sent.delete("state")
      else sent.set("state", state)
      await expectRejected(ada, await finishSignIn(ada, sent))
    }
    const eve = cookieClient(createService())
    await expectRejected(eve, await finishSignIn(eve, parameters))
    expect(world.issuer.requests).toEqual([])
  })

  test("rejects an attacker's code in the victim's flow, even if the provider ignores PKCE (threat 62)", async () => {
    const auth = createService({ checks: ["pkce"] })
    const [victim, eve] = [cookieClient(auth), cookieClient(auth)]
    const known = new URL(await startSignIn(victim)).searchParams.get("state") ?? ""
    const asked = new URL(await startSignIn(eve))
    const own = asked.searchParams.get("state") ?? ""
    asked.searchParams.delete("code_challenge") // as if the provider had ignored it
    for (const state of [own, "guessed", known.toUpperCase(), ""]) {
      const parameters = world.issuer.authorize(asked.href, { sub: "eve" })
      parameters.set("state", state)
      await expectRejected(victim, await finishSignIn(victim, parameters))
    }
    // The victim's cookies with the attacker's flow in them: cookies from another host start nothing here
    for (const name of checkCookieNames(eve.jar))
      victim.jar.set(name, eve.jar.get(name) ?? expect.fail("no such cookie"))
    await expectRejected(victim, await finishSignIn(victim, world.issuer.authorize(asked.href, { sub: "eve" })))
    expect(world.issuer.requests.filter(({ method }) => method === "POST")).toEqual([])
  })

  test("rejects a flow that was started with another provider (threat 63)", async () => {
    const other: OIDCConfig = {
      id: "other",
      name: "Other",
      type: "oidc",
      issuer: world.issuer.issuer,
      clientId: "client",
    }
    const acme: OIDCConfig = { ...other, id: "acme", name: "Acme" }
    const ada = cookieClient(createService({}, { providers: [acme, other] }))
    const parameters = world.issuer.authorize(await startSignIn(ada))
    world.issuer.requests.length = 0
    await expectRejected(ada, await finishSignIn(ada, parameters, "other"))
    expect(world.issuer.requests).toEqual([])
  })

  test("accepts a response once, in sequence and in parallel (threat 69)", async () => {
    const auth = createService()
    const ada = cookieClient(auth)
    const parameters = world.issuer.authorize(await startSignIn(ada))
    const copies = Array.from({ length: 20 }, () => cookieClient(auth, new Map(ada.jar)))
    world.issuer.requests.length = 0
    const answers = await Promise.all(copies.map((copy) => finishSignIn(copy, parameters)))
    expect(answers.filter((answer) => answer.headers.get("location") === "https://app.test/private")).toHaveLength(1)
    expect(world.issuer.requests.filter(({ url }) => url.endsWith("/token"))).toHaveLength(1)
    const late = cookieClient(auth, new Map(ada.jar))
    await expectRejected(late, await finishSignIn(late, parameters))
  })

  test("accepts no response again when its sign-in has just expired (threat 69)", async () => {
    const time = { now: Date.now() }
    const auth = createService({}, { clock: () => time.now })
    const ada = cookieClient(auth)
    const url = await startSignIn(ada)
    const cookies = [...ada.jar]
    expect((await finishSignIn(ada, world.issuer.authorize(url))).status).toBe(302)
    expect(await (await ada.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
    world.issuer.requests.length = 0
    for (const seconds of [15 * 60 + 1, 13]) {
      time.now += seconds * 1000
      const late = cookieClient(auth, new Map(cookies))
      await expectRejected(late, await finishSignIn(late, world.issuer.authorize(url)))
    }
    expect(world.issuer.requests).toEqual([])
  })

  test("is over after an error (threat 70)", async () => {
    const ada = cookieClient(createService())
    const parameters = world.issuer.authorize(await startSignIn(ada))
    await finishSignIn(ada, new URLSearchParams({ error: "server_error", state: parameters.get("state") ?? "" }))
    expect(checkCookieNames(ada.jar)).toEqual([])
    await expectRejected(ada, await finishSignIn(ada, parameters))
  })

  test("is over after fifteen minutes (threat 71)", async () => {
    const time = { now: Date.now() }
    const ada = cookieClient(createService({}, { clock: () => time.now }))
    const parameters = world.issuer.authorize(await startSignIn(ada))
    time.now += 16 * 60 * 1000
    await expectRejected(ada, await finishSignIn(ada, parameters))
  })

  test("lets two tabs finish in either order, each with its own flow (threat 72)", async () => {
    const ada = cookieClient(createService())
    const one = world.issuer.authorize(await startSignIn(ada, "acme", "/one"))
    const two = world.issuer.authorize(await startSignIn(ada, "acme", "/two"))
    expect((await finishSignIn(ada, two)).headers.get("location")).toBe("https://app.test/two")
    expect(checkCookieNames(ada.jar).length).toBeGreaterThan(0)
    ada.jar.delete(SESSION)
    expect((await finishSignIn(ada, one)).headers.get("location")).toBe("https://app.test/one")
  })

  test("limits how many flows a browser keeps (threat 50)", async () => {
    const ada = cookieClient(createService())
    for (let count = 0; count < 12; count++) await startSignIn(ada)
    expect(checkCookieNames(ada.jar).filter((name) => name.includes(".state.")).length).toBeLessThanOrEqual(4)
    expect(ada.cookieHeader().length).toBeLessThan(8192)
  })

  test("limits the flows of a link to a long URL, which could make a server reject later requests (threat 50)", async () => {
    const ada = cookieClient(createService())
    for (let count = 0; count < 6; count++) {
      const last = await startSignIn(ada, "acme", `/${count}?${"x".repeat(2000)}`)
      expect(ada.cookieHeader().length).toBeLessThan(8192)
      if (count === 5)
        expect((await finishSignIn(ada, world.issuer.authorize(last))).headers.get("location")).toContain("/5?")
    }
  })

  test("clears few cookies of other software, so that the response stays short (threat 50)", async () => {
    const ada = cookieClient(createService())
    const junk = Array.from({ length: 175 }, (_, count) => [`__Host-latchkit.state.${count}`, { value: "1" }] as const)
    for (const [name, cookie] of [["__Host-latchkit.state.a b", { value: "1" }] as const, ...junk])
      ada.jar.set(name, cookie)
    const csrfToken = await ada.csrfToken()
    const response = await ada.post("/signin/acme", { csrfToken })
    expect(response.headers.get("location")).toContain("https://issuer.test/authorize")
    expect(response.headers.getSetCookie().join("\n").length).toBeLessThan(4096)
  })

  test("rejects a response that no flow requested (threat 112)", async () => {
    const ada = cookieClient(createService())
    await expectRejected(ada, await finishSignIn(ada, "code=x&state=y"))
    await expectRejected(ada, await finishSignIn(ada, "code=x"))
  })

  test("rejects a response with the wrong method, and never mixes query and form (threat 75)", async () => {
    const ada = cookieClient(createService())
    const parameters = world.issuer.authorize(await startSignIn(ada))
    const answer = await ada.post(`/callback/acme?${parameters}`, Object.fromEntries(parameters))
    expect([answer.status, ada.cookie(SESSION)]).toEqual([400, undefined])
    const posting = cookieClient(
      createService({ authorization: { params: { response_mode: "form_post", scope: "openid" } } }),
    )
    const posted = world.issuer.authorize(await startSignIn(posting))
    expect((await finishSignIn(posting, posted)).status).toBe(400)
  })

  test("needs no cookie with a cross-site request, not even for a form_post flow (threat 56)", async () => {
    const ada = cookieClient(
      createService({ authorization: { params: { response_mode: "form_post", scope: "openid" } } }),
    )
    await startSignIn(ada)
    for (const { sameSite } of ada.jar.values()) expect(sameSite).toBe("lax")
  })

  test("rejects repeated parameters (threat 74)", async () => {
    for (const name of ["code", "state", "iss", "error"]) {
      const ada = cookieClient(createService())
      const parameters = world.issuer.authorize(await startSignIn(ada))
      parameters.append(name, parameters.get(name) ?? "x")
      parameters.append(name, "y")
      await expectRejected(ada, await finishSignIn(ada, parameters))
    }
  })

  test("rejects the response if another user signed in meanwhile (threat 117)", async () => {
    const password = {
      id: "credentials",
      name: "P",
      type: "credentials" as const,
      credentials: {},
      authorize: () => ({ id: "bob", name: "Bob" }),
    }
    const acme: OIDCConfig = { id: "acme", name: "Acme", type: "oidc", issuer: world.issuer.issuer, clientId: "client" }
    const ada = cookieClient(createService({}, { providers: [acme, password] }))
    const parameters = world.issuer.authorize(await startSignIn(ada))
    await ada.signInWith("credentials", {})
    const answer = await finishSignIn(ada, parameters)
    expect(answer.headers.get("location")).toContain("error=OAuthCallbackError")
    expect((await (await ada.get("/session")).json()).user.name).toBe("Bob")
  })

  test("lets the user set no parameter that belongs to the flow (threat 65)", async () => {
    for (const name of [
      "redirect_uri",
      "client_id",
      "response_type",
      "state",
      "nonce",
      "code_challenge",
      "request_uri",
      "scope",
    ]) {
      const ada = cookieClient(createService())
      const location = await startSignIn(ada, "acme", "/", `?${name}=evil`)
      expect(location).not.toContain("issuer.test")
    }
    const ada = cookieClient(createService())
    expect(new URL(await startSignIn(ada, "acme", "/", "?login_hint=ada&prompt=login&foo=bar")).search).toContain(
      "login_hint=ada",
    )
  })
})

describe("the ID token", () => {
  const BAD: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
    ["another audience (threat 83)", (claims) => ({ ...claims, aud: "other" })],
    ["no audience (threat 83)", ({ aud: _, ...claims }) => claims],
    ["a second audience without azp (threat 83)", (claims) => ({ ...claims, aud: ["client", "other"] })],
    ["another azp (threat 83)", (claims) => ({ ...claims, azp: "other" })],
    ["another issuer (threat 84)", (claims) => ({ ...claims, iss: "https://evil.test" })],
    ["no issuer (threat 84)", ({ iss: _, ...claims }) => claims],
    ["an issuer with a trailing slash (threat 84)", (claims) => ({ ...claims, iss: "https://issuer.test/" })],
    ["another nonce (threat 86)", (claims) => ({ ...claims, nonce: "other" })],
    ["no nonce (threat 86)", ({ nonce: _, ...claims }) => claims],
    ["another at_hash (threat 87)", (claims) => ({ ...claims, at_hash: "AAAAAAAAAAAAAAAAAAAAAA" })],
    ["an expired one", (claims) => ({ ...claims, exp: 1 })],
    ["one without exp", ({ exp: _, ...claims }) => claims],
    ["one without iat", ({ iat: _, ...claims }) => claims],
    ...[undefined, "", 7, {}, "x".repeat(300), "undefined", "null", " "].map(
      (sub): [string, (claims: Record<string, unknown>) => Record<string, unknown>] => [
        `sub ${JSON.stringify(sub)?.slice(0, 12)} (threat 88)`,
        (claims) => ({ ...claims, sub }),
      ],
    ),
  ]
  test.each(BAD)("is rejected if it is %s", async (_, change) => {
    world.issuer.responses.claims = change
    const ada = cookieClient(createService())
    await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
  })

  test("is rejected without a valid signature (threat 78)", async () => {
    for (const forge of [
      (token: string) => `${token.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA`,
      (token: string) => token.replace(/[^.]*$/, ""),
    ]) {
      world.issuer.responses.idToken = async (claims) => forge(await world.issuer.sign(claims))
      const ada = cookieClient(createService())
      await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    }
  })

  test('is rejected if it is signed with a shared secret or with alg "none" (threat 78)', async () => {
    world.issuer.responses.idToken = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode("secret".repeat(6)))
    const ada = cookieClient(createService())
    await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    world.issuer.responses.idToken = (claims) =>
      `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`.replaceAll("=", "")
    await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
  })

  test("is rejected if its key is in its own header (threat 80)", async () => {
    const foreign = await fakeIssuer({ issuer: "https://evil.test" })
    world.issuer.responses.idToken = (claims) => foreign.sign(claims)
    const ada = cookieClient(createService())
    await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    expect(foreign.requests).toEqual([])
  })

  test.each([
    ["ES256", "sha256"],
    ["ES384", "sha384"],
    ["ES512", "sha512"],
    ["EdDSA", "sha512"],
    ["Ed25519", "sha512"],
  ])("may be signed with %s, and its at_hash is then compared with half of %s (threat 87)", async (alg, hash) => {
    const { privateKey, publicKey } = await generateKeyPair(alg)
    const key = { ...(await exportJWK(publicKey)), kid: alg, alg, use: "sig" }
    const { responses } = world.issuer
    responses.keys = () => [key]
    responses.discovery = (document) => ({ ...document, id_token_signing_alg_values_supported: [alg] })
    const hashed = { text: "access" }
    responses.claims = (claims) => {
      const digest = createHash(hash).update(hashed.text).digest()
      return { ...claims, at_hash: digest.subarray(0, digest.length / 2).toString("base64url") }
    }
    responses.idToken = (claims) => new SignJWT(claims).setProtectedHeader({ alg, kid: alg }).sign(privateKey)
    responses.token = (body) => ({ ...body, access_token: "access" })
    const ada = cookieClient(createService())
    const answer = await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada)))
    expect(answer.headers.get("location")).toBe("https://app.test/private")
    hashed.text = "another"
    const eve = cookieClient(createService())
    await expectRejected(eve, await finishSignIn(eve, world.issuer.authorize(await startSignIn(eve))))
  })

  test("must match the userinfo's subject even with idToken false (threat 89)", async () => {
    world.issuer.responses.userinfo = (person) => ({ ...person, sub: "eve" })
    const ada = cookieClient(createService({ idToken: false }))
    await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    delete world.issuer.responses.userinfo
    await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada)))
    expect(ada.cookie(SESSION)).toBeDefined()
  })
})

describe("the provider's responses", () => {
  test("are rejected if an error looks like a profile (threat 90)", async () => {
    const bad = [
      Response.json({ sub: "ada", id: "ada" }, { status: 401 }),
      Response.json({ sub: "ada", id: "ada" }, { status: 500 }),
      Response.json({ error: "x", sub: "ada", id: "ada" }),
      new Response("<html>", { headers: { "content-type": "text/html" } }),
    ]
    for (const answer of bad) {
      world.issuer.responses.userinfo = () => answer
      const ada = cookieClient(createService({ idToken: false }))
      await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    }
  })

  test.each([undefined, null, "", "undefined", "null", Number.NaN, {}, " ", "ada\0", "ada\ud800"])(
    "rejects a profile with the id %j (threat 91)",
    async (id) => {
      const ada = cookieClient(createService({ profile: () => ({ id: id as string, name: "Ada" }) }))
      await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    },
  )

  test.each<[string, (answer: object) => Response | Record<string, unknown>]>([
    ["an error at status 200", () => ({ error: "invalid_grant" })],
    ["a page", () => new Response("<html></html>", { headers: { "content-type": "text/html" } })],
    ["another token type", () => ({ access_token: "x", token_type: "mac", id_token: "x" })],
    ["no access token", () => ({ token_type: "bearer" })],
    ["an absurd expires_in", () => ({ access_token: "x", token_type: "bearer", expires_in: "abc" })],
    ["a redirect", () => Response.redirect("https://evil.test/")],
    ["a flood", (answer) => Response.json({ ...answer, padding: "x".repeat(2_000_000) })],
  ])("from the token endpoint are rejected if they are %s (threats 94, 102)", async (_, answer) => {
    world.issuer.responses.token = answer
    const ada = cookieClient(createService())
    await expectRejected(ada, await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada))))
    expect(world.issuer.requests.some(({ url }) => url.includes("evil"))).toBe(false)
  })

  test.each(["openid-configuration", "token", "jwks", "userinfo"])(
    "are rejected from %s if the app's fetch followed a redirect anyway (threat 102)",
    async (endpoint) => {
      const fetch: typeof world.issuer.fetch = async (input, init) => {
        const answer = await world.issuer.fetch(input, init)
        if (!new URL(String(input)).pathname.endsWith(endpoint)) return answer
        return Object.defineProperties(answer, {
          redirected: { value: true },
          url: { value: "https://10.0.0.1/doc?a=b" },
        })
      }
      const errors: Error[] = []
      const ada = cookieClient(
        createService({ idToken: false }, { fetch, logger: { error: (error) => void errors.push(error) } }),
      )
      const url = await startSignIn(ada)
      if (url.startsWith(world.issuer.issuer)) await finishSignIn(ada, world.issuer.authorize(url))
      expect(errors.map(({ message }) => message)).toEqual([
        expect.stringMatching(/was redirected to https:\/\/10\.0\.0\.1\/doc\. Your `fetch` followed/),
      ])
      expect(ada.cookie(SESSION)).toBeUndefined()
    },
  )

  test.each(["openid-configuration", "token", "jwks", "userinfo"])(
    "don't follow a redirect from %s to another server (threat 102)",
    async (endpoint) => {
      const followed: string[] = []
      const fetch: typeof world.issuer.fetch = async (input, init) => {
        const answer = await world.issuer.fetch(input, init)
        if (!new URL(String(input)).pathname.endsWith(endpoint)) return answer
        // As a runtime's own fetch does unless it is told not to
        if (init?.redirect !== "manual") followed.push(String(input))
        return init?.redirect === "manual" ? Response.redirect("https://evil.test/", 307) : answer
      }
      const ada = cookieClient(createService({ idToken: false }, { fetch }))
      const url = await startSignIn(ada)
      if (url.startsWith(world.issuer.issuer)) await finishSignIn(ada, world.issuer.authorize(url))
      expect(followed).toEqual([])
      expect(ada.cookie(SESSION)).toBeUndefined()
    },
  )

  test("make three users of one id at two providers and in the app's own list (threat 93)", async () => {
    const { issuer, clientId } = world.issuer
    const at = (id: string): OIDCConfig => ({ id, name: id, type: "oidc", issuer, clientId, clientSecret: "secret" })
    const credentials = {
      id: "password",
      name: "P",
      type: "credentials",
      credentials: {},
      authorize: () => ({ id: "123" }),
    } as const
    const seen: unknown[] = []
    const session = ({ token }: { token?: unknown }) => void seen.push(token)
    const auth = createService({}, { providers: [at("one"), at("two"), credentials], events: { session } })
    for (const provider of ["one", "two", "one"]) {
      const person = cookieClient(auth)
      await finishSignIn(person, world.issuer.authorize(await startSignIn(person, provider), { sub: "123" }), provider)
      await person.get("/session")
    }
    const member = cookieClient(auth)
    await member.signInWith("password", {})
    await member.get("/session")
    const [one, two, again, own] = (seen as { sub: string }[]).map(({ sub }) => sub)
    expect([one, two]).toEqual(
      Array(2).fill(expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)),
    )
    expect(again).toBe(one)
    expect(own).toBe("123")
    expect(new Set([one, two, own]).size).toBe(3)
  })

  test("can't set fields that Latchkit owns (threat 95)", async () => {
    const signIn = vi.fn((_: { account: unknown }) => true)
    world.issuer.responses.token = (body) => ({
      ...body,
      userId: "1",
      provider: "x",
      providerAccountId: "eve",
      type: "email",
      id: "7",
      label: "eve",
      proven_email: "victim@app.test",
    })
    const ada = cookieClient(createService({ account: (tokens) => tokens }, { callbacks: { signIn } }))
    await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada)))
    const account = signIn.mock.calls[0]?.[0].account
    expect(account).toMatchObject({ provider: "acme", providerAccountId: "ada", type: "oidc" })
    for (const name of ["userId", "id", "label", "proven_email"]) expect(account).not.toHaveProperty(name)
  })

  test("are rejected if a discovery document is for another issuer, or has endpoints of another kind (threats 98, 99)", async () => {
    const bad = [
      (document: object) => ({ ...document, issuer: "https://evil.test" }),
      (document: object) => ({ ...document, authorization_endpoint: "javascript:alert(1)" }),
      (document: object) => ({ ...document, authorization_endpoint: "http://issuer.test/authorize" }),
      (document: object) => ({ ...document, authorization_endpoint: "/authorize" }),
    ]
    for (const discovery of bad) {
      world.issuer = await fakeIssuer()
      world.issuer.responses.discovery = discovery
      expect(await startSignIn(cookieClient(createService()))).toMatch(
        /^https:\/\/app\.test\/auth\/(signin|error)\?error=/,
      )
    }
  })

  test("fill no placeholder in the URLs of a discovery document (threat 626)", async () => {
    const placeholders = "client={clientSecret}&token={$token.access_token}&match={issuer~(.|.)%2B!}"
    world.issuer.responses.discovery = (document) =>
      Object.fromEntries(
        Object.entries(document).map(([name, value]) => [
          name,
          /_endpoint$|_uri$/.test(name) ? `${String(value)}?${placeholders}` : value,
        ]),
      )
    const ada = cookieClient(createService({ idToken: false, endSession: true }))
    const url = await startSignIn(ada)
    expect(new URL(url).searchParams.get("client")).toBe("{clientSecret}")
    const answer = await finishSignIn(ada, world.issuer.authorize(url))
    expect(answer.headers.get("location")).toBe("https://app.test/private")
    const asked = world.issuer.requests.filter(({ url }) => url.includes("?")).map(({ url }) => new URL(url))
    expect(asked.map(({ pathname }) => pathname).sort()).toEqual(["/jwks", "/token", "/userinfo"])
    for (const { searchParams } of asked) expect(searchParams.get("token")).toBe("{$token.access_token}")
  })

  test.each(["http://127.0.0.1:6379/", "https://2130706433/", "https://localhost./token", "http://[::1]/x"])(
    "reject another host's discovery document that points to %s, which is this machine (threat 101)",
    async (token_endpoint) => {
      world.issuer.responses.discovery = (document) => ({ ...document, token_endpoint })
      const ada = cookieClient(createService())
      expect(await startSignIn(ada)).toMatch(/^https:\/\/app\.test\/auth\/(signin|error)\?error=/)
      expect(world.issuer.requests.map(({ url }) => new URL(url).host)).toEqual(["issuer.test"])
    },
  )

  test("are rejected if they come from another server (threat 64)", async () => {
    const ada = cookieClient(createService())
    const parameters = world.issuer.authorize(await startSignIn(ada))
    parameters.set("iss", "https://evil.test")
    await expectRejected(ada, await finishSignIn(ada, parameters))
    const again = world.issuer.authorize(await startSignIn(ada))
    again.set("iss", world.issuer.issuer)
    expect((await finishSignIn(ada, again)).headers.get("location")).toBe("https://app.test/private")
  })

  test("cause one discovery request only (threat 114)", async () => {
    const auth = createService()
    await Promise.all(Array.from({ length: 50 }, () => startSignIn(cookieClient(auth))))
    expect(world.issuer.requests.filter(({ url }) => url.includes("well-known"))).toHaveLength(1)
  })

  test("never repeat the code (threat 96)", async () => {
    const ada = cookieClient(createService({ profile: () => Promise.reject(new Error("profile failed")) }))
    const parameters = world.issuer.authorize(await startSignIn(ada))
    const answer = await finishSignIn(ada, parameters)
    expect([...answer.headers].join() + (await answer.text())).not.toContain(parameters.get("code"))
  })
})

test("denies access if a signIn callback throws, and shows its message only in the log (threat 134)", async () => {
  const ada = cookieClient(
    createService({}, { callbacks: { signIn: () => Promise.reject(new Error("db at 10.0.0.1 down")) } }),
  )
  const answer = await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada)))
  expect(answer.headers.get("location")).toBe("https://app.test/auth/error?error=AccessDenied")
  expect(ada.cookie(SESSION)).toBeUndefined()
})

describe("a URL that the signIn callback returns (threat 18)", () => {
  const leadsTo = async (returned: string, callbacks: AuthConfig["callbacks"] = {}) => {
    const ada = cookieClient(createService({}, { callbacks: { signIn: () => returned, ...callbacks } }))
    const answer = await finishSignIn(ada, world.issuer.authorize(await startSignIn(ada)))
    expect(ada.cookie(SESSION)).toBeUndefined()
    return answer.headers.get("location")
  }

  test.each([
    ["/blocked?why=1", "https://app.test/blocked?why=1"],
    ["https://app.test/blocked", "https://app.test/blocked"],
    ["https://status.example/blocked", "https://status.example/blocked"],
    ["http://intranet.example:8080/", "http://intranet.example:8080/"],
  ])("is followed if it is %s, and opens no session", async (returned, to) => {
    expect(await leadsTo(returned)).toBe(to)
  })

  test.each([
    "//evil.test",
    "/\\evil.test",
    "https:evil.test",
    "javascript:alert(1)",
    "https://app.test@evil.test/",
    "https://evil.test\n/",
    "data:text/html,x",
  ])("leads to the site if it is %j", async (returned) => {
    expect(await leadsTo(returned)).toBe("https://app.test/")
  })

  test("is checked by the redirect callback if there is one", async () => {
    const redirect = ({ baseUrl }: { baseUrl: string }) => `${baseUrl}/decided`
    expect(await leadsTo("https://status.example/", { redirect })).toBe("https://app.test/decided")
  })
})

test("responds with OAuthSignin if a provider can't be reached at the start of a sign-in", async () => {
  const fetch = () => Promise.reject(new TypeError("fetch failed"))
  const error = vi.fn()
  const ada = cookieClient(createService({}, { fetch, logger: { ...silent, error } }))
  expect(await startSignIn(ada)).toBe("https://app.test/auth/signin?error=OAuthSignin")
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ type: "OAuthSignin", message: expect.stringContaining("could not be reached") }),
  )
})

test("signs no user in by HEAD on a callback, and the same GET still works", async () => {
  const ada = cookieClient(createService())
  const parameters = world.issuer.authorize(await startSignIn(ada))
  const answer = await ada.send(`/callback/acme?${parameters}`, { method: "HEAD" })
  expect([answer.status, answer.headers.get("allow"), ada.cookie(SESSION)]).toEqual([405, "GET", undefined])
  expect((await finishSignIn(ada, parameters)).headers.get("location")).toBe("https://app.test/private")
})

test("Facebook's `#_=_` stays in no page's URL, also if the callback URL is opened again", async () => {
  const profile = { id: "1", name: "Ada" }
  const fetch: AuthConfig["fetch"] = async (input) =>
    Response.json(String(input).includes("/oauth/") ? { access_token: "token", token_type: "bearer" } : profile)
  const person = cookieClient(
    createService({}, { fetch, providers: [Facebook({ clientId: "app", clientSecret: "secret" })] }),
  )
  for (const [callbackUrl, to] of [
    ["/private", "https://app.test/private#"],
    ["/private#part", "https://app.test/private#part"],
  ] as const) {
    const state = new URL(await startSignIn(person, "facebook", callbackUrl)).searchParams.get("state") ?? ""
    for (let turn = 0; turn < 2; turn++)
      expect((await finishSignIn(person, `code=c&state=${state}`, "facebook")).headers.get("location")).toBe(to)
  }
})
