import { expect, test } from "vitest"
import { MemoryAdapter } from "../../../adapters/memory.ts"
import { fakeIssuer } from "../../../testing/fake-issuer.ts"
import { GRACE, passwordAccountService, signedIn } from "../../../test-kit/password-account-service.ts"

/** A point at which a test stops a request. */
function stop() {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async () => {
    reached.resolve()
    await go.promise
  }
  return { reached: reached.promise, go: () => go.resolve(), wait }
}

test("a password that was being set when its user was deleted opens no session of theirs (threat 501)", async () => {
  const [setting, deleting] = [stop(), stop()]
  const adapter = MemoryAdapter()
  const createAccountRecord: typeof adapter.createAccountRecord = async (record) => {
    if (record.kind === "password" && record.data.includes('"hash":"')) await setting.wait()
    return adapter.createAccountRecord(record)
  }
  const deleteAccountRecords: typeof adapter.deleteAccountRecords = async (userId, kind) => {
    const deleted = await adapter.deleteAccountRecords(userId, kind)
    if (kind === undefined) await deleting.wait()
    return deleted
  }
  const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
  const provider = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const { auth, browser, post } = passwordAccountService({
    adapter: { ...adapter, createAccountRecord, deleteAccountRecords },
    providers: [provider],
    config: { fetch: issuer.fetch, account: { deletion: true } },
  })
  const grace = browser()
  const to = (await post(grace, "/signin/acme", {})).headers.get("location") ?? ""
  await grace.get(`/callback/acme?${issuer.authorize(to, { sub: "grace", email: GRACE.email, email_verified: true })}`)
  expect(await signedIn(grace)).toBe(GRACE.email)
  const { id = "" } = (await adapter.getUserByEmail(GRACE.email)) ?? {}
  const change = post(grace, "/account", { change: "set-password", password: GRACE.password })
  await setting.reached
  const deletion = auth.users.delete(id)
  await deleting.reached
  setting.go()
  await change
  deleting.go()
  await deletion
  expect([await signedIn(grace), await adapter.getUser(id)]).toEqual([null, null])
  expect((await adapter.getAccountRecord("password", id))?.userId).toBeNull()
})
