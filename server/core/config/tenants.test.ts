import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { cookieClient, type CookieJarMap } from "../../testing/cookie-client.ts"

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const randomDelay = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 3))

/** Creates a tenant of the app with its own host, name, users, identity provider and session strategy. */
async function createTenant(name: "alpha" | "beta", { secret, stored }: { secret: string; stored: boolean }) {
  const issuer = await fakeIssuer({ issuer: `https://idp.${name}.test`, clientId: `client-of-${name}` })
  const events: string[] = []
  const config: AuthConfig = {
    secret,
    siteName: `Site of ${name}`,
    trustHost: true,
    logger: silent,
    fetch: issuer.fetch,
    ...(stored && { adapter: MemoryAdapter() }),
    providers: [
      {
        id: `idp-${name}`,
        name: `People of ${name}`,
        type: "oidc",
        issuer: issuer.issuer,
        clientId: issuer.clientId,
        clientSecret: `secret-of-${name}`,
      },
    ],
    callbacks: { session: ({ session }) => ({ ...session, tenant: name }) },
    events: { signIn: ({ user }) => void events.push(user.email ?? "") },
  }
  return { name, issuer, told: events, config, base: `https://${name}.test/auth` }
}

type Tenant = Awaited<ReturnType<typeof createTenant>>

/** Signs a user in and out at a tenant. Returns how many requests it took. */
async function signInAtTenant(
  here: Tenant,
  person: string,
  { service, stray }: { service: Service; stray: CookieJarMap },
) {
  const { name, issuer, base } = here
  const other = name === "alpha" ? "beta" : "alpha"
  const sent = { count: 0 }
  const handle = async (request: Request): Promise<Response> => {
    sent.count++
    await randomDelay()
    const answer = await service.handle(request)
    const text = [...answer.headers].flat().join("\n") + (await answer.clone().text())
    // Whole names, because four letters can appear by chance in a cookie's text
    expect(text).not.toMatch(new RegExp(`${other}\\.test|idp-${other}|of[- ]${other}|"${other}"`))
    return answer
  }
  const browser = cookieClient({ handle }, new Map(), base)
  const json = async (path: string) => (await browser.get(path)).json()
  const email = `${person}@${name}.test`

  const started = await browser.post(`/signin/idp-${name}`, {
    csrfToken: await browser.csrfToken(),
    callbackUrl: "/in",
  })
  const url = new URL(started.headers.get("location") ?? "")
  expect([url.origin, url.searchParams.get("client_id")]).toEqual([issuer.issuer, issuer.clientId])
  const parameters = issuer.authorize(url.href, { sub: person, name: person, email, email_verified: true })
  const arrived = await browser.get(`/callback/idp-${name}?${parameters}`)
  expect(arrived.headers.get("location")).toBe(`https://${name}.test/in`)
  expect(await json("/session")).toMatchObject({ user: { email }, tenant: name })
  expect(Object.keys(await json("/providers"))).toEqual([`idp-${name}`])
  expect(await (await browser.get("/signin?prompt=login")).text()).toContain(`Site of ${name}`)
  for (const [cookie, { value }] of browser.jar) stray.set(cookie, { value })
  await browser.post("/signout", { csrfToken: await browser.csrfToken() })
  expect(await json("/session")).toBeNull()
  return sent.count
}

type Service = ReturnType<typeof createAuth>

test.each([
  ["with different secrets", "a".repeat(32), "b".repeat(32)],
  ["that share a secret", "s".repeat(32), "s".repeat(32)],
])("two tenants %s, requested 500 times in turns, never get each other's data", async (_, alphas, betas) => {
  const alpha = await createTenant("alpha", { secret: alphas, stored: false })
  const beta = await createTenant("beta", { secret: betas, stored: true })
  const service = createAuth(
    async (request) => {
      await randomDelay()
      const { config } = request && new URL(request.url).host === "alpha.test" ? alpha : beta
      return config === alpha.config ? { ...config } : config // one is created for each request, and one is reused
    },
    { env: { NODE_ENV: "production" } },
  )
  const strays = { alpha: new Map(), beta: new Map() } satisfies Record<string, CookieJarMap>
  const people = Array.from({ length: 30 }, (_, index) => `person-${index}`)
  const counts = await Promise.all(
    people.flatMap((person) =>
      [alpha, beta].map((here) => signInAtTenant(here, person, { service, stray: strays[here.name] })),
    ),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(500)
  for (const { name, told } of [alpha, beta]) {
    expect(told.sort()).toEqual(people.map((person) => `${person}@${name}.test`).sort())
  }
  // A browser's cookies of one tenant open nothing at the other
  expect(await (await cookieClient(service, strays.alpha, beta.base).get("/session")).json()).toBeNull()
  expect(await (await cookieClient(service, strays.beta, alpha.base).get("/session")).json()).toBeNull()
})
