import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { CHUNK_LENGTH } from "../../core/cookies/jar.ts"
import { signedInName } from "../../test-kit/oauth-service.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { authjs } from "../authjs/index.ts"
import { jwt4, nextAuth4Installation } from "../fixtures/next-auth-4-installation.ts"
import { decode, encode, getToken } from "./tokens.ts"

const SESSION = "__Secure-next-auth.session-token"
const BASE = "https://app.test/api/auth"
const secret = "s".repeat(32)
const person = { name: "Ada", email: "ada@example.com", sub: "1", role: "editor" }

const createMigratedService = (config: Partial<AuthConfig> = {}) =>
  passwordService({ ...authjs({ version: 4 }), ...config }, { AUTH_URL: BASE })
const createClient = (jar?: Parameters<typeof cookieClient>[1], config?: Partial<AuthConfig>) =>
  cookieClient(createMigratedService(config), jar, BASE)

describe("a session of next-auth 4", () => {
  test("stays valid after the migration, and after a rollback to next-auth 4", async () => {
    const before = nextAuth4Installation().browser()
    await before.signInWith("credentials", ADA)
    expect(before.cookie(SESSION)).toBeDefined()
    const after = createClient(before.jar)
    expect(await signedInName(after)).toBe("ada@example.com")
    expect(await signedInName(nextAuth4Installation().browser(after.jar))).toBe("ada@example.com")
  })

  test("stays valid if it fills several cookies", async () => {
    const token = await jwt4.encode({ token: { ...person, note: "x".repeat(6000) }, secret })
    const ada = createClient()
    for (let index = 0; index * CHUNK_LENGTH < token.length; index++) {
      ada.jar.set(`${SESSION}.${index}`, { value: token.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH) })
    }
    expect(ada.jar.size).toBeGreaterThan(1)
    expect(await signedInName(ada)).toBe("ada@example.com")
  })

  test("ends with a sign-out from Latchkit", async () => {
    const before = nextAuth4Installation().browser()
    await before.signInWith("credentials", ADA)
    const after = createClient(before.jar)
    await after.post("/signout", { csrfToken: await after.csrfToken() })
    expect(after.cookie(SESSION)).toBeUndefined()
  })
})

test("opens one stored session for credentials, which next-auth 4 doesn't", async () => {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null })
  const config = { adapter, session: { strategy: "database" } } as const
  const before = nextAuth4Installation(config).browser()
  await before.signInWith("credentials", ADA)
  expect([before.cookie(SESSION), await adapter.listSessions("1")]).toEqual([undefined, []])
  const after = createClient(undefined, config)
  const response = await after.signInWith("credentials", ADA)
  expect(response.headers.getSetCookie().filter((line) => line.startsWith(`${SESSION}=`))).toHaveLength(1)
  expect(await adapter.listSessions("1")).toHaveLength(1)
  expect(await signedInName(after)).toBe("ada@example.com")
})

describe("a session that Latchkit creates under the preset", () => {
  test("is valid in an instance that still runs next-auth 4", async () => {
    const after = createClient()
    await after.signInWith("credentials", ADA)
    expect(await signedInName(nextAuth4Installation().browser(after.jar))).toBe("ada@example.com")
  })

  test("is a token that next-auth/jwt decodes and finds in a request", async () => {
    const ada = createClient()
    await ada.signInWith("credentials", ADA)
    const token = ada.cookie(SESSION)?.value ?? ""
    const claims = expect.objectContaining({ sub: "1", email: "ada@example.com", jti: expect.any(String) })
    expect(await jwt4.decode({ token, secret })).toEqual(claims)
    const req = { headers: { cookie: ada.cookieHeader() } }
    expect(await getToken({ req, secret })).toEqual(claims)
  })

  test("is split into chunks that next-auth 4 joins", async () => {
    const note = "x".repeat(6000)
    const ada = createClient(undefined, { callbacks: { jwt: ({ token }) => ({ ...token, note }) } })
    await ada.signInWith("credentials", ADA)
    expect(ada.cookie(`${SESSION}.1`)).toBeDefined()
    expect(await signedInName(nextAuth4Installation().browser(ada.jar))).toBe("ada@example.com")
  })

  test("has Latchkit's own format if the app asks for it, which next-auth 4 can't open", async () => {
    const ada = createClient(undefined, authjs({ version: 4, seal: "latchkit" }))
    await ada.signInWith("credentials", ADA)
    expect(await signedInName(createClient(ada.jar))).toBe("ada@example.com")
    expect(await signedInName(nextAuth4Installation().browser(new Map(ada.jar)))).not.toBe("ada@example.com")
  })
})

test("encode and decode are compatible with next-auth/jwt in both directions, with and without a salt", async () => {
  for (const salt of [undefined, "next-auth.state"]) {
    const named = salt === undefined ? {} : { salt }
    expect(
      await jwt4.decode({ token: await encode({ token: person, secret, ...named }), secret, ...named }),
    ).toMatchObject(person)
    expect(
      await decode({ token: await jwt4.encode({ token: person, secret, ...named }), secret, ...named }),
    ).toMatchObject(person)
  }
  const stateful = await jwt4.encode({ token: person, secret, salt: "next-auth.state" })
  await expect(decode({ token: stateful, secret })).rejects.toThrow("another secret")
  expect(await decode({ token: "", secret })).toBeNull()
})

test.each<[string, () => Promise<string>]>([
  ["a state cookie (threat 175)", () => jwt4.encode({ token: person, secret, salt: "__Secure-next-auth.state" })],
  [
    "a token of Auth.js v5 (threat 175)",
    async () => {
      const { encode: encode5 } = await import("@auth/core/jwt")
      return encode5({ token: person, secret, salt: SESSION })
    },
  ],
  ["a token of another secret (threat 208)", () => jwt4.encode({ token: person, secret: "e".repeat(32) })],
  ["a token that has expired (threat 180)", () => jwt4.encode({ token: person, secret, maxAge: -60 })],
])("rejects %s under the preset for version 4", async (_, forge) => {
  expect(await signedInName(createClient(new Map([[SESSION, { value: await forge() }]])))).toBeNull()
})

test("rejects a token of next-auth 4 without the preset, or with the one for version 5 (threat 175)", async () => {
  const token = await jwt4.encode({ token: person, secret })
  for (const preset of [{}, authjs()]) {
    const auth = passwordService({ ...preset, cookies: { sessionToken: { name: SESSION } } }, { AUTH_URL: BASE })
    expect(await signedInName(cookieClient(auth, new Map([[SESSION, { value: token }]]), BASE))).toBeNull()
  }
})

describe("the CSRF cookie", () => {
  test("of a next-auth 4 page is valid for a form posted to Latchkit", async () => {
    const ada = nextAuth4Installation().browser()
    const csrfToken = await ada.csrfToken()
    const after = createClient(ada.jar)
    await after.post("/callback/credentials", { ...ADA, csrfToken })
    expect(await signedInName(after)).toBe("ada@example.com")
  })

  test("of a Latchkit page is valid for a form posted to next-auth 4", async () => {
    const ada = createClient()
    const csrfToken = await ada.csrfToken()
    const there = nextAuth4Installation().browser(ada.jar)
    await there.post("/callback/credentials", { ...ADA, csrfToken })
    expect(await signedInName(there)).toBe("ada@example.com")
  })
})
