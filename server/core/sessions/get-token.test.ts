import { afterEach, describe, expect, test, vi } from "vitest"
import type { AuthConfig } from "../../service/config.ts"
import { authjs, getToken as authjsGetToken } from "../../migrate/authjs/index.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { encode, getToken, type DecodeParams, type GetTokenParams, type JWT } from "../../jwt.ts"

const SECURE = "__Host-latchkit.session-token"
const PLAIN = "latchkit.session-token"
const secret = "s".repeat(32)
const site = "https://app.test/auth"

afterEach(() => vi.unstubAllEnvs())

/** Returns the headers of a user who signed in at `url`. */
async function signInAt(url: string, config: Partial<AuthConfig> = {}) {
  const ada = cookieClient(passwordService(config, { AUTH_URL: url }), new Map(), url)
  await ada.signInWith("credentials", ADA)
  const [, value = ""] =
    [...ada.jar].map(([name, cookie]) => [name, cookie.value]).find(([name]) => name?.includes("session-token")) ?? []
  return { cookie: { cookie: ada.cookieHeader() }, bearer: { authorization: `Bearer ${value}` } }
}

const tokenName = async (params: GetTokenParams) => (await getToken({ secret, ...params }))?.name ?? null

describe("the source of the token", () => {
  const bearer = (authorization: string) =>
    getToken({ req: { headers: new Headers({ authorization }) }, secret, salt: "salt", bearer: true, site })

  test("is a cookie, whole or in chunks", async () => {
    const token = await encode({ token: { sub: "1", aud: site, roles: "r".repeat(6000) }, secret, salt: SECURE })
    const chunks = `${SECURE}.0=${token.slice(0, 3936)}; ${SECURE}.1=${token.slice(3936)}`
    expect((await getToken({ req: { headers: { cookie: chunks } }, secret, site }))?.sub).toBe("1")
    expect(await getToken({ req: { headers: { cookie: chunks } }, secret, site, raw: true })).toBe(token)
  })

  test("opens a bearer token only if `bearer` is set", async () => {
    const { bearer: headers } = await signInAt(site)
    const req = new Request("https://app.test/me", { headers })
    expect(await tokenName({ req, bearer: true })).toBe("Ada")
    expect(await tokenName({ req })).toBeNull()
    expect(await getToken({ req, secret, raw: true })).toBeNull()
  })

  test.each([
    "Bearer %",
    "Bearer",
    "Bearer  x",
    "bearer x",
    "Basic x",
    "Token x",
    "Bearer a, Bearer b",
    `Bearer ${"x".repeat(1_000_000)}`,
  ])("isn't the header %.20s (threat 198)", async (authorization) => expect(await bearer(authorization)).toBeNull())

  test.each(["bearer", "Basic", "Token", "Bearer,", "Bearer Bearer", ""])(
    "isn't a token after the scheme %j (threat 198)",
    async (scheme) => {
      const token = await encode({ token: { sub: "2", aud: site }, secret, salt: "salt" })
      expect((await bearer(`Bearer ${token}`))?.sub).toBe("2")
      for (const header of [`${scheme} ${token}`, `${scheme}  ${token}`, `Bearer ${token}, ${scheme} ${token}`])
        expect(await bearer(header)).toBeNull()
    },
  )
})

