import { expect, test, vi } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import { leftovers, NOTHING } from "../../server/test-kit/deletion-service.ts"
import { signedIn } from "../../server/test-kit/password-account-service.ts"
import { accountOn, eachKill, type Database } from "./killed-password-suite.ts"
import { killedService, type KilledForm } from "./killed-password.ts"

const PASSWORD = "the password of the deleted user"

/** Kills a process between each two writes of a deletion, the same for every database. */
export function killedDeletionSuite(
  database: () => Database,
  strategies: readonly KilledForm["strategy"][] = ["database"],
): void {
  test.each(strategies)(
    "a process that dies in a deletion leaves the account, or one that the next request deletes: %s sessions (threat 501)",
    { timeout: 180_000 },
    async (strategy) => {
      const starting = new Map<Adapter, Promise<unknown>>()
      // Parallel checks share a process. If each had its own, all of them would carry out the same deletions at once
      const startProcess = (adapter: Adapter): Promise<unknown> => {
        const process = starting.get(adapter) ?? carryOut(adapter, strategy).finally(() => starting.delete(adapter))
        starting.set(adapter, process)
        return process
      }
      const states = await eachKill(
        { database: database(), strategy, ready: (adapter) => readyDeletion(adapter, strategy) },
        async (ready, die, adapter) => {
          await die()
          const { email, other, userId, worksWith, from, fields } = ready
          const isOpen = (await signedIn(other)) !== null
          expect(await worksWith(PASSWORD)).toBe(isOpen)
          if (isOpen) expect((await from.post("/account", fields)).status).toBeLessThan(400)
          // The dead process may still hold a lock
          const isGone = async () => {
            if (!isOpen) await startProcess(adapter)
            expect(await leftovers(adapter, userId, email)).toEqual(NOTHING)
          }
          await vi.waitFor(isGone, { timeout: 60_000 })
          expect([await signedIn(from), await signedIn(other), await worksWith(PASSWORD)]).toEqual([null, null, false])
          return isOpen ? "old" : "closed"
        },
      )
      expect(states[0]).toBe("old")
      expect(states.at(-1)).toBe("closed")
    },
  )
}

/** Each process looks for open deletions with its first request, and carries them out after its response. */
async function carryOut(adapter: Adapter, strategy: KilledForm["strategy"]): Promise<void> {
  const service = killedService({ ...adapter }, strategy)
  await service.browser().get("/session")
  await service.sent()
}

/** A user who is signed in in two browsers, and has the form that deletes the account. */
async function readyDeletion(adapter: Adapter, strategy: KilledForm["strategy"]) {
  const account = accountOn(adapter, strategy)
  const { service, email } = account
  await account.signUp(PASSWORD)
  const [from, other] = [service.browser(), service.browser()]
  for (const each of [from, other]) await service.signIn(each, { email, password: PASSWORD })
  await service.post(service.browser(), "/signin/email", { email })
  const { id: userId } = (await adapter.getUserByEmail?.(email)) ?? expect.fail("no user")
  const fields = { csrfToken: await from.csrfToken(), change: "delete-account" }
  return { ...account, from, other, userId, path: "/account", fields }
}
