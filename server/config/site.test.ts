import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Env } from "./env.ts"
import { AuthError } from "../errors.ts"
import { resolveSite } from "./site.ts"
import { passwordService } from "../testing/password-service.ts"

const fetchProviders = async (
  env: Env,
  headers: Record<string, string>,
  url = "http://internal.test/auth/providers",
) => {
  const answer = await passwordService({}, env).handle(new Request(url, { headers }))
  if (answer.status !== 200) return answer.status
  const { credentials } = (await answer.json()) as { credentials: { signinUrl: string } }
  return credentials.signinUrl
}

const production = { NODE_ENV: "production" }

test("AUTH_URL says where the site is, whatever the request says", async () => {
  const env = { ...production, AUTH_URL: "https://app.test/auth" }
  expect(await fetchProviders(env, { host: "evil.test", "x-forwarded-host": "evil.test" })).toBe(
    "https://app.test/auth/signin/credentials",
  )
})

test("behind a proxy that strips a prefix, AUTH_URL alone names the public path", async () => {
  const env = { ...production, AUTH_URL: "https://app.test/shop/auth" }
  expect(await fetchProviders(env, {}, "http://internal.test/auth/providers")).toBe(
    "https://app.test/shop/auth/signin/credentials",
  )
  expect(await fetchProviders(env, {}, "http://internal.test/shop/auth/providers")).toBe(
    "https://app.test/shop/auth/signin/credentials",
  )
})

describe("a host that nothing vouches for", () => {
  test("attack 254: is refused in production, and no link is built", async () => {
    expect(await fetchProviders(production, { host: "app.test" })).toBe(500)
    expect(await fetchProviders({}, { host: "app.test" })).toBe(500)
  })

  test.each(["x-forwarded-host", "forwarded", "x-host", "x-original-host"])(
    "attack 255: %s changes nothing",
    async (name) => {
      const env = { ...production, AUTH_URL: "https://app.test/auth" }
      expect(await fetchProviders(env, { [name]: "evil.test" })).toBe("https://app.test/auth/signin/credentials")
      const unpinned = { NODE_ENV: "x" }
      expect(await fetchProviders(unpinned, { host: "localhost", [name]: "evil.test" })).toBe(
        "http://localhost/auth/signin/credentials",
      )
    },
  )

  test.each(["false", "0", "", "no"])("attack 257: AUTH_TRUST_HOST=%j trusts nobody", async (value) => {
    expect(await fetchProviders({ ...production, AUTH_TRUST_HOST: value }, { host: "app.test" })).toBe(500)
  })
})

describe("a trusted proxy", () => {
  const env = { ...production, AUTH_TRUST_HOST: "true" }

  test("names host and protocol", async () => {
    const headers = { host: "internal", "x-forwarded-host": "app.test", "x-forwarded-proto": "https" }
    expect(await fetchProviders(env, headers)).toBe("https://app.test/auth/signin/credentials")
  })

  test("attack 143: that appends the host to what a visitor forged names none", async () => {
    const forwarded = (host: string) => fetchProviders(env, { host: "internal", "x-forwarded-host": host })
    expect(await forwarded("evil.test, app.test")).toBe(400)
    expect(await forwarded("app.test, app.test")).toBe("http://app.test/auth/signin/credentials")
    expect(await forwarded("")).toBe("http://internal/auth/signin/credentials")
  })

  test.each([
    ["https,http", "https:"],
    ["HTTPS", "https:"],
    ["javascript", "http:"],
    ["", "http:"],
    ["wss", "http:"],
  ])("attack 258: x-forwarded-proto %j means %s", async (proto, scheme) => {
    const signinUrl = await fetchProviders(env, { host: "app.test", "x-forwarded-proto": proto })
    expect(signinUrl).toBe(`${scheme}//app.test/auth/signin/credentials`)
  })

  test.each([
    "app.test@evil",
    "app.test:80@evil",
    "a b",
    "[::1]:x",
    "app.test.",
    "app.test/x",
    "app.test#",
    "",
    "a".repeat(300),
    "1.2.3.999",
    "app.test, evil.test",
  ])("attack 260: the host %j is none", async (host) => expect(await fetchProviders(env, { host })).toBe(400))

  test("attack 260: a host in capitals is the same host", async () => {
    expect(await fetchProviders(env, { host: "APP.TEST" })).toBe("http://app.test/auth/signin/credentials")
  })
})

describe("as the URL parser reads it", () => {
  const headersOf = (host: string) => new Headers({ host })
  const policy = { basePath: "/auth", trustHost: true, trustLoopback: false }
  const siteFor = (host: string) => {
    try {
      return resolveSite(policy, headersOf(host), new URL("https://internal.test/")).origin
    } catch (error) {
      if (error instanceof AuthError && error.type === "InvalidRequest") return null
      throw error
    }
  }

  test("a host that has its form is the origin of its URL", () => {
    const port = fc.oneof(
      fc.constant(""),
      fc.integer({ min: 1, max: 65_535 }).map((number) => `:${number}`),
    )
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
    )
    fc.assert(
      fc.property(host, port, (name, end) => {
        expect(siteFor(name + end)).toBe(new URL(`https://${name}${end}`).origin)
      }),
    )
  })

  test("attack 260: whatever a host header says, the site is that host and nothing else, or there is none", () => {
    const part = fc.oneof(
      fc.domain(),
      fc.constantFrom("@", ":", "/", "\\", "?", "#", "[", "]", ".", "%", "80", "a", "_", "::1", " ", "xn--"),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const host = parts.join("").trim()
        const origin = siteFor(host)
        if (origin === null) return
        const url = new URL(`https://${host}`)
        expect([origin, url.pathname, url.search, url.hash, url.username]).toEqual([url.origin, "/", "", "", ""])
      }),
      { numRuns: 2000 },
    )
  })
})
