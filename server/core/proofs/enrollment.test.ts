import { describe, expect, test } from "vitest"
import { beginTotp, confirmTotp, hasFactors, renameFactor, verifyTotpFactor } from "./factors.ts"
import { openEnrollment } from "./enrollment.ts"
import { listFactors } from "./records.ts"
import { ADA, begin, createContext, enroll, stored } from "./fixtures/factor-world.ts"

describe("an enrollment", () => {
  test("becomes a factor with a correct code, which is used up then (threat 423)", async () => {
    const world = createContext()
    const enrollment = await begin(world)
    const code = await world.currentCode(enrollment)
    const factor = await confirmTotp(world.context, {
      ...ADA,
      id: enrollment.id,
      code,
      name: "  My\n\u202Ephone\u3164\u034f ",
    })
    expect(factor).toMatchObject({ type: "totp", name: "My phone", readable: true, lastUsedAt: null })
    expect(await listFactors(world.context, "ada")).toEqual([factor])
    expect(await verifyTotpFactor(world.context, { userId: "ada", code })).toBeUndefined()
    const next = await world.currentCode(enrollment, 1)
    expect(await verifyTotpFactor(world.context, { userId: "ada", code: next })).toBe(enrollment.factorId)
  })

  test("never counts before it is confirmed, and ends after 10 minutes (threat 432)", async () => {
    const world = createContext()
    const { context } = world
    const enrollment = await begin(world)
    expect(await hasFactors(context, "ada")).toBe(false)
    expect(await listFactors(context, "ada")).toEqual([])
    const code = await world.currentCode(enrollment)
    expect(await verifyTotpFactor(context, { userId: "ada", code })).toBeUndefined()
    expect(await renameFactor(context, { userId: "ada", id: enrollment.factorId, name: "x" })).toBe(false)
    for (const wrong of ["", "00000", await world.currentCode(enrollment, -3), [code], null])
      expect(await confirmTotp(context, { ...ADA, id: enrollment.id, code: wrong, name: "" })).toBeUndefined()
    expect(await openEnrollment(context.settings, { ...ADA, id: enrollment.id })).toEqual(enrollment)
    world.later(10)
    expect(await openEnrollment(context.settings, { ...ADA, id: enrollment.id })).toBeUndefined()
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
    const code = await world.currentCode({ secret })
    const results = await Promise.all(
      Array.from({ length: 50 }, () => confirmTotp(world.context, { ...ADA, id, code, name: "" })),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test("is stored once it is confirmed, ten times at most", async () => {
    const world = createContext()
    for (let turn = 0; turn < 20; turn++) await begin(world)
    expect(await world.store.listAccountRecords("factor", "ada")).toEqual([])
    for (let turn = 0; turn < 10; turn++) await enroll(world)
    expect(await beginTotp(world.context, ADA)).toBeUndefined()
    expect(await listFactors(world.context, "ada")).toHaveLength(10)
  })
})
