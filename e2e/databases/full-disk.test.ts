import { DatabaseSync } from "node:sqlite"
import { Kysely, sql } from "kysely"
import { expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../../server/adapters/sql.ts"
import { errorParam, signedInName } from "../../server/test-kit/oauth-service.ts"
import { serviceOn } from "./service-suite.ts"

test("a full disk stops new sign-ins, signs nobody out, and leaves no half of a user", async () => {
  const db = new Kysely<object>({ dialect: sqliteDialect(new DatabaseSync(":memory:")) })
  const adapter = SqlAdapter(db)
  await adapter.migrate()
  const { browser, enter, auth } = await serviceOn(adapter, { rateLimit: false })
  const people = Array.from({ length: 40 }, (_, index) => {
    const email = `person${index}@app.test`
    const claims = { sub: `${index}${"-".repeat(200)}`, email, email_verified: true }
    return { browser: browser(), email, claims }
  })
  const [first, ...others] = people
  if (!first) return expect.fail("nobody")
  await enter(first.browser, first.claims)
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(pages.rows[0]?.page_count ?? 0) + 2}`).execute(db)

  const rejected = []
  for (const person of others) {
    const error = errorParam(await enter(person.browser, person.claims))
    const name = await signedInName(person.browser)
    expect([error, name]).toEqual(error === null ? [null, person.email] : ["Configuration", null])
    if (error === null) continue
    rejected.push(person)
    expect(await adapter.getUserByEmail(person.email)).toBeNull()
  }
  expect(rejected.length).toBeGreaterThan(5)
  expect(rejected.length).toBeLessThan(others.length)
  expect(await signedInName(first.browser)).toBe(first.email)
  expect(await auth.getSession(first.browser.request("/"))).not.toBeNull()

  await sql`pragma max_page_count = 1000000`.execute(db)
  for (const person of rejected) {
    expect(errorParam(await enter(person.browser, person.claims))).toBeNull()
    expect(await signedInName(person.browser)).toBe(person.email)
  }
  await db.destroy()
})
