import { expect, test } from "vitest"
import type { OpenAdapter } from "./adapter-suite.ts"
import { runKilled } from "./killed-process.ts"

/**
 * Tests processes that die in the middle of sign-ups, the same for every adapter.
 *
 * @param name a key of `KILLED`
 * @param place returns a new file, or the URL of a new database
 */
export function killedWritesTest(name: string, open: OpenAdapter, place: () => Promise<string>): void {
  test(`${name}: a process that dies in the middle of sign-ups leaves no half of a user`, async () => {
    const database = await place()
    for (const last of [1, 20, 60]) {
      await runKilled("killed-writes.ts", name, database, String(last))
      const { adapter, close } = await open(database)
      const users = await adapter.listUsers({ limit: 1000 })
      expect(users.length).toBeGreaterThanOrEqual(last)
      for (const { id } of users) {
        const [accounts, sessions] = [await adapter.listAccounts(id), await adapter.listSessions(id)]
        const record = await adapter.getAccountRecord("password", id)
        expect([accounts.length, sessions.length, record?.userId]).toEqual([1, 1, id])
      }
      await close()
    }
  })
}
