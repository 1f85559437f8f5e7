import { DatabaseSync } from "node:sqlite"
import { createAuth, type SecurityEvent } from "latchkit/server"
import { createWebhookSecret, webhook } from "latchkit/webhooks"
import { expect, test, vi } from "vitest"
import { cookieClient } from "../../../server/testing/cookie-client.ts"
import { ADA, passwordConfig } from "../../../server/test-kit/password-service.ts"
import { AUDIT_TABLE } from "./events/audit-table.ts"
import { auditLog } from "./events/audit.ts"
import { createAuditedAuth } from "./events/auth.ts"
import { receiveWebhook } from "./events/receive.ts"

const SITE = { env: { AUTH_URL: "https://app.test/auth" } }
const secret = createWebhookSecret()

function auditDatabase() {
  const sqlite = new DatabaseSync(":memory:")
  sqlite.exec(AUDIT_TABLE)
  const run = (statement: string, parameters: readonly (string | null)[]) =>
    sqlite.prepare(statement).run(...parameters)
  const rows = () =>
    sqlite.prepare("select type, outcome, error, user_id, route from audit_log order by at, rowid").all()
  return { run, rows }
}

test("the audit table gets a row for each event, once", async () => {
  const database = auditDatabase()
  const events: SecurityEvent[] = []
  const store = auditLog(database)
  const security = async (event: SecurityEvent) => {
    events.push(event)
    await store(event)
  }
  const browser = cookieClient(createAuth(passwordConfig({ events: { security } }), SITE))
  await browser.signInWith("credentials", { ...ADA, password: "wrong" })
  await browser.signInWith("credentials", ADA)
  await vi.waitFor(() => expect(database.rows()).toHaveLength(2))
  expect(database.rows()).toMatchObject([
    { type: "signInFailed", outcome: "failure", error: "CredentialsSignin", user_id: null },
    { type: "signedIn", outcome: "success", error: null, user_id: events[1]?.userId, route: "POST callback" },
  ])
  for (const event of events) await expect(store(event)).rejects.toThrow(/unique/i)
})

test("the receiver accepts a webhook, and rejects a changed one", async () => {
  const log = vi.spyOn(console, "info").mockImplementation(() => undefined)
  const sent: Request[] = []
  const send = webhook({
    url: "https://hooks.example",
    secret,
    fetch: async (input, init) => {
      sent.push(new Request(input, init))
      return new Response()
    },
  })
  const browser = cookieClient(createAuth(passwordConfig({ events: { security: send } }), SITE))
  await browser.signInWith("credentials", ADA)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const [request] = sent
  if (!request) throw new Error("Nothing was sent")
  const changed = new Request(request.clone(), { body: "{}", method: "POST" })
  for (const attempt of [request.clone(), request.clone()])
    expect((await receiveWebhook(attempt, secret)).status).toBe(204)
  expect((await receiveWebhook(changed, secret)).status).toBe(400)
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test("the example's configuration is valid", () => {
  expect(createAuditedAuth(auditDatabase(), { url: "https://hooks.example", secret }).handle).toBeTypeOf("function")
})
