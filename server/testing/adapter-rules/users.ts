import assert from "node:assert/strict"
import {
  HOSTILE_TEXTS,
  similarTexts,
  SAMPLE_TIMES,
  newUser,
  NOT_TEXT,
  nullIfThrown,
  rule,
  assertSameTime,
  startTogether,
  unique,
  asType,
  countSuccesses,
  type Rule,
} from "./rule.ts"

/** The rules for users. */
export const USER_RULES: readonly Rule[] = [
  rule("a created user is found by id and by address", ["createUser", "getUser", "getUserByEmail"], async (adapter) => {
    const wanted = newUser({ image: "https://app.test/ada.png" })
    const user = await adapter.createUser(wanted)
    assert.ok(typeof user.id === "string" && user.id !== "", "createUser answers the id")
    assert.deepEqual({ ...(await adapter.getUser(user.id)) }, { ...user })
    assert.deepEqual({ ...(await adapter.getUserByEmail(wanted.email)) }, { ...user })
    assert.deepEqual([user.email, user.name, user.image], [wanted.email, wanted.name, wanted.image])
    assert.equal(user.emailVerified, null)
  }),
  rule("what is not found is null, never undefined", ["getUser", "getUserByEmail"], async (adapter) => {
    assert.equal(await adapter.getUser(crypto.randomUUID()), null)
    assert.equal(await adapter.getUserByEmail(`${unique()}@app.test`), null)
  }),
  rule("emailVerified is kept to the millisecond", ["createUser", "updateUser", "getUser"], async (adapter) => {
    const user = await adapter.createUser(newUser({ emailVerified: SAMPLE_TIMES[0] ?? null }))
    for (const moment of SAMPLE_TIMES) {
      await adapter.updateUser({ id: user.id, emailVerified: moment })
      assertSameTime((await adapter.getUser(user.id))?.emailVerified, moment)
    }
  }),
  rule("an update changes what it names and nothing else", ["createUser", "updateUser", "getUser"], async (adapter) => {
    const user = await adapter.createUser(newUser({ image: "/ada.png" }))
    const bystander = await adapter.createUser(newUser())
    const updated = await adapter.updateUser({ id: user.id, name: "Ada L." })
    assert.equal(updated.name, "Ada L.")
    assert.deepEqual({ ...(await adapter.getUser(user.id)) }, { ...user, name: "Ada L." })
    assert.deepEqual({ ...(await adapter.getUser(bystander.id)) }, { ...bystander })
  }),
  rule("an address has one user", ["createUser", "getUserByEmail"], async (adapter) => {
    const first = await adapter.createUser(newUser())
    await assert.rejects(async () => adapter.createUser(newUser({ email: first.email })))
    assert.equal((await adapter.getUserByEmail(first.email))?.id, first.id)
  }),
  rule(
    "creates one user for 20 parallel creations of one email (threat 269)",
    ["createUser", "getUserByEmail"],
    async (adapter) => {
      const email = `${unique("race")}@app.test`
      assert.equal(await countSuccesses(startTogether(20, () => adapter.createUser(newUser({ email })))), 1)
      assert.equal((await adapter.getUserByEmail(email))?.email, email)
    },
  ),
  rule("rejects emails that only look alike (threat 141)", ["createUser", "getUserByEmail"], async (adapter) => {
    const tail = `${unique("collation")}@example.test`
    const [stored = "", ...others] = similarTexts(`victim-${tail}`)
    const user = await adapter.createUser(newUser({ email: stored }))
    // Latchkit's own adapters find every spelling of the same address
    for (const other of others.filter((text) => text.trim().toLowerCase() !== stored)) {
      assert.equal(await nullIfThrown(() => adapter.getUserByEmail(other)), null, JSON.stringify(other))
    }
    assert.equal((await adapter.getUserByEmail(stored))?.id, user.id)
  }),
  rule(
    "keeps emails that only look alike as different users (threat 141)",
    ["createUser", "getUserByEmail"],
    async (adapter) => {
      const tail = `${unique("spelling")}@example.test`
      const spellings = [`a-${tail}`, `á-${tail}`, `ａ-${tail}`]
      for (const email of spellings) await adapter.createUser(newUser({ email }))
      for (const email of spellings) assert.equal((await adapter.getUserByEmail(email))?.email, email)
    },
  ),
  rule("never truncates an email (threat 142)", ["createUser", "getUserByEmail"], async (adapter) => {
    for (const length of [64, 192, 256, 300, 320, 1000, 1021, 3000, 70_000]) {
      const email = unique("long").padEnd(length, "a")
      const created = await nullIfThrown(() => adapter.createUser(newUser({ email })))
      for (const cut of [40, 63, 191, 254, 255, 319, 320, 500, 512, 1020, 2048, 65_535].filter((at) => at < length)) {
        assert.equal(
          await nullIfThrown(() => adapter.getUserByEmail(email.slice(0, cut))),
          null,
          `${length} cut at ${cut}`,
        )
      }
      if (created) assert.equal((await adapter.getUserByEmail(email))?.email, email)
    }
  }),
  rule(
    "looks up users by literal text only (threat 274)",
    ["createUser", "getUser", "getUserByEmail"],
    async (adapter) => {
      await adapter.createUser(newUser())
      for (const text of HOSTILE_TEXTS) {
        assert.equal(await nullIfThrown(() => adapter.getUser(text)), null, text)
        assert.equal(await nullIfThrown(() => adapter.getUserByEmail(text)), null, text)
        const email = `${text}@${unique()}.test`
        const user = await adapter.createUser(newUser({ email, name: text, image: text }))
        assert.deepEqual({ ...(await adapter.getUserByEmail(email)) }, { ...user })
      }
      for (const value of NOT_TEXT) {
        assert.equal(
          (await nullIfThrown(() => adapter.getUser(asType(value)))) ?? null,
          null,
          `getUser ${JSON.stringify(value)}`,
        )
        const found = await nullIfThrown(() => adapter.getUserByEmail(asType(value)))
        assert.equal(found ?? null, null, `getUserByEmail ${JSON.stringify(value)}`)
      }
    },
  ),
  rule("rejects a blank email (threat 275)", ["createUser", "getUserByEmail", "getUser"], async (adapter) => {
    await nullIfThrown(() => adapter.createUser(newUser({ email: "" })))
    for (const blank of ["", " ", "\t", "\u00a0", "\0"]) {
      assert.equal(await nullIfThrown(() => adapter.getUserByEmail(blank)), null, JSON.stringify(blank))
      assert.equal(await nullIfThrown(() => adapter.getUser(blank)), null, JSON.stringify(blank))
    }
  }),
]
