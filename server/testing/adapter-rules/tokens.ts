import assert from "node:assert/strict"
import {
  HOSTILE,
  hours,
  lookAlikes,
  MOMENTS,
  NOT_TEXT,
  onTheSecond,
  orNull,
  rule,
  sameMoment,
  together,
  tokenKey,
  unique,
  untyped,
  type Rule,
} from "./rule.ts"

const BOTH = ["createVerificationToken", "useVerificationToken"] as const

function newToken(fields: object = {}): { identifier: string; token: string; expires: Date } {
  return { identifier: `${unique("ada")}@app.test`, token: unique("hash"), expires: hours(1), ...fields }
}

/** What holds of verification tokens. */
export const TOKEN_RULES: readonly Rule[] = [
  rule("a verification token works once", BOTH, async (adapter) => {
    const token = newToken({ expires: onTheSecond(hours(1)) })
    await adapter.createVerificationToken(token)
    const used = await adapter.useVerificationToken(tokenKey(token))
    assert.deepEqual([used?.identifier, used?.token], [token.identifier, token.token])
    sameMoment(used?.expires, token.expires)
    assert.equal(await adapter.useVerificationToken(tokenKey(token)), null)
  }),
  rule("attack 146: of 50 parallel redemptions one gets the token", BOTH, async (adapter) => {
    for (let round = 0; round < 3; round++) {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const uses = together(50, () => adapter.useVerificationToken(tokenKey(token)))
      const results = await Promise.allSettled(uses)
      const got = results.filter((result) => result.status === "fulfilled" && result.value !== null)
      assert.equal(got.length, 1)
      assert.ok(
        results.every(({ status }) => status === "fulfilled"),
        "the losers get null, not an error",
      )
    }
  }),
  rule(
    "attack 148: a token works with its own address only, and a wrong address does not use it up",
    BOTH,
    async (adapter) => {
      const token = newToken()
      await adapter.createVerificationToken(token)
      const [, ...looks] = lookAlikes(token.identifier)
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
        const used = await orNull(() => adapter.useVerificationToken(untyped({ identifier, token: token.token })))
        assert.equal(used ?? null, null, JSON.stringify(identifier))
      }
      assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
    },
  ),
  rule("attack 149: wrong tokens leave the right one alone", BOTH, async (adapter) => {
    const token = newToken()
    await adapter.createVerificationToken(token)
    await Promise.all(
      together(100, async (index) => {
        const wrong = { identifier: token.identifier, token: `wrong-${index}` }
        assert.equal(await adapter.useVerificationToken(wrong), null)
      }),
    )
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule("attack 272: a token is found by both columns only", BOTH, async (adapter) => {
    const token = newToken()
    await adapter.createVerificationToken(token)
    for (const half of [
      { identifier: token.identifier },
      { token: token.token },
      {},
      { identifier: token.token, token: token.identifier },
    ]) {
      assert.equal((await orNull(() => adapter.useVerificationToken(untyped(half)))) ?? null, null)
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule("attack 204: no token is taken for one that only looks like it", BOTH, async (adapter) => {
    const token = newToken({ token: unique("a-Hash") })
    await adapter.createVerificationToken(token)
    const [, ...looks] = lookAlikes(token.token)
    for (const look of [...looks, "%", "_", "*", token.token.slice(0, -1)]) {
      const used = await orNull(() => adapter.useVerificationToken({ identifier: token.identifier, token: look }))
      assert.equal(used, null, JSON.stringify(look))
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.token, token.token)
  }),
  rule("attack 162: a separator inside an address or a token joins nothing", BOTH, async (adapter) => {
    const tail = unique()
    for (const between of [":", "/", "|", "\n", ",", '","', "\u0001", "%3A", "::"]) {
      const [identifier, token] = [`a${tail}`, `b${between}c`]
      await adapter.createVerificationToken({ identifier, token, expires: hours(1) })
      const crossed = { identifier: `a${tail}${between}b`, token: "c" }
      assert.equal(await orNull(() => adapter.useVerificationToken(crossed)), null, JSON.stringify(between))
      assert.equal((await adapter.useVerificationToken({ identifier, token }))?.token, token, JSON.stringify(between))
    }
  }),
  rule("attack 274: hostile addresses are literal text", BOTH, async (adapter) => {
    const bystander = newToken()
    await adapter.createVerificationToken(bystander)
    for (const text of HOSTILE) {
      const token = newToken({ identifier: `${text}${unique()}` })
      await adapter.createVerificationToken(token)
      assert.equal(await orNull(() => adapter.useVerificationToken({ identifier: text, token: text })), null, text)
      assert.equal((await adapter.useVerificationToken(tokenKey(token)))?.identifier, token.identifier, text)
    }
    for (const value of NOT_TEXT) {
      const key = { identifier: bystander.identifier, token: value }
      assert.equal(
        (await orNull(() => adapter.useVerificationToken(untyped(key)))) ?? null,
        null,
        JSON.stringify(value),
      )
    }
    assert.equal((await adapter.useVerificationToken(tokenKey(bystander)))?.token, bystander.token)
  }),
  rule("attack 275: a blank token redeems nothing", BOTH, async (adapter) => {
    const identifier = `${unique("blank")}@app.test`
    for (const token of ["", " ", "\0"]) {
      await orNull(() => adapter.createVerificationToken({ identifier, token, expires: hours(1) }))
      assert.equal(await orNull(() => adapter.useVerificationToken({ identifier, token })), null, JSON.stringify(token))
    }
  }),
  rule("several tokens of one address are separate", BOTH, async (adapter) => {
    const first = newToken()
    const second = newToken({ identifier: first.identifier })
    for (const token of [first, second]) await adapter.createVerificationToken(token)
    assert.equal((await adapter.useVerificationToken(tokenKey(second)))?.token, second.token)
    assert.equal((await adapter.useVerificationToken(tokenKey(first)))?.token, first.token)
  }),
  rule("attack 278: a token's expiry is kept to the millisecond", BOTH, async (adapter) => {
    for (const expires of MOMENTS) {
      const token = newToken({ expires })
      await adapter.createVerificationToken(token)
      sameMoment((await adapter.useVerificationToken(tokenKey(token)))?.expires, expires)
    }
  }),
]
