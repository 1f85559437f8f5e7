import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { sealClaims } from "../crypto/jwt.ts"
import { createKeyring } from "../crypto/keyring.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const COOKIE = "__Host-latchkit.session-token"
const secret = "s".repeat(32)
const SITE = "https://app.test/auth"

async function signInAda(config: Partial<AuthConfig> = {}) {
  const ada = cookieClient(passwordService(config))
  await ada.signInWith("credentials", ADA)
  return ada
}

async function fetchSessionWith(value: string, config: Partial<AuthConfig> = {}) {
  const somebody = cookieClient(passwordService(config), new Map([[COOKIE, { value }]]))
  const answer = await somebody.get("/session")
  return { status: answer.status, body: await answer.json(), kept: somebody.cookie(COOKIE) !== undefined }
}

const SIGNED_OUT = { status: 200, body: null, kept: false }

test.each([
  ["development", 1],
  ["production", 0],
])("a session cookie of another secret in %s logs a warning %d times", async (NODE_ENV, times) => {
  const ada = await signInAda()
  const cookie = ada.cookieHeader()
  const warn = vi.fn()
  const config = { secret: "t".repeat(32), providers: [], logger: { warn } }
  const auth = createAuth(config, { env: { NODE_ENV, AUTH_URL: SITE } })
  const ask = () => auth.handle(new Request(`${SITE}/session`, { headers: { cookie } }))
  expect(await (await ask()).json()).toBeNull()
  await ask()
  expect(warn.mock.calls.filter(([code]) => code === "session-cookie-rejected")).toHaveLength(times)
})

describe("an invalid token", () => {
  test("opens no session if it was sealed for another purpose (threat 175)", async () => {
    const now = Math.floor(Date.now() / 1000)
    for (const salt of [
      "__Host-latchkit.state",
      "__Host-latchkit.nonce",
      "__Host-latchkit.pkce.code_verifier",
      "__Host-latchkit.challenge",
      "encodedState",
    ]) {
      const sealed = await sealClaims(
        { value: "x", provider: "p", aud: SITE },
        { keyring: createKeyring([secret]), salt, now, maxAge: 900 },
      )
      expect(await fetchSessionWith(sealed)).toEqual(SIGNED_OUT)
    }
    const ada = await signInAda()
    expect(await fetchSessionWith(ada.cookie("__Host-latchkit.csrf-token")?.value ?? "")).toEqual(SIGNED_OUT)
  })

  test("opens no session if another app or base path with the same secret sealed it (threat 182)", async () => {
    const ada = await signInAda()
    for (const url of ["https://other.test/auth", "https://app.test/other"]) {
      const elsewhere = cookieClient(passwordService({}, { AUTH_URL: url }), ada.jar, url)
      expect(await (await elsewhere.get("/session")).json()).toBeNull()
    }
  })

  test.each([
    ["without exp", { iat: 1 }],
    ["with exp as text", { iat: 1, exp: "9999999999" }],
    ["with an absurd exp", { iat: 1, exp: 1e99 }],
    ["without iat", { exp: 9999999999 }],
    ["issued tomorrow", { iat: Math.floor(Date.now() / 1000) + 86_400, exp: 9999999999 }],
    ["that is not valid yet", { iat: 1, nbf: Math.floor(Date.now() / 1000) + 86_400, exp: 9999999999 }],
  ])("opens no session if it is one %s (threat 180)", async (_, claims) => {
    const { openJwe: _open, sealJwe } = await import("../crypto/jwe.ts")
    const [key] = await createKeyring([secret]).keys(COOKIE)
    if (!key) throw new Error("A keyring of one secret holds one key")
    expect(await fetchSessionWith(await sealJwe(JSON.stringify({ name: "Eve", aud: SITE, ...claims }), key))).toEqual(
      SIGNED_OUT,
    )
  })

  test("is rejected before any key is used if it is a megabyte long (threat 179)", async () => {
    const answer = await fetchSessionWith("x".repeat(1_000_000))
    expect(answer.body).toBeNull()
  })
})

