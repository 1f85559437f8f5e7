import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { hasFactors, removeAllFactors, removeFactor, renameFactor, verifyTotpFactor } from "./factors.ts"
import { addPasskeyFactor, markPasskeyFactorUsed, removePasskeyFactor } from "./own-passkey.ts"
import { createRecoveryCodes, recoveryCodesState } from "./recovery-codes.ts"
import { listFactors } from "./records.ts"
import { lastFactorUse, loadUserFactors, storedFactorFacts, verifyFactorCode } from "./user-factors.ts"
import { ADA, begin, createContext, enroll, NEW, OLD, stored, type World } from "./fixtures/factor-world.ts"

describe("a one-time code", () => {
  test("works once in 50 parallel sign-ins of two processes (threat 424)", async () => {
    const world = createContext()
    const factor = await enroll(world)
    const code = await world.currentCode(factor)
    const processes = [world.as(OLD), world.as(OLD)]
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        verifyTotpFactor(processes[turn % 2] ?? world.context, { userId: "ada", code }),
      ),
    )
    expect(results.filter(Boolean)).toEqual([factor.id])
  })

  test("of an earlier step is rejected after a later one was used, also in parallel (threat 423)", async () => {
    const world = createContext()
    const factor = await enroll(world)
    const codes = await Promise.all([-1, 0, 1].map((offset) => world.currentCode(factor, offset)))
    const verify = (code: string | undefined) => verifyTotpFactor(world.context, { userId: "ada", code })
    expect(await verify(codes[1])).toBe(factor.id)
    expect(await verify(codes[0])).toBeUndefined()
    await Promise.all(codes.flatMap((code) => [verify(code), verify(code), verify(code)]))
    for (const code of codes) expect(await verify(code)).toBeUndefined()
  })

  test("works only for the user who has the app", async () => {
    const world = createContext()
    const factor = await enroll(world)
    await enroll(world, { ...ADA, userId: "eve" })
    const code = await world.currentCode(factor)
    expect(await verifyTotpFactor(world.context, { userId: "eve", code })).toBeUndefined()
    expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBe(factor.id)
  })

  test("may come from any of the user's apps", async () => {
    const world = createContext()
    const [phone, tablet] = [await enroll(world), await enroll(world)]
    for (const factor of [tablet, phone])
      expect(await verifyTotpFactor(world.context, { userId: "ada", code: await world.currentCode(factor) })).toBe(
        factor.id,
      )
    const used = (await listFactors(world.context, "ada")).map(({ lastUsedAt }) => lastUsedAt?.getTime())
    expect(used).toEqual([world.context.settings.now(), world.context.settings.now()])
  })
})

describe("a factor", () => {
  test("can be renamed and removed by its user only", async () => {
    const world = createContext()
    const { id } = await enroll(world)
    expect(await renameFactor(world.context, { userId: "eve", id, name: "mine" })).toBe(false)
    expect(await renameFactor(world.context, { userId: "ada", id, name: "x".repeat(100) })).toBe(true)
    expect((await listFactors(world.context, "ada"))[0]?.name).toBe("x".repeat(64))
    expect(await removeFactor(world.context, { userId: "eve", id })).toBe(false)
    expect(await removeFactor(world.context, { userId: "ada", id })).toBe(true)
    expect(await removeFactor(world.context, { userId: "ada", id })).toBe(false)
    expect(await hasFactors(world.context, "ada")).toBe(false)
  })

  test("ends with all of the user's factors and recovery codes", async () => {
    const world = createContext()
    await enroll(world)
    await begin(world)
    await createRecoveryCodes(world.store, { userId: "ada", now: 0 })
    await enroll(world, { ...ADA, userId: "eve" })
    await removeAllFactors(world.context, "ada")
    expect(await world.store.listAccountRecords("factor", "ada")).toEqual([])
    expect(await recoveryCodesState(world.store, "ada")).toBeNull()
    expect(await hasFactors(world.context, "eve")).toBe(true)
  })

  test("may be a passkey, which no code can stand for", async () => {
    const { context } = createContext()
    const passkey = { userId: "ada", credentialId: "a+b/==" }
    expect(await addPasskeyFactor(context, { ...passkey, name: "Key" })).toBe(true)
    expect(await addPasskeyFactor(context, { userId: "ada", credentialId: "a-b_", name: "Again" })).toBe(false)
    await markPasskeyFactorUsed(context, passkey)
    const [factor, ...more] = await listFactors(context, "ada")
    expect(factor).toMatchObject({ type: "passkey", name: "Key", credentialId: "a-b_", readable: true })
    expect(factor?.lastUsedAt?.getTime()).toBe(context.settings.now())
    expect(more).toEqual([])
    expect(await verifyTotpFactor(context, { userId: "ada", code: "000000" })).toBeUndefined()
    expect(await removePasskeyFactor(context, { ...passkey, userId: "eve" })).toBe(false)
    expect(await removePasskeyFactor(context, passkey)).toBe(true)
    expect(await hasFactors(context, "ada")).toBe(false)
  })
})

