import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createRecoveryCodes, normalizeRecoveryCode, recoveryCodesState, redeemRecoveryCode } from "./recovery-codes.ts"
import { slowStore } from "./fixtures/slow-store.ts"

const NOW = Date.UTC(2026, 10, 22, 20)
const ADA = { userId: "ada", now: NOW }
const EVE = { userId: "eve", now: NOW }

async function withCodes() {
  const store = slowStore(MemoryAdapter())
  const codes = await createRecoveryCodes(store, ADA)
  const redeem = (code: unknown, owner = ADA) => redeemRecoveryCode(store, { ...owner, code })
  return { store, codes, first: codes[0] ?? "", redeem }
}

describe("recovery codes", () => {
  test("are ten, in groups, with 120 bits each (threat 438)", async () => {
    const { codes } = await withCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
  })

  test("work once each, and only for their user (threat 438)", async () => {
    const { codes, redeem, store } = await withCodes()
    await createRecoveryCodes(store, EVE)
    for (const code of codes) expect(await redeem(code, EVE)).toBeUndefined()
    const left = []
    for (const code of codes) left.push(await redeem(code), await redeem(code))
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].flatMap((count) => [count, undefined]))
    expect((await recoveryCodesState(store, "eve"))?.left).toBe(10)
  })

  test("work once in 50 parallel sign-ins (threat 438)", async () => {
    const { first, redeem, store } = await withCodes()
    const results = await Promise.all(Array.from({ length: 50 }, () => redeem(first)))
    expect(results.filter((left) => left !== undefined)).toEqual([9])
    expect((await recoveryCodesState(store, "ada"))?.left).toBe(9)
  })

  test("that are used at the same time all count", async () => {
    const { codes, redeem, store } = await withCodes()
    const results = await Promise.all(codes.flatMap((code) => [code, code, code]).map((code) => redeem(code)))
    expect(results.filter((left) => left !== undefined).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(await recoveryCodesState(store, "ada")).toEqual({
      left: 0,
      createdAt: new Date(NOW),
      lastUsedAt: new Date(NOW),
    })
  })

  test("are replaced together, in one write (threat 438)", async () => {
    const { codes, redeem, store } = await withCodes()
    await redeem(codes[0])
    const [before] = await store.listAccountRecords("recovery-codes", "ada")
    const next = await createRecoveryCodes(store, { ...ADA, now: NOW + 1 })
    const [after, ...more] = await store.listAccountRecords("recovery-codes", "ada")
    expect([after?.version, more]).toEqual([(before?.version ?? 0) + 1, []])
    for (const code of codes) expect(await redeem(code)).toBeUndefined()
    expect(await recoveryCodesState(store, "ada")).toEqual({
      left: 10,
      createdAt: new Date(NOW + 1),
      lastUsedAt: null,
    })
    expect(await redeem(next[0])).toBe(9)
  })

  test("that are replaced at the same time leave one set", async () => {
    const { codes, redeem, store } = await withCodes()
    const sets = await Promise.all(Array.from({ length: 5 }, () => createRecoveryCodes(store, ADA)))
    const works = await Promise.all([codes, ...sets].map(async ([code]) => (await redeem(code)) !== undefined))
    expect(works.filter(Boolean)).toHaveLength(1)
    expect(works[0]).toBe(false)
  })

  test("are stored as hashes that no secret is part of, so no rotation voids them (threat 438)", async () => {
    const { codes, store } = await withCodes()
    const [record] = await store.listAccountRecords("recovery-codes", "ada")
    const stored = JSON.parse(record?.data ?? "")
    const plain = codes.map((code) => code.replaceAll("-", ""))
    for (const code of [...codes, ...plain]) expect(record?.data).not.toContain(code)
    const hash = (code: string) =>
      createHash("sha256")
        .update(`recovery code\n${JSON.stringify(["ada", stored.set, code])}`)
        .digest("hex")
    expect(stored.codes).toEqual(plain.map((code) => ({ hash: hash(code) })))
    expect(record?.expires).toBeNull()
  })

  test.each([
    ["small letters", (code: string) => code.toLowerCase()],
    ["no dashes", (code: string) => code.replaceAll("-", "")],
    ["spaces", (code: string) => ` ${code.replaceAll("-", " ")}\n`],
    ["long dashes", (code: string) => code.replaceAll("-", "–")],
    ["other separators", (code: string) => `“${code.replaceAll("-", " · ")}.”`],
    [
      "fullwidth characters",
      (code: string) => code.replaceAll(/\w/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)),
    ],
    ["letters that look like digits", (code: string) => code.replaceAll("0", "O").replaceAll("1", "l")],
  ])("may be typed with %s, and work once (threat 438)", async (_, write) => {
    const { first, redeem } = await withCodes()
    expect(await redeem(write(first))).toBe(9)
    expect(await redeem(first)).toBeUndefined()
  })

  test.each([
    ["nothing", ""],
    ["spaces", "   "],
    ["dashes", "-----"],
    ["an array", ["X"]],
    ["an object", {}],
    ["null", null],
    ["zeros", "0".repeat(24)],
    ["a wildcard", "%".repeat(24)],
    ["one megabyte", "0".repeat(1_000_000)],
  ])("aren't %s (threat 438)", async (_, typed) => {
    const { redeem, first } = await withCodes()
    expect(await redeem(typed)).toBeUndefined()
    expect(await redeem([first])).toBeUndefined()
    expect(await redeem(first.slice(1))).toBeUndefined()
    expect(await redeem(`${first}0`)).toBeUndefined()
  })

  test.each(["", "null", "{}", "[]", '{"set":"a","createdAt":1,"codes":[{}]}', '{"codes":'])(
    "that are stored as %j redeem nothing, and can be replaced",
    async (data) => {
      const { first, redeem, store } = await withCodes()
      await store.updateAccountRecord({ kind: "recovery-codes", id: "ada", data, expires: null, version: 1 })
      expect(await redeem(first)).toBeUndefined()
      expect(await recoveryCodesState(store, "ada")).toBeNull()
      const [next] = await createRecoveryCodes(store, ADA)
      expect(await redeem(next)).toBe(9)
    },
  )
})

test("a code has one canonical form (threat 438)", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (typed) => {
      const code = normalizeRecoveryCode(typed)
      expect(code === undefined || normalizeRecoveryCode(code) === code).toBe(true)
    }),
  )
})
