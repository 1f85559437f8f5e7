import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createKeyring } from "../crypto/keyring.ts"
import { slowStore } from "./fixtures/slow-store.ts"
import {
  beginTotp,
  confirmTotp,
  hasFactors,
  pendingTotp,
  removeAllFactors,
  removeFactor,
  renameFactor,
  rewrapFactor,
  verifyTotpFactor,
  type TotpEnrollment,
} from "./factors.ts"
import { addPasskeyFactor, markPasskeyFactorUsed, removePasskeyFactor } from "./passkey-factors.ts"
import { createRecoveryCodes, recoveryCodesState } from "./recovery-codes.ts"
import { listFactors, type FactorContext } from "./records.ts"
import { totpCode, totpStep } from "./totp.ts"
import { lastFactorUse, loadUserFactors, storedFactorFacts, verifyFactorCode } from "./user-factors.ts"

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)]
const ADA = { userId: "ada", enrolledIn: "session 1" }
const MINUTE = 60_000

/** A store with a clock. `as` returns the same store as another process sees it, with other secrets. */
function createContext() {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const errors: string[] = []
  const logger = { error: (error: Error) => void errors.push(error.message) }
  const store = slowStore(MemoryAdapter())
  const as = (...secrets: string[]): FactorContext => ({
    settings: { keyring: createKeyring(secrets), now: () => time.now, logger },
    store,
  })
  const currentCode = ({ secret }: TotpEnrollment, offset = 0) => totpCode(secret, totpStep(time.now) + offset)
  const later = (minutes: number) => void (time.now += minutes * MINUTE)
  return { as, context: as(OLD), store, errors, currentCode, later }
}

type World = ReturnType<typeof createContext>

async function begin({ context }: World, owner = ADA): Promise<TotpEnrollment> {
  const enrollment = await beginTotp(context, owner)
  if (!enrollment) throw new Error("The user has too many factors")
  return enrollment
}

/** Enrolls an app, and waits until its next code. */
async function enroll(world: World, owner = ADA): Promise<TotpEnrollment> {
  const enrollment = await begin(world, owner)
  const code = await world.currentCode(enrollment)
  expect(await confirmTotp(world.context, { ...owner, id: enrollment.id, code, name: "Phone" })).toBeDefined()
  world.later(2)
  return enrollment
}

const stored = async ({ store }: World, id: string) => {
  const record = await store.getAccountRecord("factor", id)
  if (!record) throw new Error("There is no such factor")
  return record
}

