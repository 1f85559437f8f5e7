import assert from "node:assert/strict"
import {
  accountKey,
  hoursFromNow,
  SAMPLE_TIMES,
  newAccount,
  newSession,
  newUser,
  rule,
  assertSameTime,
  startTogether,
  tokenKey,
  unique,
  type Rule,
} from "./rule.ts"

/** The rules for optional operations, beyond the nineteen of Auth.js. */
export const EXTRA_RULES: readonly Rule[] = [
  rule(
    "never extends an expired session (threat 188)",
    ["listSessions", "createUser", "createSession", "updateSession"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      const extended = { sessionToken: session.sessionToken, expires: hoursFromNow(9) }
      assert.equal((await adapter.updateSession(extended, session.expires)) ?? null, null)
      assert.equal((await adapter.updateSession(extended, hoursFromNow(2))) ?? null, null)
      assertSameTime(
        (await adapter.updateSession(extended, new Date(session.expires.getTime() - 1)))?.expires,
        extended.expires,
      )
    },
  ),
  rule(
    "a transaction that throws leaves nothing",
    ["transaction", "createUser", "getUserByEmail", "getUserByAccount"],
    async (adapter) => {
      const user = newUser()
      const account = newAccount(user.id)
      const failed = adapter.transaction(async (within) => {
        const created = await within.createUser?.(user)
        await within.linkAccount?.({ ...account, userId: created?.id ?? "" })
        throw new Error("stop")
      })
      await assert.rejects(failed, /stop/)
      assert.equal(await adapter.getUserByEmail(user.email), null)
      assert.equal(await adapter.getUserByAccount(accountKey(account)), null)
      await adapter.createUser(user)
    },
  ),
  rule("a transaction that ends well keeps all, and answers", ["transaction", "getUserByAccount"], async (adapter) => {
    const user = newUser()
    const account = newAccount(user.id)
    const answer = await adapter.transaction(async (within) => {
      const created = await within.createUser?.(user)
      await within.linkAccount?.({ ...account, userId: created?.id ?? "" })
      return "done"
    })
    assert.equal(answer, "done")
    assert.equal((await adapter.getUserByAccount(accountKey(account)))?.email, user.email)
  }),
  rule(
    "of 20 parallel first sign-ins in transactions one stays whole",
    ["transaction", "getUserByEmail", "listAccounts"],
    async (adapter) => {
      const email = `${unique("race")}@app.test`
      const attempts = startTogether(20, (index) =>
        adapter.transaction(async (within) => {
          const user = await within.createUser?.(newUser({ email }))
          await within.linkAccount?.(newAccount(user?.id ?? "", { provider: `p${index}` }))
          return user?.id ?? ""
        }),
      )
      const results = await Promise.allSettled(attempts)
      const won = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
      assert.equal(won.length, 1)
      assert.equal((await adapter.getUserByEmail(email))?.id, won[0])
      assert.equal((await adapter.listAccounts(won[0] ?? "")).length, 1)
    },
  ),
  rule(
    "keys of an account beyond the usual ones are kept as JSON",
    ["updateAccount", "createUser", "linkAccount", "getAccount"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const extra = {
        session_state: "s",
        custom: { deep: [1, "two", null, true] },
        extra: { of: "its own" },
        authorization_details: [{ type: "x" }],
      }
      const account = newAccount(user.id, { ...extra, expires_in: 3600 })
      await adapter.linkAccount(account)
      assert.deepEqual({ ...(await adapter.getAccount(account.providerAccountId, account.provider)) }, { ...account })
    },
  ),
  rule(
    "updating an account's tokens keeps the rest, and its owner",
    ["updateAccount", "createUser", "linkAccount", "listAccounts"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const account = newAccount(ada.id, { access_token: "old", refresh_token: "r1", custom: "kept" })
      await adapter.linkAccount(account)
      const { provider, providerAccountId } = account
      await adapter.updateAccount({ provider, providerAccountId, userId: eve.id, access_token: "new", expires_at: 99 })
      assert.deepEqual(await adapter.listAccounts(eve.id), [])
      assert.deepEqual(await adapter.listAccounts(ada.id), [{ ...account, access_token: "new", expires_at: 99 }])
      assert.equal(await adapter.updateAccount({ provider, providerAccountId: unique(), access_token: "x" }), null)
    },
  ),
  rule(
    "a user's sessions are listed and ended, all but one",
    ["listSessions", "deleteSessions", "createUser", "createSession"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const hers = Array.from({ length: 3 }, () => newSession(ada.id))
      for (const session of [...hers, newSession(eve.id)]) await adapter.createSession(session)
      const listed = await adapter.listSessions(ada.id)
      assert.deepEqual(
        listed.map(({ sessionToken }) => sessionToken).sort(),
        hers.map(({ sessionToken }) => sessionToken).sort(),
      )
      assert.equal(await adapter.deleteSessions(ada.id, hers[1]?.sessionToken), 2)
      assert.deepEqual(
        (await adapter.listSessions(ada.id)).map(({ sessionToken }) => sessionToken),
        [hers[1]?.sessionToken],
      )
      assert.equal(await adapter.deleteSessions(ada.id), 1)
      assert.deepEqual(await adapter.listSessions(ada.id), [])
      assert.equal((await adapter.listSessions(eve.id)).length, 1)
    },
  ),
  rule(
    "voiding an address voids all its tokens and no others",
    ["deleteVerificationTokens", "createVerificationToken", "useVerificationToken"],
    async (adapter) => {
      const [mine, other] = [`${unique("mine")}@app.test`, `${unique("other")}@app.test`]
      const tokens = [mine, mine, other].map((identifier) => ({
        identifier,
        token: unique("hash"),
        expires: hoursFromNow(1),
      }))
      for (const token of tokens) await adapter.createVerificationToken(token)
      await adapter.deleteVerificationTokens(mine)
      const used = []
      for (const token of tokens) used.push((await adapter.useVerificationToken(tokenKey(token)))?.identifier)
      assert.deepEqual(used, [undefined, undefined, other])
    },
  ),
  rule("accepts one of 50 parallel claims of a key (threat 69)", ["claimOnce"], async (adapter) => {
    const [key, other] = [unique("flow"), unique("flow")]
    const claims = await Promise.all(startTogether(50, () => adapter.claimOnce(key, hoursFromNow(1))))
    assert.equal(claims.filter(Boolean).length, 1)
    assert.equal(await adapter.claimOnce(key, hoursFromNow(1)), false)
    assert.equal(await adapter.claimOnce(other, hoursFromNow(1)), true)
  }),
  rule(
    "a claim that is taken back can be made once more, and no other",
    ["claimOnce", "releaseOnce"],
    async (adapter) => {
      const [key, other] = [unique("flow"), unique("flow")]
      for (const one of [key, other]) await adapter.claimOnce(one, hoursFromNow(1))
      await adapter.releaseOnce(key)
      assert.deepEqual(
        [
          await adapter.claimOnce(key, hoursFromNow(1)),
          await adapter.claimOnce(key, hoursFromNow(1)),
          await adapter.claimOnce(other, hoursFromNow(1)),
        ],
        [true, false, false],
      )
    },
  ),
  rule("counts every parallel increment (threat 171)", ["increment"], async (adapter) => {
    const key = unique("limit")
    const counts = await Promise.all(startTogether(50, () => adapter.increment(key, hoursFromNow(1))))
    assert.deepEqual(
      counts.sort((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
    assert.equal(await adapter.increment(unique("limit"), hoursFromNow(1)), 1)
  }),
  rule("takes back one increment of a counter that exists", ["increment", "decrement"], async (adapter) => {
    const [key, other] = [unique("limit"), unique("limit")]
    for (let turn = 0; turn < 3; turn++) await adapter.increment(key, hoursFromNow(1))
    await Promise.all(startTogether(2, () => adapter.decrement(key)))
    await adapter.decrement(other)
    const counts = [await adapter.increment(key, hoursFromNow(1)), await adapter.increment(other, hoursFromNow(1))]
    assert.deepEqual(counts, [2, 1])
  }),
  rule(
    "sweeps expired counters and claims, and keeps later ones (threat 278)",
    ["deleteExpired", "claimOnce", "increment"],
    async (adapter) => {
      const moment = SAMPLE_TIMES[0] ?? hoursFromNow(1)
      const [ends, stays] = [unique("ends"), unique("stays")]
      const use = async (key: string, expires: Date) => [
        await adapter.increment(key, expires),
        await adapter.claimOnce(key, expires),
      ]
      const later = new Date(moment.getTime() + 1)
      assert.deepEqual(await use(ends, moment), [1, true])
      assert.deepEqual(await use(stays, later), [1, true])
      await adapter.deleteExpired(moment)
      assert.deepEqual(await use(ends, later), [1, true])
      assert.deepEqual(await use(stays, later), [2, false])
    },
  ),
  rule(
    "sweeps no more rows of a kind than the limit, and the rest with the next calls",
    [
      ...(["deleteExpired", "createUser", "createSession", "createVerificationToken"] as const),
      ...(["useVerificationToken", "listSessions"] as const),
    ],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const expires = SAMPLE_TIMES[0] ?? hoursFromNow(1)
      const tokens = [1, 2, 3].map(() => ({ identifier: unique("id"), token: unique("hash"), expires }))
      for (const token of tokens) {
        await adapter.createSession(newSession(user.id, { expires }))
        await adapter.createVerificationToken(token)
      }
      await adapter.deleteExpired(expires, 2)
      assert.notEqual((await adapter.listSessions(user.id)).length, 0)
      for (; (await adapter.deleteExpired(expires, 2)) > 0;);
      assert.deepEqual(await adapter.listSessions(user.id), [])
      for (const token of tokens) assert.equal((await adapter.useVerificationToken(tokenKey(token))) ?? null, null)
    },
  ),
  rule(
    "sweeps rows that expired by the given millisecond, and keeps later ones (threat 278)",
    ["deleteExpired", "createUser", "createSession", "createVerificationToken", "useVerificationToken", "listSessions"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const moment = SAMPLE_TIMES[0] ?? hoursFromNow(1)
      const later = new Date(moment.getTime() + 1)
      const [ends, stays] = [newSession(user.id, { expires: moment }), newSession(user.id, { expires: later })]
      const tokens = [moment, later].map((expires) => ({ identifier: unique("id"), token: unique("hash"), expires }))
      for (const session of [ends, stays]) await adapter.createSession(session)
      for (const token of tokens) await adapter.createVerificationToken(token)
      await adapter.deleteExpired(moment)
      assert.deepEqual(
        (await adapter.listSessions(user.id)).map(({ sessionToken }) => sessionToken),
        [stays.sessionToken],
      )
      const used = []
      for (const token of tokens) used.push((await adapter.useVerificationToken(tokenKey(token))) !== null)
      assert.deepEqual(used, [false, true])
    },
  ),
]
