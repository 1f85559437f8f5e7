import { DatabaseSync } from "node:sqlite"
import { Kysely } from "kysely"
import { describe, expect, test } from "vitest"
import { SqlAdapter, sqliteDialect } from "../../adapters/sql.ts"
import { AdapterConflict } from "../../adapters/values.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"

/** Opens a database whose users' table has two columns of the app. */
async function openDatabase(userFields: readonly string[]) {
  const file = new DatabaseSync(":memory:")
  const sql = SqlAdapter(new Kysely<object>({ dialect: sqliteDialect(file) }), { userFields })
  await sql.migrate()
  file.exec("alter table auth_users add column company text")
  file.exec("alter table auth_users add column role text not null default 'member'")
  file.exec("create unique index a_key on auth_users (company)")
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

describe("a value that another user has", () => {
  const FIELDS = { ...GRACE, company: "Univac" }
  async function open() {
    const adapter = await openDatabase(["company"])
    await adapter.createUser({ id: "1", email: "ada@app.test", emailVerified: null, name: null, company: "Univac" })
    return { ...passwordAccountService({ password: { fields: { company: {} } }, adapter }), adapter }
  }

  test.each(["a page", "JSON", "a link in another browser"])("is an error of its field at sign-up: %s", async (way) => {
    const { browser, post, newest, adapter, tokenIn } = await open()
    const grace = browser()
    await post(grace, "/sign-up", FIELDS)
    const email = await newest()
    const proof =
      way === "a link in another browser" ? { ...FIELDS, token: tokenIn(email) } : { code: email.code ?? "" }
    const from = "token" in proof ? browser() : grace
    const headers: HeadersInit = way === "JSON" ? { "x-auth-return-redirect": "1" } : {}
    const response = await from.post("/sign-up", { csrfToken: await from.csrfToken(), ...proof }, headers)
    expect(response.status).toBe(400)
    if (way === "JSON") {
      const values = { email: GRACE.email, company: "Univac" }
      expect(await response.json()).toMatchObject({ failed: true, fieldErrors: { company: ["Taken"] }, values })
    } else {
      const html = await response.text()
      expect(html).toContain("This is already taken. Choose another.")
      expect(html).toContain(`value="${GRACE.email}"`)
    }
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    await post(from, "/sign-up", { ...FIELDS, company: "Remington" })
    await post(from, "/sign-up", { code: (await newest()).code ?? "" })
    expect(await adapter.getUserByEmail(GRACE.email)).toMatchObject({ company: "Remington" })
  })

  test("isn't the cause if the row lacks its owner, whatever the foreign key is called", async () => {
    const { transaction: _, ...rest } = (await open()).adapter
    const orphan = async () => Promise.reject(new AdapterConflict("The row's owner doesn't exist (users_company_fkey)"))
    const own = { ...rest, createUser: orphan }
    const { browser, post, newest } = passwordAccountService({ password: { fields: { company: {} } }, adapter: own })
    const grace = browser()
    await post(grace, "/sign-up", FIELDS)
    const response = await post(grace, "/sign-up", { code: (await newest()).code ?? "" })
    expect(await response.text()).not.toContain("already taken")
  })

  test("leaves an invitation open for another value", async () => {
    const { browser, post, newest, adapter, auth, tokenIn } = await open()
    await auth.invite({ email: GRACE.email })
    const token = tokenIn(await newest())
    const grace = browser()
    const rejected = await post(grace, "/sign-up", { ...FIELDS, token })
    expect(rejected.status).toBe(400)
    expect(await rejected.text()).toContain("This is already taken. Choose another.")
    await post(grace, "/sign-up", { ...FIELDS, company: "Remington", token })
    expect(await adapter.getUserByEmail(GRACE.email)).toMatchObject({ company: "Remington" })
  })
})
