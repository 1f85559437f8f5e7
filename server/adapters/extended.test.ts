import { DatabaseSync } from "node:sqlite"
import { Kysely, sql } from "kysely"
import { describe, expect, test } from "vitest"
import { installClock } from "../testing/clock.ts"
import { errorParam, oauthService, signedInName } from "../test-kit/oauth-service.ts"
import type { Adapter, AdapterAccount } from "./contract.ts"
import { MemoryAdapter } from "./memory.ts"
import { currentTransaction, SqlAdapter, sqliteDialect } from "./sql.ts"

const ada = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true }

interface OpenedDatabase {
  adapter: Required<Adapter>
  db?: Kysely<object>
}

async function createSqliteAdapter(): Promise<Required<OpenedDatabase>> {
  const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })
  const adapter = SqlAdapter(db)
  await adapter.migrate()
  return { adapter, db }
}

const withoutTokens = ({ access_token: _, refresh_token: __, id_token: ___, ...account }: AdapterAccount) => account

describe.each<[string, () => OpenedDatabase | Promise<OpenedDatabase>]>([
  ["MemoryAdapter", () => ({ adapter: MemoryAdapter() })],
  ["SqlAdapter on SQLite", createSqliteAdapter],
])("an app that spreads %s", (_, open) => {
  test("runs its own operations when a user signs in with a provider", async () => {
    const { adapter: base } = await open()
    const called: string[] = []
    const service = await oauthService({
      adapter: {
        ...base,
        createUser: (user) => (called.push("createUser"), base.createUser({ ...user, name: "Renamed" })),
        linkAccount: (account) => (called.push("linkAccount"), base.linkAccount(withoutTokens(account))),
      },
    })
    const browser = service.browser()
    expect(errorParam(await service.enter(browser, ada))).toBeNull()
    expect(await signedInName(browser)).toBe("ada@app.test")
    expect(called).toEqual(["createUser", "linkAccount"])
    expect(await base.getUserByEmail("ada@app.test")).toMatchObject({ name: "Renamed" })
    const account = await base.getAccount("ada", "acme")
    expect([account?.access_token, account?.id_token]).toEqual([undefined, undefined])
  })

  test("stores nothing if one of its own operations fails late", async () => {
    const { adapter: base } = await open()
    const linkAccount = async (account: AdapterAccount) => {
      await base.linkAccount(account)
      throw new Error("audit is down")
    }
    const service = await oauthService({
      adapter: { ...base, createUser: (user) => base.createUser(user), linkAccount },
    })
    expect(errorParam(await service.enter(service.browser(), ada))).toBe("Configuration")
    expect(await base.getUserByEmail("ada@app.test")).toBeNull()
    expect(await base.getAccount("ada", "acme")).toBeNull()
    const mended = await oauthService({ adapter: base })
    const browser = mended.browser()
    await mended.enter(browser, ada)
    expect(await signedInName(browser)).toBe("ada@app.test")
  })

  test("has no operation that it leaves out", async () => {
    const { adapter: base } = await open()
    const { linkAccount: _, ...rest } = base
    const service = await oauthService({ adapter: rest })
    expect(errorParam(await service.enter(service.browser(), ada))).toBe("Configuration")
    expect(service.logged()).toContain("needs `linkAccount`")
    expect(await base.getUserByEmail("ada@app.test")).toBeNull()
  })

  test("may also wrap `transaction`", async () => {
    const { adapter: base } = await open()
    const called: string[] = []
    const service = await oauthService({
      adapter: {
        ...base,
        transaction: (run) => (called.push("transaction"), base.transaction(run)),
        createUser: (user) => (called.push("createUser"), base.createUser(user)),
      },
    })
    expect(errorParam(await service.enter(service.browser(), ada))).toBeNull()
    expect(called).toEqual(["transaction", "createUser"])
  })
})

describe("queries in an operation that an app overrides", () => {
  const count = async (db: Kysely<object>) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from profiles`.execute(db)
    return rows[0]?.count
  }
  const withProfiles = async () => {
    const { adapter: base, db } = await createSqliteAdapter()
    await sql`create table profiles (id text primary key references auth_users (id))`.execute(db)
    return { base, db }
  }

  test("are part of the transaction through `currentTransaction`", async () => {
    const { base, db } = await withProfiles()
    const createUser: Adapter["createUser"] = async (user) => {
      const created = await base.createUser(user)
      await sql`insert into profiles values (${created.id})`.execute(currentTransaction(db))
      return created
    }
    const failing = await oauthService({
      adapter: { ...base, createUser, linkAccount: () => Promise.reject(new Error("down")) },
    })
    expect(errorParam(await failing.enter(failing.browser(), ada))).toBe("Configuration")
    expect(await count(db)).toBe(0)
    const service = await oauthService({ adapter: { ...base, createUser } })
    expect(errorParam(await service.enter(service.browser(), ada))).toBeNull()
    expect(await count(db)).toBe(1)
  })

  test("don't deadlock a sign-in if they wait for their own transaction", async () => {
    const { base, db } = await withProfiles()
    const createUser: Adapter["createUser"] = async (user) => {
      const created = await base.createUser(user)
      await count(db) // SQLite has one connection, and the transaction holds it
      return created
    }
    const service = await oauthService({ adapter: { ...base, createUser } })
    const browser = service.browser()
    const url = await service.start(browser, ada)
    const clock = installClock(Date.now())
    try {
      const answers: Response[] = []
      void browser.get(url).then((answer) => answers.push(answer))
      for (; answers.length === 0;) await clock.advance(10_000)
      expect(answers.map(errorParam)).toEqual(["Configuration"])
    } finally {
      clock.restore()
    }
    expect(service.logged()).toContain("currentTransaction")
    expect(await base.getUserByEmail("ada@app.test")).toBeNull()
  })
})
