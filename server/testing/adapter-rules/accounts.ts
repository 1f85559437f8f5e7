import assert from "node:assert/strict"
import {
  accountKey,
  HOSTILE_TEXTS,
  similarTexts,
  newAccount,
  newSession,
  newUser,
  NOT_TEXT,
  nullIfThrown,
  rule,
  startTogether,
  unique,
  asType,
  countSuccesses,
  type Rule,
} from "./rule.ts"

/** The rules for accounts. */
export const ACCOUNT_RULES: readonly Rule[] = [
  rule("a linked account finds its user", ["createUser", "linkAccount", "getUserByAccount"], async (adapter) => {
    const user = await adapter.createUser(newUser())
    const account = newAccount(user.id)
    await adapter.linkAccount(account)
    assert.deepEqual({ ...(await adapter.getUserByAccount(accountKey(account))) }, { ...user })
  }),
  rule("a linked account is found with its tokens", ["createUser", "linkAccount", "getAccount"], async (adapter) => {
    const user = await adapter.createUser(newUser())
    const account = newAccount(user.id, {
      type: "oidc",
      access_token: `a.${"t".repeat(3000)}`,
      refresh_token: "refresh",
      id_token: "id.token.x",
      scope: "openid email",
      token_type: "bearer",
      expires_at: 2_147_483_000,
    })
    await adapter.linkAccount(account)
    const found = await adapter.getAccount(account.providerAccountId, account.provider)
    for (const [key, value] of Object.entries(account)) assert.deepEqual(found?.[key], value, key)
  }),
  rule("an account that is not there is null", ["getUserByAccount"], async (adapter) => {
    assert.equal(await adapter.getUserByAccount({ provider: "acme", providerAccountId: unique() }), null)
  }),
  rule("getAccount answers null for what is not there", ["getAccount"], async (adapter) => {
    assert.equal(await adapter.getAccount(unique(), "acme"), null)
  }),
  rule(
    "finds an account by both columns only (threat 272)",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      const { provider, providerAccountId } = account
      await adapter.linkAccount(account)
      const halves: unknown[] = [
        { provider, providerAccountId: unique() },
        { provider: "other", providerAccountId },
        { provider: providerAccountId, providerAccountId: provider },
        { provider },
        { providerAccountId },
        { provider, providerAccountId: undefined },
        { provider: undefined, providerAccountId },
        { provider, providerAccountId: "" },
        {},
      ]
      for (const half of halves) {
        const found = await nullIfThrown(() => adapter.getUserByAccount(asType(half)))
        assert.equal(found ?? null, null, JSON.stringify(half))
      }
    },
  ),
  rule("getAccount needs both columns (threat 272)", ["createUser", "linkAccount", "getAccount"], async (adapter) => {
    const user = await adapter.createUser(newUser())
    const account = newAccount(user.id)
    await adapter.linkAccount(account)
    for (const [id, provider] of [
      [account.providerAccountId, "other"],
      [unique(), account.provider],
      [account.provider, account.providerAccountId],
      [account.providerAccountId, undefined],
      [undefined, account.provider],
    ]) {
      assert.equal((await nullIfThrown(() => adapter.getAccount(asType(id), asType(provider)))) ?? null, null)
    }
  }),
  rule(
    "keeps one id at two providers as two accounts (threat 93)",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const providerAccountId = unique("123")
      await adapter.linkAccount(newAccount(ada.id, { provider: "a", providerAccountId }))
      await adapter.linkAccount(newAccount(eve.id, { provider: "b", providerAccountId }))
      assert.equal((await adapter.getUserByAccount({ provider: "a", providerAccountId }))?.id, ada.id)
      assert.equal((await adapter.getUserByAccount({ provider: "b", providerAccountId }))?.id, eve.id)
    },
  ),
  rule(
    "gives an account one owner when two users link it at once (threat 270)",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const users = await Promise.all(startTogether(10, () => adapter.createUser(newUser())))
      const key = { provider: "acme", providerAccountId: unique("contested") }
      const attempts = startTogether(20, (index) => adapter.linkAccount(newAccount(users[index % 10]?.id ?? "", key)))
      assert.equal(await countSuccesses(attempts), 1)
      const owner = await adapter.getUserByAccount(key)
      await assert.rejects(async () => adapter.linkAccount(newAccount(users[0]?.id ?? "", key)))
      assert.equal((await adapter.getUserByAccount(key))?.id, owner?.id)
    },
  ),
  rule(
    "rejects account ids that only look alike (threat 204)",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [providerAccountId = "", ...others] = similarTexts(`sub-a-${unique()}`)
      await adapter.linkAccount(newAccount(user.id, { providerAccountId }))
      for (const other of others) {
        const found = await nullIfThrown(() => adapter.getUserByAccount({ provider: "acme", providerAccountId: other }))
        assert.equal(found, null, JSON.stringify(other))
      }
      assert.equal(await nullIfThrown(() => adapter.getUserByAccount({ provider: "ACME", providerAccountId })), null)
    },
  ),
  rule(
    "looks up accounts by literal text only (threat 274)",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      for (const value of [...HOSTILE_TEXTS, ...NOT_TEXT]) {
        const keys = [
          { ...account, provider: value },
          { ...account, providerAccountId: value },
        ]
        for (const { provider, providerAccountId } of keys) {
          const found = await nullIfThrown(() => adapter.getUserByAccount(asType({ provider, providerAccountId })))
          assert.equal(found ?? null, null, JSON.stringify(value))
        }
      }
      for (const text of HOSTILE_TEXTS) {
        const hostile = newAccount(user.id, { providerAccountId: `${text}${unique()}` })
        await adapter.linkAccount(hostile)
        assert.equal((await adapter.getUserByAccount(accountKey(hostile)))?.id, user.id, text)
      }
    },
  ),
  rule(
    "unlinking removes that account and no other",
    ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [first, second] = [newAccount(user.id), newAccount(user.id)]
      await adapter.linkAccount(first)
      await adapter.linkAccount(second)
      await adapter.unlinkAccount(accountKey(first))
      assert.equal(await adapter.getUserByAccount(accountKey(first)), null)
      assert.equal((await adapter.getUserByAccount(accountKey(second)))?.id, user.id)
    },
  ),
  rule(
    "deleting a user deletes what belongs to them, and only that",
    ["createUser", "deleteUser", "linkAccount", "createSession", "getUserByAccount", "getSessionAndUser", "getUser"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const [adas, eves] = [newAccount(ada.id), newAccount(eve.id)]
      const [hers, theirs] = [newSession(ada.id), newSession(eve.id)]
      for (const account of [adas, eves]) await adapter.linkAccount(account)
      for (const session of [hers, theirs]) await adapter.createSession(session)
      await adapter.deleteUser(ada.id)
      assert.equal(await adapter.getUser(ada.id), null)
      assert.equal(await adapter.getUserByAccount(accountKey(adas)), null)
      assert.equal(await adapter.getSessionAndUser(hers.sessionToken), null)
      assert.equal((await adapter.getUserByAccount(accountKey(eves)))?.id, eve.id)
      assert.equal((await adapter.getSessionAndUser(theirs.sessionToken))?.user.id, eve.id)
      // The account is free again: it was deleted, not hidden
      await adapter.linkAccount({ ...adas, userId: eve.id })
      assert.equal((await adapter.getUserByAccount(accountKey(adas)))?.id, eve.id)
    },
  ),
]
