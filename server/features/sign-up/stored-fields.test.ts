import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"

/** Opens a database whose users' table has two columns of the app. */
async function openDatabase(userFields: readonly string[]) {
  const file = new DatabaseSync(":memory:")
  const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(file) }), { userFields })
  await sql.migrate()
  file.exec("alter table auth_users add column company text")
  file.exec("alter table auth_users add column role text not null default 'member'")
  return sql
}

const TYPED = { company: "Univac", phone: "1", role: "admin", id: "mine", emailVerified: "no" }

test.each(["a sign-up", "an invitation"])("stores fields that `userFields` names, and no others: %s", async (flow) => {
  const sql = await openDatabase(["company", "role"])
  const { browser, post, newest, auth, tokenIn } = passwordAccountService({
    password: { fields: { company: {}, phone: {}, id: {}, emailVerified: {} } }, // but no role
    adapter: { ...sql, userFields: ["company", "role", "id", "emailVerified"] },
  })
  const grace = browser()
  if (flow === "an invitation") {
    await auth.invite({ email: GRACE.email })
    await post(grace, "/sign-up", { ...GRACE, ...TYPED, token: tokenIn(await newest()) })
  } else {
    await post(grace, "/sign-up", { ...GRACE, ...TYPED })
    await post(grace, "/sign-up", { code: (await newest()).code ?? "" })
  }
  const user = await sql.getUserByEmail(GRACE.email)
  expect(user).toMatchObject({ company: "Univac", role: "member", emailVerified: expect.any(Date) })
  expect(user?.id).not.toBe("mine")
})
