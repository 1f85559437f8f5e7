import assert from "node:assert/strict"
import {
  accountKey,
  hoursFromNow,
  newAccount,
  newSession,
  newUser,
  rule,
  startTogether,
  tokenKey,
  unique,
  type AdapterWith,
  type Operation,
  type Rule,
} from "./rule.ts"

const ROWS = ["createUser", "linkAccount", "unlinkAccount", "listAccounts", "createSession", "listSessions"] as const
const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Runs `work` in a transaction. Every operation of `names` must also be there inside of it. */
function inside<Names extends Operation, T>(
  adapter: AdapterWith<"transaction">,
  names: readonly Names[],
  work: (within: AdapterWith<Names>) => Promise<T>,
): Promise<T> {
  return adapter.transaction(async (within) => {
    for (const name of names) assert.equal(typeof within[name], "function", `a transaction has ${name}`)
    return work(within as AdapterWith<Names>) // checked above
  })
}

/** The rules for transactions. */
export const TRANSACTION_RULES: readonly Rule[] = [
  rule(
    "an update of a user without changes locks the user's row until the transaction ends (threat 497)",
    ["transaction", "updateUser", ...ROWS],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const accounts = Array.from({ length: 5 }, (_, index) => newAccount(user.id, { provider: `p${index}` }))
      for (const account of accounts) await adapter.linkAccount(account)
      // As users remove their sign-in methods. Without the lock, each request sees that others are left
      const removals = startTogether(5, (index) =>
        inside(adapter, ["updateUser", "listSessions", "listAccounts", "unlinkAccount"], async (within) => {
          await within.listSessions(user.id) // a database may show later reads the rows of this moment
          await within.updateUser({ id: user.id })
          const left = await within.listAccounts(user.id)
          await pause()
          if (left.length > 1) await within.unlinkAccount(accountKey(accounts[index] ?? assert.fail("no account")))
        }),
      )
      await Promise.all(removals)
      assert.equal((await adapter.listAccounts(user.id)).length, 1)
    },
  ),
  rule(
    "a transaction reads its own writes",
    ["transaction", "getUserByEmail", "getUserByAccount", "getSessionAndUser", "deleteUser", ...ROWS],
    async (adapter) => {
      const [account, session] = [newAccount(""), newSession("")]
      const names = [
        "createUser",
        "updateUser",
        "getUser",
        "getUserByEmail",
        "linkAccount",
        "getUserByAccount",
      ] as const
      const more = ["createSession", "getSessionAndUser", "listSessions", "deleteSession", "deleteUser"] as const
      await inside(adapter, [...names, ...more], async (within) => {
        const { id, email } = await within.createUser(newUser())
        assert.equal((await within.getUserByEmail(email))?.id, id)
        await within.linkAccount({ ...account, userId: id })
        assert.equal((await within.getUserByAccount(accountKey(account)))?.id, id)
        await within.updateUser({ id, name: "Grace" })
        assert.equal((await within.getUser(id))?.name, "Grace")
        await within.createSession({ ...session, userId: id })
        assert.equal((await within.getSessionAndUser(session.sessionToken))?.user.name, "Grace")
        await within.deleteSession(session.sessionToken)
        assert.deepEqual(await within.listSessions(id), [])
        await within.deleteUser(id)
        assert.equal(await within.getUser(id), null)
        assert.equal(await within.getUserByAccount(accountKey(account)), null)
      })
      assert.equal(await adapter.getUserByAccount(accountKey(account)), null)
    },
  ),
  rule(
    "a transaction doesn't read the rows that it deleted",
    ["transaction", "getUser", "listUsers", "deleteSession", "deleteUser", ...ROWS],
    async (adapter) => {
      await adapter.createUser(newUser())
      const user = await adapter.createUser(newUser())
      const all = (await adapter.listUsers({ limit: 10_000 })).map(({ id }) => id)
      const at = all.indexOf(user.id)
      const [session, other] = [newSession(user.id), newSession(user.id)]
      for (const one of [session, other]) await adapter.createSession(one)
      await inside(adapter, ["getUser", "listSessions", "deleteSession", "deleteUser", "listUsers"], async (within) => {
        await within.deleteSession(session.sessionToken)
        const left = await within.listSessions(user.id)
        assert.deepEqual(
          left.map(({ sessionToken }) => sessionToken),
          [other.sessionToken],
        )
        await within.deleteUser(user.id)
        assert.equal(await within.getUser(user.id), null)
        // The deleted row takes no place in a page
        const [next] = await within.listUsers({ after: all[at - 1] ?? "", limit: 1 })
        assert.equal(next?.id, all[at + 1])
      })
    },
  ),
  rule(
    "a transaction uses each token, claim and record once, also those that it stored itself",
    ["transaction", "createVerificationToken", "useVerificationToken", "claimOnce", "increment", "createAccountRecord"],
    async (adapter) => {
      const [kind, id, key] = ["factor", unique("record"), unique("key")] as const
      const token = { identifier: `${unique("mine")}@app.test`, token: unique("hash"), expires: hoursFromNow(1) }
      const record = { kind, id, userId: null, data: "{}", expires: null }
      const names = [
        "createVerificationToken",
        "useVerificationToken",
        "claimOnce",
        "releaseOnce",
        "increment",
      ] as const
      const more = ["createAccountRecord", "updateAccountRecord", "takeAccountRecord"] as const
      await inside(adapter, [...names, ...more], async (within) => {
        await within.createVerificationToken(token)
        const uses = [
          await within.useVerificationToken(tokenKey(token)),
          await within.useVerificationToken(tokenKey(token)),
        ]
        assert.deepEqual(
          uses.map((used) => used?.token),
          [token.token, undefined],
        )
        assert.deepEqual(
          [await within.claimOnce(key, hoursFromNow(1)), await within.claimOnce(key, hoursFromNow(1))],
          [true, false],
        )
        await within.releaseOnce(key)
        assert.equal(await within.claimOnce(key, hoursFromNow(1)), true)
        assert.deepEqual(
          [await within.increment(key, hoursFromNow(1)), await within.increment(key, hoursFromNow(1))],
          [1, 2],
        )
        assert.deepEqual(
          [await within.createAccountRecord(record), await within.createAccountRecord(record)],
          [true, false],
        )
        const update = { ...record, version: 1, data: "[2]" }
        assert.deepEqual(
          [await within.updateAccountRecord(update), await within.updateAccountRecord(update)],
          [true, false],
        )
        const taken = [await within.takeAccountRecord(kind, id), await within.takeAccountRecord(kind, id)]
        assert.deepEqual(
          taken.map((found) => found && [found.version, found.data]),
          [[2, "[2]"], null],
        )
      })
      assert.equal(await adapter.claimOnce(key, hoursFromNow(1)), false)
      assert.equal(await adapter.increment(key, hoursFromNow(1)), 3)
      assert.equal(await adapter.useVerificationToken(tokenKey(token)), null)
      assert.equal(await adapter.createAccountRecord(record), true)
    },
  ),
  rule(
    "a transaction that runs again keeps only the rows of its last run",
    ["transaction", "updateUser", "getUser", ...ROWS],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const attempts = startTogether(6, (index) =>
        inside(adapter, ["getUser", "updateUser", "createSession"], async (within) => {
          await within.updateUser({ id: user.id })
          const before = await within.getUser(user.id)
          const session = newSession(user.id)
          await within.createSession(session)
          await within.updateUser({ id: user.id, name: `${before?.name} ${index}` })
          return session.sessionToken
        }),
      )
      const kept = await Promise.all(attempts)
      const stored = (await adapter.listSessions(user.id)).map(({ sessionToken }) => sessionToken)
      assert.deepEqual(stored.toSorted(), kept.toSorted())
      assert.equal((await adapter.getUser(user.id))?.name?.split(" ").length, 7) // each saw the one before
    },
  ),
  rule(
    "a transaction leaves nothing if one of its rows is taken",
    ["transaction", ...ROWS, "getUser"],
    async (adapter) => {
      const account = newAccount((await adapter.createUser(newUser())).id)
      await adapter.linkAccount(account)
      const user = newUser()
      const taken = inside(adapter, ["createUser", "linkAccount"], async (within) => {
        await within.createUser(user)
        await within.linkAccount({ ...account, userId: user.id })
      })
      await assert.rejects(taken)
      assert.equal(await adapter.getUser(user.id), null)
    },
  ),
  rule(
    "a transaction inside another one is part of it",
    ["transaction", "getUserByEmail", ...ROWS],
    async (adapter) => {
      const [kept, undone] = [newUser(), newUser()]
      const nest = (user: typeof kept, end: () => void) =>
        inside(adapter, ["transaction", "getUserByEmail"], async (within) => {
          await inside(within, ["createUser"], (inner) => Promise.resolve(inner.createUser(user)))
          assert.equal((await within.getUserByEmail(user.email))?.email, user.email)
          end()
        })
      await nest(kept, () => undefined)
      await assert.rejects(
        nest(undone, () => {
          throw new Error("stop")
        }),
        /stop/,
      )
      assert.equal((await adapter.getUserByEmail(kept.email))?.email, kept.email)
      assert.equal(await adapter.getUserByEmail(undone.email), null)
    },
  ),
]
