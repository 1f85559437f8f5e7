import { expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { getToken } from "../../jwt.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const NAME = "__Secure-acme.session"
const cookies = { sessionToken: { name: NAME, options: { domain: "acme.test" } } }
const secret = "s".repeat(32)
const serviceAt = (host: string, config: Parameters<typeof passwordService>[0] = {}) =>
  passwordService({ cookies, secret, ...config }, { AUTH_URL: `https://${host}/auth` })

async function signInAtLoginHost(config: Parameters<typeof passwordService>[0] = {}) {
  const browser = cookieClient(serviceAt("login.acme.test", config), new Map(), "https://login.acme.test/auth")
  const answer = await browser.signInWith("credentials", ADA)
  const set = answer.headers.getSetCookie().find((line) => line.startsWith(`${NAME}=`))
  return { headers: { cookie: `${NAME}=${browser.cookie(NAME)?.value}` }, set }
}

test("a user who signed in on one subdomain is signed in on another, and signs out of both", async () => {
  const { headers, set } = await signInAtLoginHost()
  expect(set).toContain("Domain=acme.test")
  expect(await serviceAt("app.acme.test").getSession({ headers })).toMatchObject({ user: { name: "Ada" } })
  const { cookies: lines } = await serviceAt("app.acme.test").signOut({ headers })
  expect(lines.find((line) => line.startsWith(`${NAME}=;`))).toMatch(/Max-Age=0.*Domain=acme\.test/)
})

test("subdomains share stored sessions too", async () => {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null, image: null })
  const { headers } = await signInAtLoginHost({ adapter })
  expect(await serviceAt("app.acme.test", { adapter }).getSession({ headers })).toMatchObject({ user: { name: "Ada" } })
})

test("a domain's session opens nothing outside the domain, nor a site's session on the domain (threat 293)", async () => {
  const { headers } = await signInAtLoginHost()
  const elsewhere = { sessionToken: { name: NAME, options: { domain: "acme.test.evil.test" } } }
  expect(await serviceAt("app.acme.test.evil.test", { cookies: elsewhere }).getSession({ headers })).toBeNull()
  expect(
    await serviceAt("app.acme.test", { cookies: { sessionToken: { name: NAME } } }).getSession({ headers }),
  ).toBeNull()
  const own = await signInAtLoginHost({ cookies: { sessionToken: { name: NAME } } })
  expect(await serviceAt("login.acme.test").getSession(own)).toBeNull()
})

test.each([
  ["https://api.acme.test/auth", "Ada"],
  ["https://acme.test/auth", "Ada"],
  ["https://evilacme.test/auth", undefined],
  ["https://acme.test.evil.test/auth", undefined],
])("`getToken` at %s returns %s", async (url, name) => {
  const { headers } = await signInAtLoginHost()
  vi.stubEnv("AUTH_URL", url)
  expect((await getToken({ req: { headers }, secret, cookieName: NAME }))?.name).toBe(name)
  vi.unstubAllEnvs()
})
