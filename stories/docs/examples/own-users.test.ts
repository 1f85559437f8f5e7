import "./environment.fixture.ts"
import { cookieClient, fakeIssuer } from "latchkit/testing"
import { createAuth } from "latchkit/server"
import { expect, test, vi } from "vitest"
import { adapter, config, database } from "./own-users/auth.ts"
import { COPY_USERS } from "./own-users/copy-users.ts"

test("users of an own table sign in with their ids, and new users get a row", async () => {
  database.exec("create table users (id text primary key, email text, full_name text, created_at text default '2026')")
  database.exec("insert into users (id, email, full_name) values ('7f1c', 'Ada@example.com', 'Ada')")
  await adapter.migrate()
  database.exec(COPY_USERS)
  const issuer = await fakeIssuer()
  const auth = createAuth(
    { ...config, secret: "s".repeat(32), fetch: issuer.fetch },
    { env: { AUTH_URL: "https://app.test" } },
  )
  const signIn = async (email: string) => {
    const browser = cookieClient(auth)
    const started = await browser.post("/signin/acme", { csrfToken: await browser.csrfToken() })
    const person = { sub: email, email, email_verified: true, name: "Grace" }
    await browser.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`)
    return auth.getSession(browser.request("/"))
  }
  expect(await adapter.getUserByEmail("ada@example.com")).toMatchObject({ id: "7f1c", name: "Ada" })
  expect(await signIn("grace@example.com")).toMatchObject({ user: { name: "Grace" } })
  const rows = () => database.prepare("select id, email, created_at from users order by email desc").all()
  await vi.waitFor(() => expect(rows()).toHaveLength(2))
  const grace = await adapter.getUserByEmail("grace@example.com")
  expect(rows()[0]).toMatchObject({ id: grace?.id, email: "grace@example.com", created_at: "2026" })
})
