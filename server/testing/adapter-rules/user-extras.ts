import assert from "node:assert/strict"
import {
  type AdapterWith,
  hoursFromNow,
  SAMPLE_TIMES,
  newUser,
  rule,
  assertSameTime,
  tokenKey,
  unique,
  type Rule,
} from "./rule.ts"

/** Returns the ids of all users, read in pages of five. `between` runs after each page. */
async function listedIds(
  adapter: AdapterWith<"listUsers">,
  between: (page: number) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const users = await adapter.listUsers({ after: ids.at(-1), limit: 5 })
    if (users.length === 0) return ids
    assert.ok(users.length <= 5)
    ids.push(...users.map(({ id }) => id))
    await between(page)
  }
}

/** The rules for users and their tokens, for adapters with more than the nineteen operations of Auth.js. */
export const USER_EXTRA_RULES: readonly Rule[] = [
  rule(
    "a session epoch is kept to the millisecond, where the adapter says that it keeps one",
    ["listAccounts", "createUser", "updateUser", "getUser", "getUserByEmail"],
    async (adapter) => {
      if (!adapter.keepsSessionEpoch) return
      const user = await adapter.createUser(newUser())
      assert.equal((await adapter.getUser(user.id))?.sessionEpoch ?? null, null)
      for (const moment of SAMPLE_TIMES) {
        await adapter.updateUser({ id: user.id, sessionEpoch: moment })
        assertSameTime((await adapter.getUser(user.id))?.sessionEpoch, moment)
        assertSameTime((await adapter.getUserByEmail(user.email))?.sessionEpoch, moment)
      }
    },
  ),
  rule(
    "lists each user on exactly one page, while others come and go",
    ["listUsers", "createUser", "updateUser", "deleteUser"],
    async (adapter) => {
      const users = []
      for (let index = 0; index < 12; index++) users.push(await adapter.createUser(newUser()))
      const [gone, ...stay] = users
      const ids = await listedIds(adapter, async (page) => {
        if (page < 20) await adapter.createUser(newUser()) // numbered ids come last, so the list must not grow for ever
        if (page === 1 && gone) await adapter.deleteUser(gone.id)
        await adapter.updateUser({ id: stay[0]?.id ?? "", name: `Ada ${page}` })
        if (page > 200) throw new Error("The list doesn't end")
      })
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(ids.filter((id) => stay.some((user) => user.id === id)).length, stay.length)
      assert.ok(!(await listedIds(adapter)).includes(gone?.id ?? ""))
    },
  ),
  rule(
    "lists whole users, and goes on after a user who was deleted",
    ["listUsers", "createUser", "deleteUser"],
    async (adapter) => {
      const created = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const before = await listedIds(adapter)
      // In the adapter's own order: ids may be texts or numbers
      const [one, other] = created.toSorted((a, b) => before.indexOf(a.id) - before.indexOf(b.id))
      if (!one || !other) throw new Error("no users")
      await adapter.deleteUser(one.id)
      const [next] = await adapter.listUsers({ after: one.id, limit: 1 })
      const all = await listedIds(adapter)
      assert.equal(next?.id, before[before.indexOf(one.id) + 1])
      const [found] = await adapter.listUsers({ after: all[all.indexOf(other.id) - 1], limit: 1 })
      assert.deepEqual([found?.id, found?.email, found?.name], [other.id, other.email, other.name])
    },
  ),
  rule(
    "deleting a user voids the tokens of their address, and no others",
    ["deleteVerificationTokens", "createUser", "deleteUser", "createVerificationToken", "useVerificationToken"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const near = [`x${user.email}`, `${user.email}.uk`, `${user.email}.uk#code`, `${unique("other")}@app.test`]
      const mine = [user.email, user.email, `${user.email}#request-1`, `${user.email}#request-2`]
      const tokens = [...mine, ...near].map((identifier) => ({
        identifier,
        token: unique("hash"),
        expires: hoursFromNow(1),
      }))
      for (const token of tokens) await adapter.createVerificationToken(token)
      await adapter.deleteUser(user.id)
      const left = []
      for (const token of tokens) if (await adapter.useVerificationToken(tokenKey(token))) left.push(token.identifier)
      assert.deepEqual(left, near)
    },
  ),
  rule(
    "voiding an address leaves its codes, and voiding a code leaves the address's links",
    ["deleteVerificationTokens", "createVerificationToken", "useVerificationToken"],
    async (adapter) => {
      const address = `${unique("mine")}@app.test`
      const token = (identifier: string) => ({ identifier, token: unique("hash"), expires: hoursFromNow(1) })
      const [link, code, otherCode] = [token(address), token(`${address}#1`), token(`${address}#2`)] as const
      for (const each of [link, code, otherCode]) await adapter.createVerificationToken(each)
      await adapter.deleteVerificationTokens(`${address}#1`)
      assert.equal(await adapter.useVerificationToken(tokenKey(code)), null)
      await adapter.deleteVerificationTokens(address)
      assert.equal(await adapter.useVerificationToken(tokenKey(link)), null)
      assert.equal((await adapter.useVerificationToken(tokenKey(otherCode)))?.token, otherCode.token)
    },
  ),
  rule(
    "voiding all but the newest tokens of an address keeps those that expire last",
    ["deleteVerificationTokens", "createVerificationToken", "useVerificationToken"],
    async (adapter) => {
      const [mine, other] = [`${unique("mine")}@app.test`, `${unique("other")}@app.test`]
      const row = (identifier: string, hour: number) => ({
        identifier,
        token: unique("hash"),
        expires: hoursFromNow(hour),
      })
      const tokens = [row(mine, 4), row(mine, 1), row(other, 1), row(mine, 3), row(mine, 2)]
      for (const token of tokens) await adapter.createVerificationToken(token)
      await adapter.deleteVerificationTokens(mine, 2)
      await adapter.deleteVerificationTokens(mine, 2)
      const used = []
      for (const token of tokens) used.push((await adapter.useVerificationToken(tokenKey(token)))?.identifier)
      assert.deepEqual(used, [mine, undefined, other, mine, undefined])
    },
  ),
]