describe("an enrollment", () => {
  test("becomes a factor with a correct code, which is used up then (threat 423)", async () => {
    const world = createContext()
    const enrollment = await begin(world)
    const code = await world.currentCode(enrollment)
    const factor = await confirmTotp(world.context, { ...ADA, id: enrollment.id, code, name: "  My\n\u202Ephone " })
    expect(factor).toMatchObject({ type: "totp", name: "My phone", readable: true, lastUsedAt: null })
    expect(await listFactors(world.context, "ada")).toEqual([factor])
    expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBeUndefined()
    const next = await world.currentCode(enrollment, 1)
    expect(await verifyTotpFactor(world.context, { userId: "ada", code: next })).toBe(enrollment.id)
  })

  test("never counts before it is confirmed, and ends after 10 minutes (threat 432)", async () => {
    const world = createContext()
    const { context } = world
    const enrollment = await begin(world)
    expect(await hasFactors(context, "ada")).toBe(false)
    expect(await listFactors(context, "ada")).toEqual([])
    const code = await world.currentCode(enrollment)
    expect(await verifyTotpFactor(context, { userId: "ada", code })).toBeUndefined()
    expect(await renameFactor(context, { userId: "ada", id: enrollment.id, name: "x" })).toBe(false)
    for (const wrong of ["", "00000", await world.currentCode(enrollment, -3), [code], null])
      expect(await confirmTotp(context, { ...ADA, id: enrollment.id, code: wrong, name: "" })).toBeUndefined()
    expect(await pendingTotp(context, { ...ADA, id: enrollment.id })).toEqual(enrollment)
    world.later(10)
    expect(await pendingTotp(context, { ...ADA, id: enrollment.id })).toBeUndefined()
    const late = await world.currentCode(enrollment)
    expect(await confirmTotp(context, { ...ADA, id: enrollment.id, code: late, name: "" })).toBeUndefined()
  })

  test("rejects another user, another session and the code of another enrollment (threat 433)", async () => {
    const world = createContext()
    const [first, second] = [await begin(world), await begin(world)]
    const code = await world.currentCode(first)
    const confirm = (owner: typeof ADA, id: string) => confirmTotp(world.context, { ...owner, id, code, name: "" })
    expect(await confirm({ ...ADA, userId: "eve" }, first.id)).toBeUndefined()
    expect(await confirm({ ...ADA, enrolledIn: "session 2" }, first.id)).toBeUndefined()
    expect(await confirm({ ...ADA, enrolledIn: "" }, first.id)).toBeUndefined()
    expect(await confirm(ADA, second.id)).toBeUndefined()
    expect(await confirm(ADA, "")).toBeUndefined()
    expect(await hasFactors(world.context, "ada")).toBe(false)
    expect(await confirm(ADA, first.id)).toBeDefined()
    expect(await confirm(ADA, first.id)).toBeUndefined()
  })

  test("leaves a confirmed factor as it is (threat 433)", async () => {
    const world = createContext()
    const factor = await enroll(world)
    const before = await stored(world, factor.id)
    const other = await begin(world)
    expect(await stored(world, factor.id)).toEqual(before)
    const code = await world.currentCode(other)
    expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBeUndefined()
    expect(await verifyTotpFactor(world.context, { userId: "ada", code: await world.currentCode(factor) })).toBe(
      factor.id,
    )
  })

  test("succeeds once in 50 parallel confirmations", async () => {
    const world = createContext()
    const { id, secret } = await begin(world)
    const code = await world.currentCode({ id, secret })
    const results = await Promise.all(
      Array.from({ length: 50 }, () => confirmTotp(world.context, { ...ADA, id, code, name: "" })),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test("keeps the records of a user few", async () => {
    const world = createContext()
    for (let turn = 0; turn < 20; turn++) await begin(world)
    expect(await world.store.listAccountRecords("factor", "ada")).toHaveLength(5)
    for (let turn = 0; turn < 10; turn++) await enroll(world)
    expect(await beginTotp(world.context, ADA)).toBeUndefined()
    expect(await listFactors(world.context, "ada")).toHaveLength(10)
  })
})

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
  const code = await world.currentCode({ id: "phone", secret })
  expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBe("phone")
  expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBeUndefined()
})

describe("a rotation", () => {
  test("wraps each data key again, so that the old secret can be removed", async () => {
    const world = createContext()
    const factors = [await enroll(world), await enroll(world)]
    const pending = await begin(world)
    const [later, before] = [world.as(NEW, OLD), world.as("x".repeat(32))]
    for (const { id } of [...factors, pending]) {
      expect(await rewrapFactor(later, { userId: "eve", id })).toBe("unchanged")
      expect(await rewrapFactor(before, { userId: "ada", id })).toBe("unreadable")
      expect(await rewrapFactor(later, { userId: "ada", id })).toBe("rewrapped")
      expect(await rewrapFactor(later, { userId: "ada", id })).toBe("unchanged")
    }
    const rotated = world.as(NEW)
    for (const factor of factors)
      expect(await verifyTotpFactor(rotated, { userId: "ada", code: await world.currentCode(factor) })).toBe(factor.id)
    const code = await world.currentCode(pending)
    expect(await confirmTotp(rotated, { ...ADA, id: pending.id, code, name: "" })).toBeDefined()
  })

  test("also happens when a code is used", async () => {
    const world = createContext()
    const factor = await enroll(world)
    const code = await world.currentCode(factor)
    expect(await verifyTotpFactor(world.as(NEW, OLD), { userId: "ada", code })).toBe(factor.id)
    expect(await listFactors(world.as(NEW), "ada")).toMatchObject([{ readable: true }])
  })

  test("loses to a removal, and never undoes a used code (threat 437)", async () => {
    for (const turn of Array.from({ length: 10 }, (_, index) => index)) {
      const world = createContext()
      const [kept, removed] = [await enroll(world), await enroll(world)]
      const codes = await Promise.all([kept, removed].map((factor) => world.currentCode(factor)))
      const rotating = world.as(NEW, OLD)
      const verify = (code: string | undefined) =>
        verifyTotpFactor(turn % 2 ? rotating : world.context, { userId: "ada", code })
      await Promise.all([
        ...[kept, removed, kept, removed].map(({ id }) => rewrapFactor(rotating, { userId: "ada", id })),
        ...codes.flatMap((code) => [verify(code), verify(code)]),
        removeFactor(world.context, { userId: "ada", id: removed.id }),
      ])
      expect((await listFactors(world.as(NEW), "ada")).map(({ id }) => id)).toEqual([kept.id])
      for (const code of codes) expect(await verify(code)).toBeUndefined()
    }
  })

  test("by an old process never replaces what a new one wrote (threat 437)", async () => {
    const world = createContext()
    const factor = await enroll(world)
    await rewrapFactor(world.as(NEW, OLD), { userId: "ada", id: factor.id })
    const code = await world.currentCode(factor)
    expect(await verifyTotpFactor(world.as(OLD), { userId: "ada", code })).toBeUndefined()
    expect(await rewrapFactor(world.as(OLD), { userId: "ada", id: factor.id })).toBe("unreadable")
    expect(await verifyTotpFactor(world.as(NEW), { userId: "ada", code })).toBe(factor.id)
  })
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
