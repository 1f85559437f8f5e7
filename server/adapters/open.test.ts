import { expect, test } from "vitest"
import { createAuth } from "../service/auth.ts"
import { oauthService, signedInName } from "../test-kit/oauth-service.ts"
import type { Adapter, AdapterAccount, AdapterUser } from "./contract.ts"
import { MemoryAdapter } from "./memory.ts"
import { openAdapter } from "./open.ts"

const ada = { sub: "ada", email: "ada@app.test", email_verified: true }
const never = () => new Promise<never>(() => undefined)

test("a session read ends after `adapterTimeout`, and nobody is signed out", async () => {
  const adapter = MemoryAdapter()
  const service = await oauthService({ adapter, session: { strategy: "database" }, adapterTimeout: 500 })
  const browser = service.browser()
  await service.enter(browser, ada) // must take less time
  const read = adapter.getSessionAndUser
  adapter.getSessionAndUser = never
  const response = await browser.get("/session")
  expect([response.status, response.headers.getSetCookie()]).toEqual([503, []])
  expect(service.logged()).toContain("The adapter's `getSessionAndUser` did not finish within 0.5 seconds.")
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

test.each([15_000, false] as const)(
  "ids of users are texts if the database numbers them, with the limit %j",
  async (limit) => {
    const user = { id: 7 as unknown as string, email: "ada@app.test", emailVerified: null } // as some databases return it
    const account = {
      id: 3,
      userId: 7,
      provider: "example",
      providerAccountId: "7",
      type: "oidc",
    } as unknown as AdapterAccount
    const session = { sessionToken: "token", userId: 7 as unknown as string, expires: new Date() }
    const operations = {
      getUser: async () => user,
      getUserByEmail: () => user,
      listAccounts: async () => [account],
      getSessionAndUser: async () => ({ session, user }),
      increment: async () => 7,
    }
    const transaction = <T>(run: (inner: Adapter) => Promise<T>) => run(operations)
    const adapter = openAdapter({ adapter: { ...operations, transaction }, adapterTimeout: limit }) ?? expect.fail()
    const text = { ...user, id: "7" }
    expect(await adapter.getUser?.("7")).toEqual(text)
    expect(await adapter.getUserByEmail?.("ada@app.test")).toEqual(text)
    expect(await adapter.listAccounts?.("7")).toEqual([{ ...account, id: "3", userId: "7" }])
    expect(await adapter.getSessionAndUser?.("token")).toEqual({ session: { ...session, userId: "7" }, user: text })
    expect(await adapter.increment?.("key", new Date())).toBe(7)
    expect(await adapter.transaction?.(async (inner) => inner.getUser?.("7"))).toEqual(text)
  },
)

test("returns a row as it is if its ids are texts, and an id that no number can hold", async () => {
  const [user, large] = [{ id: "7" }, { id: 2 ** 60 }] as unknown as AdapterUser[]
  const adapter = openAdapter({ adapter: { getUser: (id) => (id === "7" ? user : large) ?? null } })
  expect(await adapter?.getUser?.("7")).toBe(user)
  expect(await adapter?.getUser?.("8")).toBe(large)
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

test("a user signs in although `linkAccount` returns its row with an id of the database's own type", async () => {
  const memory = MemoryAdapter()
  const adapter: Adapter = {
    ...memory,
    async linkAccount(account) {
      await memory.linkAccount(account)
      return { ...account, userId: new Uint8Array(12) as unknown as string } // as @auth/mongodb-adapter returns it
    },
  }
  const service = await oauthService({ adapter })
  const browser = service.browser()
  await service.enter(browser, ada)
  expect(await signedInName(browser)).toBe("ada@app.test")
})

test("ids may be a bigint, and an object is rejected by its name", async () => {
  class ObjectId {
    readonly bytes = new Uint8Array(12)
  }
  const row = (id: unknown) => ({ id: id as string, email: "ada@app.test", emailVerified: null }) // as other databases return it
  const open = (id: unknown) =>
    openAdapter({ adapter: { getUser: () => row(id), getUserByEmail: async () => row(id) } })
  expect(await open(7n)?.getUser?.("7")).toEqual(row("7"))
  expect(await open(9_007_199_254_740_993n)?.getUserByEmail?.("")).toEqual(row("9007199254740993"))
  const message = "The adapter returned a row whose `id` is an object: ObjectId. Return a string"
  expect(() => open(new ObjectId())?.getUser?.("7")).toThrow(message)
  await expect(open(new ObjectId())?.getUserByEmail?.("")).rejects.toThrow(message)
})