describe("the app's callbacks", () => {
  test("show the client name, email, image and expiry by default, and no token (threat 196)", async () => {
    const ada = await signInAda()
    const session = await (await ada.get("/session")).json()
    expect(Object.keys(session).sort()).toEqual(["expires", "user"])
    expect(Object.keys(session.user).sort()).toEqual(["email", "image", "name"])
  })

  test("aren't called with an update that no form requested (threat 195)", async () => {
    const tokens: unknown[] = []
    const ada = await signInAda({ events: { session: ({ token }) => void tokens.push(token) } })
    const before = await (await ada.get("/session")).json()
    const data = {
      user: { id: "2", role: "admin", email: "eve@evil.test" },
      sub: "2",
      exp: 9e9,
    }
    const answer = await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data })
    expect((await answer.json()).user).toEqual(before.user)
    await ada.get("/session")
    const [first, ...later] = tokens as { iat: number; exp: number }[]
    const { iat: _, exp, ...token } = first ?? expect.fail("no event")
    expect(later).toHaveLength(2)
    for (const one of later) {
      expect(one).toMatchObject(token)
      expect(Object.keys(one).sort()).toEqual(Object.keys({ ...token, iat: 0, exp }).sort())
      expect(one.exp - exp).toBeLessThan(60)
    }
  })

  test("can't add a prototype to the token (threat 195)", async () => {
    const laid: object[] = []
    const ada = await signInAda({
      callbacks: { jwt: ({ token, session }) => (laid.push(Object.assign(token, session)), token) },
    })
    const body = `{"csrfToken":"${await ada.csrfToken()}","data":{"mood":"good","__proto__":{"admin":true}}}`
    const headers = { "content-type": "application/json" }
    expect((await ada.send("/session", { method: "POST", body, headers })).status).toBe(200)
    const token = laid.at(-1) ?? expect.fail("the callback did not run")
    expect(token).toHaveProperty("mood", "good")
    expect(token).not.toHaveProperty("admin")
    expect(Object.getPrototypeOf(token)).toBe(Object.prototype)
  })

  test("aren't called by an update without the CSRF token (threat 194)", async () => {
    const calls: unknown[] = []
    const ada = await signInAda({ callbacks: { jwt: ({ token, trigger }) => (calls.push(trigger), token) } })
    calls.length = 0
    for (const csrfToken of [undefined, "", "wrong"]) {
      const answer = await ada.postJson("/session", { csrfToken, data: {} })
      expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([400, null, []])
    }
    const cross = await ada.postJson("/session", { csrfToken: await ada.csrfToken() }, { origin: "https://evil.test" })
    expect(cross.status).toBe(403)
    expect(calls.filter((trigger) => trigger === "update")).toEqual([])
  })

  test("end the session by returning null (threat 201)", async () => {
    const answers = { token: "keep" }
    const ada = await signInAda({ callbacks: { jwt: ({ token }) => (answers.token === "keep" ? token : null) } })
    answers.token = "end"
    expect(await (await ada.get("/session")).json()).toBeNull()
    expect(ada.cookie(COOKIE)).toBeUndefined()
  })

  test.each([
    ["undefined", () => undefined],
    ["a text", () => ""],
    ["a list", () => []],
    ["an error", () => Promise.reject(new Error("down"))],
  ])("%s from the jwt callback is answered with null, and the cookie is kept (threats 201, 202)", async (_, jwt) => {
    const state = { broken: false }
    const ada = await signInAda({
      callbacks: { jwt: ({ token }) => (state.broken ? (jwt() as unknown as null) : token) },
    })
    state.broken = true
    const answer = await ada.get("/session")
    expect([answer.status, await answer.json()]).toEqual([503, null])
    state.broken = false
    expect(await (await ada.get("/session")).json()).not.toBeNull()
  })

  test("can't overflow a cookie: names are cut and pictures dropped (threat 203)", async () => {
    const user = {
      id: "1",
      name: "n".repeat(20_000),
      email: "a@b.c",
      image: `data:image/png;base64,${"A".repeat(1_000_000)}`,
    }
    const ada = await signInAda({
      providers: [
        { id: "credentials", name: "P", type: "credentials", credentials: { username: {} }, authorize: () => user },
      ],
    })
    const session = await (await ada.get("/session")).json()
    expect(session.user.name).toHaveLength(256)
    expect(session.user.image).toBeNull()
  })
})

test("ends a session after its absolute limit, however much it is used (threat 191)", async () => {
  const time = { now: Date.parse("2026-01-01") }
  const day = 86_400
  const ada = await signInAda({
    clock: () => time.now,
    session: { maxAge: 7 * day, updateAge: 0, absoluteMaxAge: 30 * day },
  })
  for (let days = 1; days < 30; days++) {
    time.now += day * 1000
    expect(await (await ada.get("/session")).json()).not.toBeNull()
  }
  time.now += day * 1000 + 16_000
  expect(await (await ada.get("/session")).json()).toBeNull()
})

test("keeps every response about a user out of caches (threat 197)", async () => {
  const ada = await signInAda()
  for (const path of ["/session", "/csrf", "/providers", "/callback/credentials", "/error"]) {
    const { headers } = await ada.get(path)
    expect(headers.get("cache-control")).toMatch(/private.*no-store/)
    expect(headers.get("vary")).toContain("Cookie")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  }
})

test("keeps two users and two tenants apart when their requests interleave (threat 205)", async () => {
  const tenants = ["one", "two"].map((name) => ({
    name,
    auth: passwordService(
      {
        secret: name.repeat(16),
        providers: [
          {
            id: "credentials",
            name,
            type: "credentials",
            credentials: { who: {} },
            authorize: ({ who }) => ({ id: who ?? "", name: `${who}@${name}` }),
          },
        ],
      },
      { AUTH_URL: `https://${name}.test/auth` },
    ),
  }))
  const people = await Promise.all(
    tenants.flatMap(({ name, auth }) =>
      ["ada", "eve"].map(async (who) => {
        const person = cookieClient(auth, new Map(), `https://${name}.test/auth`)
        await person.signInWith("credentials", { who })
        return { person, wanted: `${who}@${name}` }
      }),
    ),
  )
  const rounds = Array.from({ length: 125 }, () => people).flat()
  const found = await Promise.all(
    rounds.map(async ({ person, wanted }) => [(await (await person.get("/session")).json()).user.name, wanted]),
  )
  expect(found.every(([name, wanted]) => name === wanted)).toBe(true)
  expect(found).toHaveLength(500)
})

test("warns if a session takes many cookies", async () => {
  const warn = vi.fn()
  const logger = { error: () => undefined, warn, debug: () => undefined }
  for (const [length, warnings] of [
    [3000, 0],
    [9000, 1],
  ] as const) {
    const jwt = ({ token }: { token: object }) => ({ ...token, note: "x".repeat(length) })
    await cookieClient(passwordService({ logger, callbacks: { jwt } })).signInWith("credentials", ADA)
    expect(warn.mock.calls.filter(([code]) => code === "large-session")).toHaveLength(warnings)
  }
})