describe("a factor that can't be read", () => {
  const DAMAGES: [name: string, data: (data: string, other: string) => string][] = [
    ["is empty", () => ""],
    ["is null", () => "null"],
    ["is an array", () => "[]"],
    ["is truncated", (data) => data.slice(0, data.length / 2)],
    ["has no type", (data) => data.replace('"type":"totp"', '"type":"other"')],
    ["has another user's data", (_, other) => other],
    ["has another user's key", (data, other) => mixed(data, other, "key")],
    ["has another user's secret", (data, other) => mixed(data, other, "secret")],
    ["has an empty key", (data) => data.replace(/"key":"[^"]*"/, '"key":""')],
    ["has the key as its secret", (data) => data.replace(/"secret":"[^"]*"/, '"secret":"a.b.c.d.e"')],
  ]

  test.each(DAMAGES)("still counts if its record %s (threat 436)", async (_, damage) => {
    const world = createContext()
    const factor = await enroll(world)
    const other = await enroll(world, { ...ADA, userId: "eve" })
    const [mine, theirs] = [await stored(world, factor.id), await stored(world, other.id)]
    await world.store.updateAccountRecord({ ...mine, data: damage(mine.data, theirs.data) })
    expect(await hasFactors(world.context, "ada")).toBe(true)
    expect(await listFactors(world.context, "ada")).toMatchObject([{ id: factor.id, readable: false }])
    for (const own of [factor, other]) {
      const code = await world.currentCode(own)
      expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBeUndefined()
    }
    expect(world.errors.join()).toContain("can't be read")
    expect(await removeFactor(world.context, { userId: "ada", id: factor.id })).toBe(true)
  })

  test("still counts if its secret is no longer listed (threat 436)", async () => {
    const world = createContext()
    const factor = await enroll(world)
    const rotated = world.as(NEW)
    expect(await hasFactors(rotated, "ada")).toBe(true)
    expect(await listFactors(rotated, "ada")).toMatchObject([{ name: "Phone", readable: false }])
    const code = await world.currentCode(factor)
    expect(await verifyTotpFactor(rotated, { userId: "ada", code })).toBeUndefined()
    expect(world.errors.join()).toContain("AUTH_SECRET")
    expect(world.errors.join()).not.toContain(code)
    expect(await verifyTotpFactor(world.as(NEW, OLD), { userId: "ada", code })).toBe(factor.id)
  })
})

test("a factor that an earlier version sealed, with a derived key, still works", async () => {
  const world = createContext()
  const { default: sealed } = await import("./fixtures/derived-key.json", { with: { type: "json" } })
  const data = JSON.stringify({ type: "totp", name: "Phone", createdAt: 0, sealed })
  await world.store.createAccountRecord({ kind: "factor", id: "phone", userId: "ada", data, expires: null })
  const secret = new TextEncoder().encode("12345678901234567890") // RFC 6238, appendix B
  expect(await listFactors(world.context, "ada")).toMatchObject([{ readable: true }])
  const code = await world.currentCode({ secret })
  expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBe("phone")
  expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBeUndefined()
})

test("a store in which other writers always win fails instead of looping", async () => {
  const world = createContext()
  const factor = await enroll(world)
  const store = { ...world.store, updateAccountRecord: vi.fn(async () => false) }
  const code = await world.currentCode(factor)
  await expect(verifyTotpFactor({ ...world.context, store }, { userId: "ada", code })).rejects.toThrow(
    /changed 50 times/,
  )
})

/** Returns the first data with one part of the second's sealed secret. */
function mixed(data: string, other: string, part: "key" | "secret"): string {
  const [mine, theirs] = [JSON.parse(data), JSON.parse(other)]
  return JSON.stringify({ ...mine, sealed: { ...mine.sealed, [part]: theirs.sealed[part] } })
}

describe("what is stored about a user's factors", () => {
  const load = (world: World) => loadUserFactors(world.context, { adapter: MemoryAdapter(), userId: "ada" })

  test("decides the second step", async () => {
    const world = createContext()
    expect(storedFactorFacts(await load(world))).toEqual({
      enrolled: false,
      totp: false,
      recoveryCodes: 0,
      passkeys: [],
    })
    await enroll(world)
    await createRecoveryCodes(world.store, { userId: "ada", now: 0 })
    expect(storedFactorFacts(await load(world))).toEqual({
      enrolled: true,
      totp: true,
      recoveryCodes: 10,
      passkeys: [],
    })
    const rotated = { ...world, context: world.as(NEW) }
    expect(storedFactorFacts(await load(rotated))).toMatchObject({ enrolled: true, totp: false, recoveryCodes: 10 })
  })

  test("includes passkeys that aren't second factors", async () => {
    const [{ context }, adapter] = [createContext(), MemoryAdapter()]
    const { id: userId } = await adapter.createUser({ id: "ada", email: "", emailVerified: null })
    const key = { credentialID: "a+b/", providerAccountId: "a", userId, credentialPublicKey: "", counter: 0 }
    await adapter.createAuthenticator({ ...key, credentialDeviceType: "singleDevice", credentialBackedUp: false })
    const stored = storedFactorFacts(await loadUserFactors(context, { adapter, userId }))
    expect(stored).toMatchObject({ enrolled: false, passkeys: ["a+b/"] })
  })

  test("tells when the user last used a factor, and each code proves its kind", async () => {
    const world = createContext()
    const { context } = world
    const factor = await enroll(world)
    const [recoveryCode] = await createRecoveryCodes(world.store, { userId: "ada", now: 0 })
    const verify = (method: "totp" | "recovery", code: unknown) =>
      verifyFactorCode(context, { userId: "ada", method, code })
    const lastUse = async () => lastFactorUse(await load(world))?.at.getTime()
    expect(await lastUse()).toBeUndefined()
    const code = await world.currentCode(factor)
    expect(await verify("recovery", code)).toBeUndefined()
    expect(await verify("totp", recoveryCode)).toBeUndefined()
    expect(await verify("totp", code)).toEqual({ kind: "totp" })
    expect(await verify("totp", code)).toBeUndefined()
    expect(await lastUse()).toBe(context.settings.now())
    world.later(5)
    expect(await verify("recovery", recoveryCode)).toEqual({ kind: "recovery-code" })
    expect(await verify("recovery", recoveryCode)).toBeUndefined()
    expect(await lastUse()).toBe(context.settings.now())
  })
})
