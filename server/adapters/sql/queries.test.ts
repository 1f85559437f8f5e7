import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { FAST_HASH, GRACE, passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { SqlAdapter, sqliteDialect } from "../sql.ts"

/** Opens an adapter whose statements are listed. */
async function countedAdapter() {
  const statements: string[] = []
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql)
  const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")), log })
  const adapter = SqlAdapter(db, { userFields: ["role", "createdAt", "scope"] })
  await adapter.migrate()
  for (const name of ["role", "createdAt", "scope"])
    await db.schema.alterTable("auth_users").addColumn(name, "text").execute()
  /** Returns how many statements `run` sends. */
  const count = async (run: () => unknown): Promise<number> => {
    const before = statements.length
    await run()
    return statements.length - before
  }
  /** Returns an adapter as a new process has it. */
  const restart = () => SqlAdapter(db, { userFields: ["role"] })
  return { adapter, count, statements, restart, close: () => db.destroy() }
}

test("a session read is one query, and no operation needs more than these", async () => {
  const { adapter, count, close } = await countedAdapter()
  const expires = new Date("2031-01-01")
  const ada = { id: "ada", email: "ada@app.test", emailVerified: null, role: "admin" }
  const account = { provider: "github", providerAccountId: "1", userId: "ada", type: "oauth" } as const
  const passkey = {
    credentialID: "key",
    userId: "ada",
    providerAccountId: "key",
    credentialPublicKey: "",
    counter: 1,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  } as const
  const record = { kind: "password", id: "1", userId: "ada", data: "{}", expires: null } as const
  const token = { identifier: "ada@app.test", token: "t", expires }
  const counts: Record<string, number> = {}
  const operations: Record<string, () => unknown> = {
    createUser: () => adapter.createUser(ada),
    getUser: () => adapter.getUser("ada"),
    getUserByEmail: () => adapter.getUserByEmail("ada@app.test"),
    linkAccount: () => adapter.linkAccount(account),
    getUserByAccount: () => adapter.getUserByAccount(account),
    getAccount: () => adapter.getAccount("1", "github"),
    listAccounts: () => adapter.listAccounts("ada"),
    updateAccount: () => adapter.updateAccount({ ...account, scope: "email" }),
    updateUser: () => adapter.updateUser({ id: "ada", name: "Ada" }),
    createSession: () => adapter.createSession({ sessionToken: "s", userId: "ada", expires }),
    getSessionAndUser: () => adapter.getSessionAndUser("s"),
    updateSession: () => adapter.updateSession({ sessionToken: "s", expires }, new Date(0)),
    listSessions: () => adapter.listSessions("ada"),
    deleteSession: () => adapter.deleteSession("s"),
    deleteSessions: () => adapter.deleteSessions("ada"),
    createVerificationToken: () => adapter.createVerificationToken(token),
    useVerificationToken: () => adapter.useVerificationToken(token),
    deleteVerificationTokens: () => adapter.deleteVerificationTokens("ada@app.test"),
    claimOnce: () => adapter.claimOnce("k", expires),
    releaseOnce: () => adapter.releaseOnce("k"),
    increment: () => adapter.increment("k", expires),
    decrement: () => adapter.decrement("k"),
    createAuthenticator: () => adapter.createAuthenticator(passkey),
    getAuthenticator: () => adapter.getAuthenticator("key"),
    updateAuthenticatorCounter: () => adapter.updateAuthenticatorCounter("key", 2),
    updateAuthenticator: () => adapter.updateAuthenticator({ credentialID: "key", name: "Phone" }),
    deleteAuthenticator: () => adapter.deleteAuthenticator("key"),
    createAccountRecord: () => adapter.createAccountRecord(record),
    getAccountRecord: () => adapter.getAccountRecord("password", "1"),
    listAccountRecords: () => adapter.listAccountRecords("password", "ada"),
    updateAccountRecord: () => adapter.updateAccountRecord({ ...record, version: 1 }),
    takeAccountRecord: () => adapter.takeAccountRecord("password", "1"),
    unlinkAccount: () => adapter.unlinkAccount(account),
    listUsers: () => adapter.listUsers({ limit: 5 }),
    deleteExpired: () => adapter.deleteExpired(new Date()),
    deleteUser: () => adapter.deleteUser("ada"),
  }
  for (const [name, run] of Object.entries(operations)) counts[name] = await count(run)
  const others = Object.entries(counts).filter(([, queries]) => queries !== 1)
  // A transaction has a beginning and an end
  expect(others).toEqual([
    ["updateAccount", 4],
    ["deleteExpired", 4],
    ["deleteUser", 9],
  ])
  await close()
})

test("a column of the app has the name of one of a session or an account, and both are read", async () => {
  const { adapter, close } = await countedAdapter()
  const [expires, createdAt] = [new Date("2031-01-01"), new Date("2030-01-01")]
  const own = { role: "admin", createdAt: "the user's", scope: "everything" }
  await adapter.createUser({ id: "ada", email: "ada@app.test", emailVerified: null, ...own })
  await adapter.createSession({ sessionToken: "s", userId: "ada", expires, createdAt })
  await adapter.linkAccount({
    provider: "github",
    providerAccountId: "1",
    userId: "ada",
    type: "oauth",
    scope: "email",
  })
  expect(await adapter.getSessionAndUser("s")).toMatchObject({ session: { createdAt }, user: own })
  expect(await adapter.getUserByAccount({ provider: "github", providerAccountId: "1" })).toMatchObject(own)
  await close()
})

test("a request needs no more queries than these", async () => {
  const { adapter, count, close } = await countedAdapter()
  const config = { session: { strategy: "database" } } as const
  const service = passwordAccountService({ adapter, config, password: { hash: FAST_HASH } })
  const counts: Record<string, number> = {}
  const browser = service.browser()
  counts["sign-up"] = await count(() => service.signUp(browser))
  counts["session"] = await count(async () => expect(await signedIn(browser)).toBe(GRACE.email))
  const other = service.browser()
  counts["sign-in"] = await count(() => service.signIn(other))
  counts["wrong password"] = await count(() => service.signIn(service.browser(), { ...GRACE, password: "wrong" }))
  counts["sign-out"] = await count(() => service.post(other, "/signout", {}))
  await service.sent()
  // The session's query also says whether the password has changed since
  expect(counts).toEqual({ "sign-up": 29, session: 1, "sign-in": 13, "wrong password": 4, "sign-out": 4 })
  await close()
})

test("a process that has just started reads a session with no write, such as the deletion of expired rows", async () => {
  const { adapter, statements, restart, close } = await countedAdapter()
  const config = { session: { strategy: "database" } } as const
  const first = passwordAccountService({ adapter, config, password: { hash: FAST_HASH } })
  const browser = first.browser()
  await first.signUp(browser)
  await first.sent()
  const second = passwordAccountService({ adapter: restart(), config, password: { hash: FAST_HASH } })
  statements.length = 0
  expect(await signedIn(cookieClient(second.auth, new Map(browser.jar)))).toBe(GRACE.email)
  await second.sent() // waits for its background work
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter((statement) => !statement.startsWith("select"))).toEqual([])
  await close()
})