describe("the site of the token", () => {
  const preview = "https://preview.test/auth"

  test.each(["cookie", "bearer"] as const)(
    "keeps a preview's %s from opening a session in production (threat 182)",
    async (kind) => {
      const [own, theirs] = [(await signInAt(site))[kind], (await signInAt(preview))[kind]]
      const names = (params: Partial<GetTokenParams>) =>
        Promise.all([own, theirs].map((headers) => tokenName({ req: { headers }, bearer: true, ...params })))
      expect(await names({ site })).toEqual(["Ada", null])
      expect(await names({ site: "https://app.test" })).toEqual(["Ada", null])
      expect(await names({ site: "https://app.test/other" })).toEqual([null, null])
      vi.stubEnv("AUTH_URL", "https://app.test")
      expect(await names({})).toEqual(["Ada", null])
      vi.stubEnv("AUTH_URL", "https://app.test/moved") // a configuration may name another base path
      expect(await names({})).toEqual(["Ada", null])
    },
  )

  test("is the host of the request if nothing else names it", async () => {
    const [own, theirs] = [await signInAt(site), await signInAt(preview)]
    const request = (headers: HeadersInit) => new Request("https://app.test/me", { headers })
    expect(await tokenName({ req: request(own.cookie) })).toBe("Ada")
    expect(await tokenName({ req: request(theirs.cookie) })).toBeNull()
    const forwarded = { "x-forwarded-host": "app.test", "x-forwarded-proto": "https", host: "10.0.0.1:3000" }
    expect(await tokenName({ req: { headers: { ...own.cookie, ...forwarded } } })).toBe("Ada")
    expect(await tokenName({ req: { headers: { ...theirs.cookie, ...forwarded } } })).toBeNull()
  })

  test("is unknown in production if only an untrusted host names it, and the error says what to set (threat 182)", async () => {
    vi.stubEnv("NODE_ENV", "production")
    const { cookie } = await signInAt(preview)
    const req = new Request("https://preview.test/me", { headers: { ...cookie, host: "preview.test" } })
    await expect(getToken({ req, secret })).rejects.toMatchObject({ type: "UntrustedHost" })
    await expect(getToken({ req, secret })).rejects.toThrow("AUTH_URL")
    expect(await getToken({ req: new Request(req, { headers: { cookie: `${SECURE}=x` } }), secret })).toBeNull()
    vi.stubEnv("AUTH_TRUST_HOST", "true")
    expect(await tokenName({ req })).toBe("Ada")
  })

  test("may be missing only if the app has its own `decode`", async () => {
    const token = await encode({ token: { name: "Ada" }, secret, salt: SECURE })
    const req = { headers: { cookie: `${SECURE}=${token}` } }
    expect(await tokenName({ req, site })).toBeNull()
    const decode = ({ token }: DecodeParams) => ({ name: `${token}`.slice(0, 3), exp: soon() })
    expect(await tokenName({ req: { headers: { cookie: `${SECURE}=Eve` } }, site, decode })).toBe("Eve")
    const foreign = () => ({ name: "Eve", aud: preview, exp: soon() })
    expect(await tokenName({ req, site, decode: foreign })).toBeNull()
    expect(await tokenName({ req, site, decode: () => ({ name: "Eve", aud: "our-api", exp: soon() }) })).toBe("Eve")
  })

  test("may be missing in a token that Auth.js made, under the preset, in a header too", async () => {
    const headers = await signInAt(site, authjs())
    for (const req of [{ headers: headers.cookie }, { headers: headers.bearer }]) {
      expect(await authjsGetToken({ req, secret })).toMatchObject({ name: "Ada" })
      expect(await authjsGetToken({ req, secret, site })).toMatchObject({ name: "Ada" })
    }
  })

  test.each(["app.test", "ftp://app.test", ""])("can't be set to %j", async (wrong) => {
    await expect(getToken({ req: { headers: {} }, secret, site: wrong })).rejects.toThrow("`site` is")
  })
})

const soon = () => Math.floor(Date.now() / 1000) + 60

