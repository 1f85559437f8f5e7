import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Env } from "./env.ts"
import { AuthError } from "../../errors.ts"
import { resolveSite } from "./site.ts"
import { emailService } from "../../test-kit/email-service.ts"
import { passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

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

test("AUTH_URL decides the site, whatever the request's headers say", async () => {
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

describe("a host that isn't trusted", () => {
  test("is rejected in production, and appears in no link (threat 254)", async () => {
    expect(await fetchProviders(production, { host: "app.test" })).toBe(500)
    expect(await fetchProviders({}, { host: "app.test" })).toBe(500)
  })

  test.each(["x-forwarded-host", "forwarded", "x-host", "x-original-host"])("ignores %s (threat 255)", async (name) => {
    const env = { ...production, AUTH_URL: "https://app.test/auth" }
    expect(await fetchProviders(env, { [name]: "evil.test" })).toBe("https://app.test/auth/signin/credentials")
    const unpinned = { NODE_ENV: "x" }
    expect(await fetchProviders(unpinned, { host: "localhost", [name]: "evil.test" })).toBe(
      "http://localhost/auth/signin/credentials",
    )
  })

  test.each(["false", "0", "", "no"])("is rejected with AUTH_TRUST_HOST=%j (threat 257)", async (value) => {
    expect(await fetchProviders({ ...production, AUTH_TRUST_HOST: value }, { host: "app.test" })).toBe(500)
  })
})

describe("a platform that decides the host", () => {
  const forged = { host: "app.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" }

  // Cloudflare passes on the client's header, and Vercel overwrites it
  test.each<[string, Env, Record<string, string>, string]>([
    ["Cloudflare Pages", { CF_PAGES: "1" }, forged, "https://app.test"],
    [
      "Cloudflare Pages with a list",
      { CF_PAGES: "1" },
      { ...forged, "x-forwarded-host": "evil.test, app.test" },
      "https://app.test",
    ],
    ["Vercel", { VERCEL: "1" }, { ...forged, "x-forwarded-host": "app.test" }, "https://app.test"],
    [
      "a proxy of the app's before Cloudflare Pages",
      { CF_PAGES: "1", AUTH_TRUST_HOST: "true" },
      { ...forged, "x-forwarded-host": "shop.test" },
      "https://shop.test",
    ],
  ])("names the site on %s (threat 255)", async (_, env, headers, origin) => {
    expect(await fetchProviders({ ...production, ...env }, headers)).toBe(`${origin}/auth/signin/credentials`)
  })

  test("a client can't choose where an emailed link leads on Cloudflare Pages (threat 255)", async () => {
    const { auth, newest } = emailService({ env: { ...production, AUTH_URL: "", CF_PAGES: "1" } })
    const victim = cookieClient(auth, undefined, "https://app.test/auth")
    const csrfToken = await victim.csrfToken()
    const headers = { host: "app.test", "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" }
    await victim.post("/signin/email", { csrfToken, email: "ada@app.test" }, headers)
    expect(new URL(newest().url).origin).toBe("https://app.test")
  })
})

describe("a trusted proxy", () => {
  const env = { ...production, AUTH_TRUST_HOST: "true" }

  test("sets host and protocol", async () => {
    const headers = { host: "internal", "x-forwarded-host": "app.test", "x-forwarded-proto": "https" }
    expect(await fetchProviders(env, headers)).toBe("https://app.test/auth/signin/credentials")
  })

  test("that appends its host to a forged one is rejected (threat 143)", async () => {
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
  ])("x-forwarded-proto %j means %s (threat 258)", async (proto, scheme) => {
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
  ])("rejects the host %j (threat 260)", async (host) => expect(await fetchProviders(env, { host })).toBe(400))

  test("a host in capitals is the same host (threat 260)", async () => {
    expect(await fetchProviders(env, { host: "APP.TEST" })).toBe("http://app.test/auth/signin/credentials")
  })
})

describe("compared with the URL parser", () => {
  const hostHeaders = (host: string) => new Headers({ host })
  const policy = { basePath: "/auth", path: "", trustHost: true, trustForwardedHost: true, trustLoopback: false }
  const siteFor = (host: string) => {
    try {
      return resolveSite(policy, hostHeaders(host), new URL("https://internal.test/")).origin
    } catch (error) {
      if (error instanceof AuthError && error.type === "InvalidRequest") return null
      throw error
    }
  }

  test("a valid host is the origin of its URL", () => {
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

  test("for any host header, the site is that exact host or the request is rejected (threat 260)", () => {
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
