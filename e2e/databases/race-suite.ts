import { expect, test } from "vitest"
import type { FullAdapter } from "../../server/adapters/memory.ts"
import { prepare, racerId, RACES } from "./d1-races.ts"

/** Tests 50 parallel requests, the same for every adapter. */
export function raceSuite(adapter: () => FullAdapter): void {
  /** Returns the key of a race, and what each of its requests got. */
  const race = async (name: string) => {
    const key = crypto.randomUUID()
    const run = RACES[name] ?? expect.fail(`There is no race ${name}`)
    await prepare(adapter(), key, 0)
    const results = await Promise.all(Array.from({ length: 50 }, (_, index) => run(adapter(), key, index)))
    return { key, results, wins: results.filter(Boolean).length }
  }
  const usersAt = async (domain: string) =>
    (await adapter().listUsers({ limit: 10_000 })).filter(({ email }) => email.endsWith(`@${domain}`))

  test.each(["claim", "use a token", "take a record", "update a record"])(
    "%s: one of 50 requests wins",
    async (name) => {
      expect((await race(name)).results.filter(Boolean)).toEqual([true])
    },
  )

  test("increment: each of 50 requests gets its own count", async () => {
    const counts = (await race("increment")).results.map(Number)
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })

  test("sign up with one address: of 50 requests, one stores a user, and whole", async () => {
    const { key, wins } = await race("sign up with one address")
    const { id = "" } = (await adapter().getUserByEmail(`${key}@app.test`)) ?? {}
    const stored = [await adapter().listAccounts(id), await adapter().listSessions(id)]
    const record = await adapter().getAccountRecord("password", id)
    expect([wins, ...stored.map(({ length }) => length), record?.userId]).toEqual([1, 1, 1, id])
  })

  test("link one account to 50 new users: one user is stored", async () => {
    const { key, wins } = await race("link one account to new users")
    expect([wins, (await usersAt(`${key}.test`)).length]).toEqual([1, 1])
  })

  test("change an address: one of 50 requests wins, and one session is left", async () => {
    const { key, wins } = await race("change the address once")
    expect([wins, (await adapter().listSessions(racerId(key, "mover"))).length]).toEqual([1, 1])
  })

  test("remove sign-in methods: the last one stays (threat 497)", async () => {
    const { key, wins } = await race("remove sign-in methods")
    expect([wins, (await adapter().listAccounts(racerId(key, "remover"))).length]).toEqual([4, 1])
  })

  test("delete a user who adds records: no record is left", async () => {
    const { key } = await race("delete a user who adds records")
    const id = racerId(key, "leaver")
    expect([await adapter().getUser(id), await adapter().listAccountRecords("factor", id)]).toEqual([null, []])
  })
}