describe("the lifetime of the token", () => {
  const DAY = 24 * 3600
  afterEach(() => void vi.useRealTimers())

  /** Returns the name in the token of a session that was used each day for `days` days. */
  async function usedFor(days: number, config: Partial<AuthConfig>, params: Partial<GetTokenParams> = {}) {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1), toFake: ["Date"] })
    const ada = cookieClient(passwordService(config, { AUTH_URL: site }), new Map(), site)
    await ada.signInWith("credentials", ADA)
    for (let day = 0; day < days; day++) {
      vi.setSystemTime(Date.now() + DAY * 1000)
      await ada.get("/session")
    }
    return tokenName({ req: { headers: { cookie: ada.cookieHeader() } }, site, ...params })
  }

  test("is limited by the `session.absoluteMaxAge` that it was sealed with", async () => {
    const session = { maxAge: 7 * DAY, updateAge: 0, absoluteMaxAge: 10 * DAY }
    expect(await usedFor(9, { session })).toBe("Ada")
    expect(await usedFor(11, { session })).toBeNull()
  })

  test("is limited by `absoluteMaxAge` if the token was sealed without one, or with a longer one", async () => {
    const absoluteMaxAge = 10 * DAY
    for (const session of [{ updateAge: 0 }, { updateAge: 0, absoluteMaxAge: 90 * DAY }]) {
      expect(await usedFor(11, { session })).toBe("Ada")
      expect(await usedFor(11, { session }, { absoluteMaxAge })).toBeNull()
      expect(await usedFor(9, { session }, { absoluteMaxAge })).toBe("Ada")
    }
  })

  test.each([0, -1, NaN, "30d"])("can't have an `absoluteMaxAge` of %s", async (wrong) => {
    const params = { req: { headers: {} }, secret, site, absoluteMaxAge: wrong as number } // an app without types can pass this
    await expect(getToken(params)).rejects.toThrow("`absoluteMaxAge` is")
  })

  const NOTHING = [true, "x", [], 7, { name: "Eve" }, { name: "Eve", exp: 1 }, { name: "Eve", exp: "9999999999" }]

  test.each(NOTHING.map((found) => [found]))(
    "rejects the result of an app's own `decode` without a live `exp`: %j",
    async (found) => {
      const req = { headers: { cookie: `${SECURE}=Eve` } }
      expect(await getToken({ req, secret, site, decode: () => found as unknown as JWT })).toBeNull() // as above
    },
  )

  test("may be endless under the presets if the app's own `decode` returns it so, as in Auth.js", async () => {
    const req = { headers: { authorization: "Bearer Eve" } }
    expect(await authjsGetToken({ req, secret, site, decode: () => ({ name: "Eve" }) })).toEqual({ name: "Eve" })
    expect(await authjsGetToken({ req, secret, site, decode: () => ({ name: "Eve", exp: 1 }) })).toBeNull()
  })
})

describe("the name of the cookie", () => {
  const encodeToken = (name: string, salt: string, aud: string) => encode({ token: { name, aud }, secret, salt })

  test("has the `__Host-` prefix on https only, and no prefix on http", async () => {
    for (const [url, expected] of [
      ["https://app.test/auth", "secure"],
      ["http://app.test/auth", "plain"],
    ] as const) {
      const [secure, plain] = [await encodeToken("secure", SECURE, url), await encodeToken("plain", PLAIN, url)]
      const both = { headers: { cookie: `${SECURE}=${secure}; ${PLAIN}=${plain}` } }
      const other = { headers: { cookie: expected === "secure" ? `${PLAIN}=${plain}` : `${SECURE}=${secure}` } }
      vi.stubEnv("AUTH_URL", url)
      expect(await tokenName({ req: both })).toBe(expected)
      expect(await tokenName({ req: other })).toBeNull()
      vi.unstubAllEnvs()
      expect(await tokenName({ req: new Request(url, both) })).toBe(expected)
      expect(await tokenName({ req: new Request(url, other) })).toBeNull()
    }
  })

  test("can be set by `secureCookie` and `cookieName`", async () => {
    const plain = await encodeToken("plain", PLAIN, site)
    const req = { headers: { cookie: `${PLAIN}=${plain}` } }
    expect(await tokenName({ req, site, secureCookie: false })).toBe("plain")
    expect(await tokenName({ req, site, cookieName: PLAIN })).toBe("plain")
  })
})

describe("the secret", () => {
  test("is each one that a rotation left in the environment", async () => {
    const { cookie } = await signInAt(site, { secret: "n".repeat(32) })
    const old = await signInAt(site, { secret: "o".repeat(32) })
    vi.stubEnv("AUTH_SECRET_1", "n".repeat(32))
    vi.stubEnv("AUTH_SECRET", "")
    expect((await getToken({ req: { headers: cookie }, site }))?.name).toBe("Ada")
    vi.stubEnv("AUTH_SECRET", "o".repeat(32))
    expect((await getToken({ req: { headers: cookie }, site }))?.name).toBe("Ada")
    expect((await getToken({ req: { headers: old.cookie }, site }))?.name).toBe("Ada")
  })

  test.each<[string, GetTokenParams["secret"]]>([
    ["the environment", undefined],
    ["`secret`", []],
    ["`secret` as an empty text", ""],
  ])("is missing from %s, and the error names it", async (_, given) => {
    const { cookie } = await signInAt(site)
    vi.stubEnv("AUTH_SECRET", undefined)
    const params = { req: { headers: cookie }, site, ...(given !== undefined && { secret: given }) }
    await expect(getToken(params)).rejects.toMatchObject({ type: "MissingSecretError" })
  })
})
