import { Kysely } from "kysely"
import { Miniflare } from "miniflare"
import { expect, test } from "vitest"
import { d1Dialect, type D1Binding } from "latchkit/adapters/d1"
import { SqlAdapter } from "latchkit/adapters/sql"
import { authFor } from "./database/d1/auth.ts"
import app from "./database/d1/index.ts"

test("the documentation's Worker reads its sessions from D1", async () => {
  const script = "export default { fetch: () => new Response() }"
  const worker = new Miniflare({ modules: true, script, compatibilityDate: "2026-07-01", d1Databases: { DB: "app" } })
  try {
    const DB: D1Binding = await worker.getD1Database("DB")
    const env = { DB, AUTH_RESEND_KEY: "key", AUTH_SECRET: "s".repeat(32), AUTH_URL: "https://app.test" }
    expect(authFor(env)).toBe(authFor(env))
    const adapter = SqlAdapter(new Kysely<object>({ dialect: d1Dialect(DB) }))
    await adapter.migrate()
    const request = new Request("https://app.test/", { headers: { cookie: "__Host-auth.session-token=unknown" } })
    expect(await authFor(env).getSession(request)).toBeNull()
    const page = await app.request("https://app.test/auth/sign-up", {}, env)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="password"')])
    const left = await app.request("https://app.test/protected", { headers: { accept: "text/html" } }, env)
    expect(left.headers.get("location")).toContain("/auth/signin?callbackUrl=")
  } finally {
    await worker.dispose()
  }
})
