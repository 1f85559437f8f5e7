import { BaseClient } from "@xata.io/client"
import * as vitest from "vitest"
import { runAdapterContract } from "../testing/adapter-contract.ts"
import { hostedRecords } from "../test-kit/hosted-records.ts"
import { RecordsAdapter, type RecordsClient } from "./records.ts"

vitest.describe("RecordsAdapter through the client of the hosted database", () => {
  const opened: { server?: ReturnType<typeof hostedRecords>; client?: RecordsClient } = {}
  const client = () => opened.client ?? vitest.assert.fail("not connected")
  runAdapterContract(
    () => RecordsAdapter(client(), { passkeys: true, extra: true, accountRecords: true }),
    {
      connect() {
        opened.server = hostedRecords()
        const { databaseURL, fetch } = opened.server
        // The client's own type knows no tables. Ours names the part that is used
        opened.client = new BaseClient({
          databaseURL,
          fetch,
          branch: "main",
          apiKey: "test",
        }) as unknown as RecordsClient
      },
      lacks: ["transaction"],
    },
    vitest,
  )

  vitest.test("writes rows in the same form as the layout's other adapters", async () => {
    const adapter = RecordsAdapter(client())
    const user = await adapter.createUser?.({ id: "ada", email: "ada@app.test", emailVerified: null, name: "Ada" })
    await adapter.linkAccount?.({
      userId: "ada",
      provider: "acme",
      providerAccountId: "1",
      type: "oauth",
      expires_at: 99,
    })
    await adapter.createSession?.({ userId: "ada", sessionToken: "a-token", expires: new Date("2031-01-01") })
    const rows = (table: string) =>
      [...(opened.server?.store.get(table)?.values() ?? [])].filter(
        (row) => row["user"] === "ada" || row["id"] === "ada",
      )
    vitest.expect(user?.id).toBe("ada")
    vitest
      .expect(rows("svc_users"))
      .toEqual([{ id: "ada", email: "ada@app.test", emailVerified: null, name: "Ada", image: null }])
    vitest
      .expect(rows("svc_accounts"))
      .toMatchObject([{ provider: "acme", providerAccountId: "1", type: "oauth", user: "ada", expires_at: 99 }])
    vitest
      .expect(rows("svc_sessions"))
      .toMatchObject([{ sessionToken: "a-token", expires: "2031-01-01T00:00:00.000Z", user: "ada" }])
    vitest.expect(rows("svc_users_accounts")).toHaveLength(1)
    vitest.expect(rows("svc_users_sessions")).toHaveLength(1)
    vitest.expect(await client().getConfig()).toEqual({ branch: "main", databaseURL: opened.server?.databaseURL })
  })

  vitest.test("claims a key that its holder releases while another claim is rejected", async () => {
    const options = { passkeys: true, extra: true, accountRecords: true } as const
    const holder = RecordsAdapter(client(), options)
    const expires = new Date("2031-01-01")
    const before: (() => Promise<unknown>)[] = [() => Promise.resolve(holder.claimOnce?.("turn", expires))]
    const run = async (steps: Parameters<RecordsClient["transactions"]["run"]>[0]) => {
      const claim = before.pop()
      await claim?.()
      try {
        return await client().transactions.run(steps)
      } finally {
        if (claim) await holder.releaseOnce?.("turn")
      }
    }
    const other = RecordsAdapter({ ...client(), db: client().db, transactions: { run } }, options)
    vitest.expect(await other.claimOnce?.("turn", expires)).toBe(true)
    vitest.expect(await holder.claimOnce?.("turn", expires)).toBe(false)
    await other.releaseOnce?.("turn")
  })

  vitest.test("writes no further account keys without the `extra` column", async () => {
    const adapter = RecordsAdapter(client())
    vitest.expect(adapter.updateAccount).toBeUndefined()
    await adapter.createUser?.({ id: "eve", email: "eve@app.test", emailVerified: null })
    const account = { userId: "eve", provider: "acme", providerAccountId: "eve", type: "oauth" as const }
    await adapter.linkAccount?.({ ...account, custom: "dropped" })
    const rows = [...(opened.server?.store.get("svc_accounts")?.values() ?? [])]
    vitest.expect(Object.keys(rows.find((row) => row["user"] === "eve") ?? {})).not.toContain("extra")
    vitest.expect(await adapter.getAccount?.("eve", "acme")).toEqual(account)
    vitest.expect(await adapter.listAccounts?.("eve")).toEqual([account])
    await adapter.deleteUser?.("eve")
  })

  vitest.test("no cleanup of expired tokens deletes an address's lock row, and no magic link matches it", async () => {
    const adapter = RecordsAdapter(client())
    await adapter.createUser?.({ id: "lock", email: "lock@app.test", emailVerified: null })
    const locks = () =>
      [...(opened.server?.store.get("svc_verificationTokens")?.values() ?? [])].filter(
        ({ identifier }) => identifier === "latchkit:address-lock",
      )
    const before = locks().length
    vitest.expect(before).toBeGreaterThan(0)
    for (const { expires } of locks()) vitest.expect(new Date(String(expires)).getFullYear()).toBe(9999)
    await adapter.deleteVerificationTokens?.("lock@app.test")
    await RecordsAdapter(client(), { accountRecords: true }).deleteExpired?.(new Date("9999-12-31"))
    vitest.expect(locks()).toHaveLength(before)
    await adapter.deleteUser?.("lock")
    vitest.expect(locks()).toHaveLength(before - 1)
  })

  vitest.test("an account whose type is null is an OAuth account", async () => {
    const store = opened.server?.store
    store?.get("svc_users")?.set("rec_9", { id: "rec_9", email: "typeless@app.test" })
    const row = { id: "rec_8", user: "rec_9", provider: "acme", providerAccountId: "typeless", type: null }
    store?.get("svc_accounts")?.set("rec_8", row)
    const adapter = RecordsAdapter(client())
    vitest.expect(await adapter.getAccount?.("typeless", "acme")).toMatchObject({ type: "oauth", userId: "rec_9" })
  })

  vitest.test("queries no passkeys without the passkeys table", async () => {
    const adapter = RecordsAdapter(client())
    vitest.expect(Object.keys(adapter).filter((name) => name.includes("Authenticator"))).toEqual([])
    await adapter.createUser?.({ id: "eve", email: "eve@app.test", emailVerified: null })
    const table = opened.server?.store.get("svc_authenticators") ?? vitest.assert.fail("no server")
    const asked = vitest.vi.spyOn(table, "values")
    vitest.expect(await adapter.deleteUser?.("eve")).toMatchObject({ id: "eve" })
    vitest.expect(asked).not.toHaveBeenCalled()
  })

  vitest.test("asks once for the links of all sessions that it deletes with their user", async () => {
    const adapter = RecordsAdapter(client())
    await adapter.createUser?.({ id: "bob", email: "bob@app.test", emailVerified: null })
    for (const sessionToken of ["first", "second", "third"])
      await adapter.createSession?.({ sessionToken, userId: "bob", expires: new Date("2031-01-01") })
    const links = opened.server?.store.get("svc_users_sessions") ?? vitest.assert.fail("no server")
    const asked = vitest.vi.spyOn(links, "values")
    await adapter.deleteUser?.("bob")
    vitest.expect(asked).toHaveBeenCalledTimes(1)
    vitest.expect([...links.values()].filter(({ user }) => user === "bob")).toEqual([])
  })

  vitest.test("returns a deleted passkey with its user, and takes an account record without a query", async () => {
    const adapter = RecordsAdapter(client(), { passkeys: true, accountRecords: true })
    await adapter.createUser?.({ id: "bob", email: "bob@app.test", emailVerified: null })
    await adapter.createAuthenticator?.({
      ...{ credentialID: "a-key", userId: "bob", providerAccountId: "a-key", credentialPublicKey: "pk", counter: 0 },
      ...{ credentialDeviceType: "singleDevice", credentialBackedUp: true },
    })
    vitest.expect(await adapter.deleteAuthenticator?.("a-key")).toMatchObject({ userId: "bob" })
    await adapter.createAccountRecord?.({ kind: "factor", id: "1", userId: "bob", data: "{}", expires: null })
    const table = opened.server?.store.get("svc_account_records") ?? vitest.assert.fail("no server")
    const asked = vitest.vi.spyOn(table, "values")
    vitest.expect(await adapter.takeAccountRecord?.("factor", "1")).toMatchObject({ userId: "bob" })
    vitest.expect(asked).not.toHaveBeenCalled()
    await adapter.deleteUser?.("bob")
  })

  vitest.test("queries no account records without their table, and deletes no expired rows", async () => {
    const adapter = RecordsAdapter(client())
    vitest.expect(Object.keys(adapter).filter((name) => /AccountRecord|deleteExpired/.test(name))).toEqual([])
    await adapter.createUser?.({ id: "eve", email: "eve@app.test", emailVerified: null })
    const table = opened.server?.store.get("svc_account_records") ?? vitest.assert.fail("no server")
    const asked = vitest.vi.spyOn(table, "values")
    vitest.expect(await adapter.deleteUser?.("eve")).toMatchObject({ id: "eve" })
    vitest.expect(asked).not.toHaveBeenCalled()
  })

  vitest.test("finds rows that another adapter created with the database's own ids, and keeps them apart", async () => {
    const store = opened.server?.store
    store?.get("svc_users")?.set("rec_1", { id: "rec_1", email: "old@app.test" })
    store
      ?.get("svc_accounts")
      ?.set("rec_2", { id: "rec_2", user: "rec_1", provider: "acme", providerAccountId: "old", type: "oauth" })
    store
      ?.get("svc_sessions")
      ?.set("rec_3", { id: "rec_3", user: "rec_1", sessionToken: "old-token", expires: "2031-01-01T00:00:00.000Z" })
    const adapter = RecordsAdapter(client())
    vitest
      .expect(await adapter.getUserByAccount?.({ provider: "acme", providerAccountId: "old" }))
      .toMatchObject({ id: "rec_1", emailVerified: null })
    vitest.expect(await adapter.getSessionAndUser?.("old-token")).toMatchObject({ user: { id: "rec_1" } })
    const again = { id: "new", email: "old@app.test", emailVerified: null }
    await vitest.expect(async () => adapter.createUser?.(again)).rejects.toThrow("taken")
    const account = { userId: "rec_1", provider: "acme", providerAccountId: "old", type: "oauth" as const }
    await vitest.expect(async () => adapter.linkAccount?.(account)).rejects.toThrow("already linked")
  })
})
