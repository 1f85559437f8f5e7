import assert from "node:assert/strict"
import {
  hoursFromNow,
  newAccount,
  newSession,
  newUser,
  nullIfThrown,
  rule,
  similarTexts,
  tokenKey,
  unique,
  type Rule,
} from "./rule.ts"

/** Ids of other databases. Each is a text that some column can't hold: not a UUID, not a number, or too large. */
const FOREIGN_IDS = [
  "ada",
  "2000000042",
  "-1",
  "1.5",
  "1e3",
  "0x1f",
  "9".repeat(40),
  "507f1f77bcf86cd799439011",
  "a".repeat(255),
]

/** The rules for keys of users, for adapters with more than the nineteen operations of Auth.js. */
export const USER_KEY_RULES: readonly Rule[] = [
  rule(
    "an id that the column can't hold finds nothing, and is no error",
    [
      "listUsers",
      "getUser",
      "listAccounts",
      "listSessions",
      "deleteSessions",
      "listAuthenticatorsByUserId",
      "deleteUser",
    ],
    async (adapter) => {
      for (const id of [...FOREIGN_IDS, crypto.randomUUID()]) {
        assert.equal(await adapter.getUser(id), null, id)
        assert.deepEqual(await adapter.listAccounts(id), [], id)
        assert.deepEqual(await adapter.listSessions(id), [], id)
        assert.equal(await adapter.deleteSessions(id), 0, id)
        assert.deepEqual(await adapter.listAuthenticatorsByUserId(id), [], id)
        assert.equal((await adapter.deleteUser(id)) ?? null, null, id)
      }
    },
  ),
  rule(
    "links no account to an owner who doesn't exist, and opens no session for one",
    ["listUsers", "linkAccount", "createSession", "getAccount", "getSessionAndUser"],
    async (adapter) => {
      for (const id of [...FOREIGN_IDS, crypto.randomUUID()]) {
        const [account, session] = [newAccount(id), newSession(id)]
        await assert.rejects(async () => adapter.linkAccount(account), id)
        await nullIfThrown(() => adapter.createSession(session)) // it may be stored elsewhere, but it opens nothing
        assert.equal(await adapter.getAccount(account.providerAccountId, account.provider), null)
        assert.equal(await adapter.getSessionAndUser(session.sessionToken), null)
      }
    },
  ),
  rule("the first page of users begins at the empty id", ["listUsers", "createUser"], async (adapter) => {
    await adapter.createUser(newUser())
    const [first, fromEmpty] = [await adapter.listUsers({ limit: 3 }), await adapter.listUsers({ after: "", limit: 3 })]
    assert.ok(first.length > 0)
    assert.deepEqual(fromEmpty, first)
  }),
  rule(
    "changes no user and no row of a user by an id that only looks alike (threat 204)",
    [
      "listUsers",
      "createUser",
      "getUser",
      "updateUser",
      "deleteUser",
      "createSession",
      "listSessions",
      "deleteSessions",
    ],
    async (adapter) => {
      const user = await adapter.createUser(newUser({ id: `aaaaaaaa${crypto.randomUUID().slice(8)}` }))
      const session = newSession(user.id)
      await adapter.createSession(session)
      for (const id of similarTexts(user.id).filter((text) => text !== user.id)) {
        assert.equal(await nullIfThrown(() => adapter.getUser(id)), null, id)
        await nullIfThrown(() => adapter.updateUser({ id, name: "Eve" }))
        await nullIfThrown(() => adapter.deleteUser(id))
        await nullIfThrown(() => adapter.deleteSessions(id))
      }
      assert.deepEqual({ ...(await adapter.getUser(user.id)) }, { ...user })
      assert.equal((await adapter.listSessions(user.id)).length, 1)
    },
  ),
  rule(
    "voids no token of an address that only looks alike (threat 204)",
    ["listUsers", "deleteVerificationTokens", "createVerificationToken", "useVerificationToken"],
    async (adapter) => {
      const [identifier = "", ...others] = similarTexts(`${unique("mine-a")}@app.test`)
      const token = { identifier, token: unique("hash"), expires: hoursFromNow(1) }
      await adapter.createVerificationToken(token)
      for (const other of others) await nullIfThrown(() => adapter.deleteVerificationTokens(other))
      assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
    },
  ),
]
