import assert from "node:assert/strict"
import {
  HOSTILE_TEXTS,
  hoursFromNow,
  similarTexts,
  SAMPLE_TIMES,
  NOT_TEXT,
  toWholeSecond,
  nullIfThrown,
  rule,
  assertSameTime,
  startTogether,
  tokenKey,
  unique,
  asType,
  type Rule,
} from "./rule.ts"

const TOKEN_OPERATIONS = ["createVerificationToken", "useVerificationToken"] as const

function newToken(fields: object = {}): { identifier: string; token: string; expires: Date } {
  return { identifier: `${unique("ada")}@app.test`, token: unique("hash"), expires: hoursFromNow(1), ...fields }
}

/** The rules for verification tokens. */
export const TOKEN_RULES: readonly Rule[] = [
  rule("a verification token works once", TOKEN_OPERATIONS, async (adapter) => {
    const token = newToken({ expires: toWholeSecond(hoursFromNow(1)) })
    await adapter.createVerificationToken(token)
    const used = await adapter.useVerificationToken(tokenKey(token))
    assert.deepEqual([used?.identifier, used?.token], [token.identifier, token.token])
    assertSameTime(used?.expires, token.expires)
    assert.equal(await adapter.useVerificationToken(tokenKey(token)), null)
  }),
  rule("accepts one of 50 parallel redemptions of a token (threat 146)", TOKEN_OPERATIONS, async (adapter) => {
    for (let round = 0; round < 3; round++) {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const uses = startTogether(50, () => adapter.useVerificationToken(tokenKey(token)))
      const results = await Promise.allSettled(uses)
      const got = results.filter((result) => result.status === "fulfilled" && result.value !== null)
      assert.equal(got.length, 1)
      assert.ok(
        results.every(({ status }) => status === "fulfilled"),
        "the losers get null, not an error",
      )
    }
  }),
  rule("rejects a token with another email, and doesn't consume it (threat 148)", TOKEN_OPERATIONS, async (adapter) => {
    const token = newToken()
    await adapter.createVerificationToken(token)
    const [, ...looks] = similarTexts(token.identifier)
    const wrong = [
      `${unique("other")}@app.test`,
      ...looks,
      "",
      " ",
      "%",
      "*",
      undefined,
      null,
      [token.identifier],
      { $ne: "" },
    ]
    for (const identifier of wrong) {
      const used = await nullIfThrown(() => adapter.useVerificationToken(asType({ identifier, token: token.token })))
      assert.equal(used ?? null, null, JSON.stringify(identifier))
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule("keeps a token valid after wrong ones (threat 149)", TOKEN_OPERATIONS, async (adapter) => {
    const token = newToken()
    await adapter.createVerificationToken(token)
    await Promise.all(
      startTogether(100, async (index) => {
        const wrong = { identifier: token.identifier, token: `wrong-${index}` }
        assert.equal(await adapter.useVerificationToken(wrong), null)
      }),
    )
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule("finds a token by both columns only (threat 272)", TOKEN_OPERATIONS, async (adapter) => {
    const token = newToken()
    await adapter.createVerificationToken(token)
    for (const half of [
      { identifier: token.identifier },
      { token: token.token },
      {},
      { identifier: token.token, token: token.identifier },
    ]) {
      assert.equal((await nullIfThrown(() => adapter.useVerificationToken(asType(half)))) ?? null, null)
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule("rejects verification tokens that only look alike (threat 204)", TOKEN_OPERATIONS, async (adapter) => {
    const token = newToken({ token: unique("a-Hash") })
    await adapter.createVerificationToken(token)
    const [, ...looks] = similarTexts(token.token)
    for (const look of [...looks, "%", "_", "*", token.token.slice(0, -1)]) {
      const used = await nullIfThrown(() => adapter.useVerificationToken({ identifier: token.identifier, token: look }))
      assert.equal(used, null, JSON.stringify(look))
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule(
    "rejects tokens that match only when joined with their email (threat 162)",
    TOKEN_OPERATIONS,
    async (adapter) => {
      const tail = unique()
      for (const between of [":", "/", "|", "\n", ",", '","', "\u0001", "%3A", "::"]) {
        const [identifier, token] = [`a${tail}`, `b${between}c`]
        await adapter.createVerificationToken({ identifier, token, expires: hoursFromNow(1) })
        const crossed = { identifier: `a${tail}${between}b`, token: "c" }
        assert.equal(await nullIfThrown(() => adapter.useVerificationToken(crossed)), null, JSON.stringify(between))
        assert.equal((await adapter.useVerificationToken({ identifier, token }))?.token, token, JSON.stringify(between))
      }
    },
  ),
  rule("treats hostile emails as literal text (threat 274)", TOKEN_OPERATIONS, async (adapter) => {
    const bystander = newToken()
    await adapter.createVerificationToken(bystander)
    for (const text of HOSTILE_TEXTS) {
      const token = newToken({ identifier: `${text}${unique()}` })
      await adapter.createVerificationToken(token)
      assert.equal(
        await nullIfThrown(() => adapter.useVerificationToken({ identifier: text, token: text })),
        null,
        text,
      )
      assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.identifier, token.identifier, text)
    }
    for (const value of NOT_TEXT) {
      const key = { identifier: bystander.identifier, token: value }
      assert.equal(
        (await nullIfThrown(() => adapter.useVerificationToken(asType(key)))) ?? null,
        null,
        JSON.stringify(value),
      )
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(bystander)))?.token, bystander.token)
  }),
  rule("rejects a blank verification token (threat 275)", TOKEN_OPERATIONS, async (adapter) => {
    const identifier = `${unique("blank")}@app.test`
    for (const token of ["", " ", "\0"]) {
      await nullIfThrown(() => adapter.createVerificationToken({ identifier, token, expires: hoursFromNow(1) }))
      assert.equal(
        await nullIfThrown(() => adapter.useVerificationToken({ identifier, token })),
        null,
        JSON.stringify(token),
      )
    }
  }),
  rule("several tokens of one address are separate", TOKEN_OPERATIONS, async (adapter) => {
    const first = newToken()
    const second = newToken({ identifier: first.identifier })
    for (const token of [first, second]) await adapter.createVerificationToken(token)
    assert.equal((await adapter.useVerificationToken(tokenKey(second)))?.token, second.token)
    assert.equal((await adapter.useVerificationToken(tokenKey(first)))?.token, first.token)
  }),
  rule("stores a token's expiry to the millisecond (threat 278)", TOKEN_OPERATIONS, async (adapter) => {
    for (const expires of SAMPLE_TIMES) {
      const token = newToken({ expires })
      await adapter.createVerificationToken(token)
      assertSameTime((await adapter.useVerificationToken(tokenKey(token)))?.expires, expires)
    }
  }),
]
