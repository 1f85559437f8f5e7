import assert from "node:assert/strict"
import {
  HOSTILE_TEXTS,
  hoursFromNow,
  similarTexts,
  SAMPLE_TIMES,
  newSession,
  newUser,
  NOT_TEXT,
  toWholeSecond,
  nullIfThrown,
  rule,
  assertSameTime,
  startTogether,
  unique,
  asType,
  type Rule,
} from "./rule.ts"

/** The rules for sessions. */
export const SESSION_RULES: readonly Rule[] = [
  rule("a session is found with its user", ["createUser", "createSession", "getSessionAndUser"], async (adapter) => {
    const user = await adapter.createUser(newUser())
    const session = newSession(user.id)
    const created = await adapter.createSession(session)
    assert.deepEqual([created.sessionToken, created.userId], [session.sessionToken, user.id])
    assertSameTime(created.expires, session.expires)
    const found = await adapter.getSessionAndUser(session.sessionToken)
    assert.deepEqual({ ...found?.user }, { ...user })
    assert.deepEqual([found?.session.sessionToken, found?.session.userId], [session.sessionToken, user.id])
    assertSameTime(found?.session.expires, session.expires)
  }),
  rule("a session that is not there is null", ["getSessionAndUser"], async (adapter) => {
    assert.equal(await adapter.getSessionAndUser(unique("token")), null)
  }),
  rule(
    "stores a session's expiry to the millisecond (threat 278)",
    ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      for (const expires of SAMPLE_TIMES) {
        const updated = await adapter.updateSession({ sessionToken: session.sessionToken, expires })
        if (updated) assertSameTime(updated.expires, expires)
        assertSameTime((await adapter.getSessionAndUser(session.sessionToken))?.session.expires, expires)
      }
    },
  ),
  rule(
    "a deleted session is gone, and the others stay",
    ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [gone, kept] = [newSession(user.id), newSession(user.id)]
      for (const session of [gone, kept]) await adapter.createSession(session)
      const deleted = await adapter.deleteSession(gone.sessionToken)
      if (deleted) assert.equal(deleted.userId, user.id)
      assert.equal(await adapter.getSessionAndUser(gone.sessionToken), null)
      assert.equal((await adapter.getSessionAndUser(kept.sessionToken))?.user.id, user.id)
    },
  ),
  rule(
    "deleting a session that is gone is no failure",
    ["createUser", "createSession", "deleteSession"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      await Promise.all(startTogether(5, () => adapter.deleteSession(session.sessionToken)))
      assert.equal((await adapter.deleteSession(unique("token"))) ?? null, null)
    },
  ),
  rule(
    "never creates a session by an update (threat 188)",
    ["createUser", "createSession", "deleteSession", "updateSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const session = newSession(user.id)
      await adapter.createSession(session)
      await adapter.deleteSession(session.sessionToken)
      const updated = await nullIfThrown(() => adapter.updateSession({ ...session, expires: hoursFromNow(2) }))
      assert.equal(updated ?? null, null)
      assert.equal(await adapter.getSessionAndUser(session.sessionToken), null)
    },
  ),
  rule(
    "keeps a session deleted if it is extended at the same time (threat 188)",
    ["createUser", "createSession", "deleteSession", "updateSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      for (let round = 0; round < 10; round++) {
        const session = newSession(user.id)
        await adapter.createSession(session)
        const extend = (): Promise<unknown> =>
          nullIfThrown(() => adapter.updateSession({ ...session, expires: hoursFromNow(2) }))
        await Promise.all([extend(), adapter.deleteSession(session.sessionToken), extend(), extend()])
        assert.equal(await adapter.getSessionAndUser(session.sessionToken), null)
      }
    },
  ),
  rule(
    "rejects session tokens that only look alike (threat 204)",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [sessionToken = "", ...others] = similarTexts(`a-Token-${unique()}`)
      await adapter.createSession(newSession(user.id, { sessionToken }))
      const patterns = [sessionToken.replace("a", "_"), `${sessionToken.slice(0, 8)}%`, `${sessionToken.slice(0, -1)}*`]
      for (const other of [...others, ...patterns, sessionToken.slice(0, -1), `${sessionToken}\0`]) {
        assert.equal(await nullIfThrown(() => adapter.getSessionAndUser(other)), null, JSON.stringify(other))
      }
      assert.equal((await adapter.getSessionAndUser(sessionToken))?.user.id, user.id)
    },
  ),
  rule(
    "rejects changes by a token that only looks alike (threat 204)",
    ["createUser", "createSession", "updateSession", "deleteSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      const [sessionToken = "", ...others] = similarTexts(`a-Token-${unique()}`)
      const session = newSession(user.id, { sessionToken, expires: toWholeSecond(hoursFromNow(1)) })
      await adapter.createSession(session)
      for (const other of [...others, "%", "*", "' OR 1=1--"]) {
        await nullIfThrown(() => adapter.updateSession({ sessionToken: other, expires: hoursFromNow(9) }))
        await nullIfThrown(() => adapter.deleteSession(other))
      }
      assertSameTime((await adapter.getSessionAndUser(sessionToken))?.session.expires, session.expires)
    },
  ),
  rule(
    "looks up sessions by literal text only (threat 274)",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.createSession(newSession(user.id))
      for (const value of [...HOSTILE_TEXTS, ...NOT_TEXT]) {
        const found = await nullIfThrown(() => adapter.getSessionAndUser(asType(value)))
        assert.equal(found ?? null, null, JSON.stringify(value))
      }
    },
  ),
  rule(
    "rejects a blank session token (threat 275)",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      for (const blank of ["", " ", "\t", "\0"]) {
        await nullIfThrown(() => adapter.createSession(newSession(user.id, { sessionToken: blank })))
        assert.equal(await nullIfThrown(() => adapter.getSessionAndUser(blank)), null, JSON.stringify(blank))
      }
    },
  ),
  rule(
    "rejects a second session with the same token (threat 190)",
    ["createUser", "createSession", "getSessionAndUser"],
    async (adapter) => {
      const [ada, eve] = [await adapter.createUser(newUser()), await adapter.createUser(newUser())]
      const session = newSession(ada.id)
      await adapter.createSession(session)
      await assert.rejects(async () => adapter.createSession({ ...session, userId: eve.id }))
      assert.equal((await adapter.getSessionAndUser(session.sessionToken))?.user.id, ada.id)
    },
  ),
]
