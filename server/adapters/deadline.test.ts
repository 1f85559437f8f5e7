import { expect, test } from "vitest"
import { createAuth } from "../auth.ts"
import { oauthService, signedInName } from "../testing/oauth-service.ts"
import type { AdapterUser } from "./contract.ts"
import { MemoryAdapter } from "./memory.ts"

const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
const never = () => new Promise<never>(() => undefined)

test("a session read ends after `adapterTimeout`, and nobody is signed out", async () => {
  const adapter = MemoryAdapter()
  const service = await oauthService({ adapter, session: { strategy: "database" }, adapterTimeout: 50 })
  const browser = service.browser()
  await service.enter(browser, ada)
  const read = adapter.getSessionAndUser
  adapter.getSessionAndUser = never
  const response = await browser.get("/session")
  expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
  expect(service.logged()).toContain("The adapter's `getSessionAndUser` did not finish within 0.05 seconds.")
  adapter.getSessionAndUser = read
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("a transaction is one operation", async () => {
  const adapter = { ...MemoryAdapter(), transaction: never }
  const service = await oauthService({ adapter, adapterTimeout: 50 })
  expect((await service.enter(service.browser(), ada)).headers.get("location")).toContain("error=Configuration")
  expect(service.logged()).toContain("The adapter's `transaction` did not finish")
})

test("`false` sets no limit", async () => {
  const user = { id: "1", ...ada, name: "Ada", emailVerified: null }
  const slow = Promise.withResolvers<AdapterUser>()
  const base = MemoryAdapter()
  const getUserByAccount = () => slow.promise
  const service = await oauthService({ adapter: { ...base, getUserByAccount }, adapterTimeout: false })
  const browser = service.browser()
  await base.createUser(user)
  const entering = service.enter(browser, ada)
  setTimeout(() => slow.resolve(user), 100)
  await entering
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("works with a frozen adapter", async () => {
  const service = await oauthService({ adapter: Object.freeze(MemoryAdapter()) })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test.each([0, -1, "10s", Number.NaN, 2 ** 31])("rejects %j", async (adapterTimeout) => {
  const logged: string[] = []
  const auth = createAuth(
    {
      secret: "s".repeat(32),
      adapter: MemoryAdapter(),
      adapterTimeout: adapterTimeout as number, // from JavaScript
      logger: { error: (error) => logged.push(error.message) },
    },
    { env: { AUTH_URL: "https://app.test/auth" } },
  )
  expect((await auth.handle(new Request("https://app.test/auth/session"))).status).toBe(500)
  expect(logged.join()).toContain("`adapterTimeout` is ")
})
