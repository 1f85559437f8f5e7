import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { oauthService, signedInName } from "../../test-kit/oauth-service.ts"

const STORED = "Grace.Hopper@Navy.example"
const SPELLINGS = ["grace.hopper@navy.example", STORED, "GRACE.HOPPER@NAVY.EXAMPLE", " Grace.Hopper@navy.EXAMPLE "]

async function openSql() {
  const database = new DatabaseSync(":memory:")
  const adapter = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(database) }))
  await adapter.migrate()
  return { database, adapter }
}

const grace = (id: string, email: string) => ({ id, email, emailVerified: new Date(), name: "Grace", image: null })

/** Signs in by a magic link. Returns the id of the user. */
async function signInByEmail(adapter: AuthConfig["adapter"], email: string): Promise<string | undefined> {
  const sent: string[] = []
  const provider = {
    id: "email",
    name: "Email",
    type: "email" as const,
    maxAge: 3600,
    sendVerificationRequest: ({ url }: { url: string }) => void sent.push(url),
  }
  const logger = { error: () => undefined, warn: () => undefined, debug: () => undefined }
  const callbacks: AuthConfig["callbacks"] = { session: ({ session, user }) => ({ ...session, id: user.id }) }
  const auth = createAuth(
    {
      adapter,
      providers: [provider],
      secret: "s".repeat(32),
      rateLimit: false,
      logger,
      callbacks,
      session: { strategy: "database" },
    },
    { env: { AUTH_URL: "https://app.test/auth", NODE_ENV: "production" } },
  )
  const browser = cookieClient(auth)
  await browser.post("/signin/email", { csrfToken: await browser.csrfToken(), email })
  await browser.send(sent[0] ?? "")
  return (await (await browser.get("/session")).json())?.id
}

test.each(SPELLINGS)("finds an imported user whose address has capitals, by %j", async (typed) => {
  const { adapter: sql } = await openSql()
  for (const adapter of [MemoryAdapter(), sql]) {
    await adapter.createUser(grace("old", STORED))
    expect(await signInByEmail(adapter, typed)).toBe("old")
    expect(await adapter.listUsers({ limit: 10 })).toHaveLength(1)
  }
})

test("keeps an address unique in every spelling", async () => {
  const { adapter: sql } = await openSql()
  for (const adapter of [MemoryAdapter(), sql]) {
    await adapter.createUser(grace("old", STORED))
    await adapter.createUser(grace("other", "Ada@Bücher.example"))
    for (const email of SPELLINGS) {
      await expect(async () => adapter.createUser(grace("new", email))).rejects.toThrow()
      await expect(async () => adapter.updateUser({ id: "other", email })).rejects.toThrow()
    }
    expect(await adapter.getUserByEmail("ada@xn--bcher-kva.example")).toMatchObject({ id: "other" })
  }
})

test("finds a user by a provider's spelling of the address, and makes no second one", async () => {
  const service = await oauthService()
  await service.adapter.createUser(grace("old", STORED))
  const browser = service.browser()
  await service.enter(browser, { sub: "grace", email: "grace.hopper@NAVY.example", email_verified: true })
  expect(await signedInName(browser)).toBeNull() // the account isn't linked by its address alone
  expect(await service.adapter.listUsers({ limit: 10 })).toHaveLength(1)
})

test("the migration corrects rows of another program, but not if another user has the address", async () => {
  const { database, adapter } = await openSql()
  for (const [id, email] of [
    ["1", STORED],
    ["2", "Ada@App.test"],
    ["3", "ada@app.test"],
    ["4", null],
    ["5", "É@app.test"],
  ])
    database.prepare("insert into auth_users (id, email) values (?, ?)").run(id ?? "", email ?? null)
  expect(await adapter.migrate()).toEqual([])
  expect((await adapter.listUsers({ limit: 10 })).map(({ email }) => email)).toEqual([
    "grace.hopper@navy.example",
    "Ada@App.test",
    "ada@app.test",
    "",
    "é@app.test",
  ])
  expect(await signInByEmail(adapter, STORED)).toBe("1")
})
