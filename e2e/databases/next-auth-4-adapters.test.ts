import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openPrisma, type Opened } from "../apps/authjs/adapters.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { createAuth } from "../../server/service/auth.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import { authjs } from "../../server/migrate/authjs/index.ts"
import { nextAuth4Installation } from "../../server/migrate/fixtures/next-auth-4-installation.ts"
import { configFor } from "../../server/migrate/next-auth-4/options.ts"
import { errorParam, signedInName, type Browser } from "../../server/test-kit/oauth-service.ts"
import { cookieClient, type CookieJarMap } from "../../server/testing/cookie-client.ts"
import { startPostgres } from "./servers.ts"

type PrismaAdapter = (prisma: unknown) => Adapter
const load = createRequire(fileURLToPath(new URL("../apps/next-auth-4/package.json", import.meta.url)))
const published = load("@next-auth/prisma-adapter") as { PrismaAdapter: PrismaAdapter } // what the package exports

const BASE = "https://app.test/api/auth"
const SESSION = "__Secure-next-auth.session-token"

const database: { server?: Awaited<ReturnType<typeof startPostgres>>; opened?: Opened } = {}
beforeAll(async () => {
  database.server = await startPostgres()
  database.opened = await openPrisma(database.server.url, published.PrismaAdapter)
})
afterAll(async () => {
  await database.opened?.close()
  await database.server?.stop()
})

const adapter = () => database.opened?.adapter ?? expect.fail("not connected")
const unique = (name: string) => `${name}-${crypto.randomUUID()}@app.test`

/** One configuration of next-auth 4 with a provider and magic links, run by the published package and by Latchkit. */
function app() {
  const emails: string[] = []
  const person = { email: "" }
  const acme = {
    id: "acme",
    name: "Acme",
    type: "oauth" as const,
    clientId: "c",
    clientSecret: "s",
    authorization: "https://acme.test/authorize",
    checks: ["state" as const],
    token: { url: "https://acme.test/token", request: () => ({ tokens: { access_token: "t", token_type: "bearer" } }) },
    userinfo: { url: "https://acme.test/user", request: () => ({ ...person }) },
    profile: ({ email = "" }: { email?: string }) => ({ id: email, name: "Ada", email }),
  }
  const email = {
    id: "email",
    name: "Email",
    type: "email" as const,
    from: "app@app.test",
    maxAge: 86_400,
    server: "",
    sendVerificationRequest: ({ url }: { url: string }) => void emails.push(url),
    options: {},
  }
  const options = { providers: [acme, email], adapter: adapter(), secret: "s".repeat(32) }
  const before = nextAuth4Installation(options)
  const config = configFor(options as never) as AuthConfig // next-auth 4's own types, which the package of this test has none of
  const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const moved = createAuth(
    { ...config, ...authjs({ version: 4 }), rateLimit: false, logger: silent },
    { env: { AUTH_URL: BASE } },
  )
  const enter = async (browser: Browser, who: string) => {
    person.email = who
    const start = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const state = new URL(start.headers.get("location") ?? "").searchParams.get("state") ?? ""
    return browser.get(`/callback/acme?${new URLSearchParams({ code: "c", state })}`)
  }
  const link = async (browser: Browser, to: string) => {
    await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email: to })
    return emails.at(-1) ?? expect.fail("no email")
  }
  return {
    enter,
    link,
    before: (jar?: CookieJarMap) => before.browser(jar),
    after: (jar?: CookieJarMap) => cookieClient(moved, jar, BASE),
  }
}

test("@next-auth/prisma-adapter, unmodified: a user that next-auth 4 created stays signed in, comes back by provider, and can roll back", async () => {
  const { enter, before, after } = app()
  const email = unique("ada")
  const old = before()
  await enter(old, email)
  expect(old.cookie(SESSION)).toBeDefined()
  expect(await signedInName(old)).toBe(email)
  const created = await adapter().getUserByEmail?.(email)

  const same = after(old.jar)
  expect(await signedInName(same)).toBe(email)

  const again = after()
  expect(errorParam(await enter(again, email))).toBeNull()
  expect(await signedInName(again)).toBe(email)
  expect((await adapter().getUserByAccount?.({ provider: "acme", providerAccountId: email }))?.id).toBe(created?.id)
  expect(await signedInName(before(again.jar))).toBe(email)

  await again.post("/signout", { csrfToken: await again.csrfToken() })
  expect(await signedInName(again)).toBeNull()
})

test("@next-auth/prisma-adapter, unmodified: magic links of either side sign in on the other", async () => {
  const { link, before, after } = app()
  const email = unique("grace")
  const first = before()
  await first.get(await link(first, email))
  expect(await signedInName(first)).toBe(email)

  const theirs = after()
  await theirs.get(await link(theirs, email))
  expect(await signedInName(theirs)).toBe(email)

  const asked = before()
  const url = new URL(await link(asked, email))
  const here = after(asked.jar)
  const { token = "", email: to = "" } = Object.fromEntries(url.searchParams)
  await here.post("/callback/email", { csrfToken: await here.csrfToken(), token, email: to })
  expect(await signedInName(here)).toBe(email)

  const back = before()
  await back.get(await link(after(), email))
  expect(await signedInName(back)).toBe(email)
})

test("@next-auth/prisma-adapter, unmodified: the owner of a mailbox gets in by magic link, if next-auth 4 never verified it", async () => {
  const { enter, link, before, after } = app()
  const email = unique("joan")
  const stranger = before()
  await enter(stranger, email)
  expect((await adapter().getUserByEmail?.(email))?.emailVerified).toBeNull()
  const owner = after()
  expect(errorParam(await owner.get(await link(owner, email)))).toBeNull()
  expect([await signedInName(owner), await signedInName(after(stranger.jar))]).toEqual([email, null])
  expect((await adapter().getUserByEmail?.(email))?.emailVerified).toBeInstanceOf(Date)
})

test("@next-auth/prisma-adapter, unmodified: a new user is created, and next-auth 4 knows them after a rollback", async () => {
  const { enter, before, after } = app()
  const email = unique("new")
  const here = after()
  expect(errorParam(await enter(here, email))).toBeNull()
  const there = before()
  await enter(there, email)
  expect(await signedInName(there)).toBe(email)
})
