import { describe, expect, test } from "vitest"
import { removeFactor, rewrapFactor, verifyTotpFactor } from "../../core/proofs/factors.ts"
import { listFactors } from "../../core/proofs/records.ts"
import { createContext, enroll, NEW, OLD } from "../../core/proofs/fixtures/factor-world.ts"

describe("a rotation", () => {
  test("wraps each data key again, so that the old secret can be removed", async () => {
    const world = createContext()
    const factors = [await enroll(world), await enroll(world)]
    const [later, before] = [world.as(NEW, OLD), world.as("x".repeat(32))]
    for (const { id } of factors) {
      expect(await rewrapFactor(later, { userId: "eve", id })).toBe("unchanged")
      expect(await rewrapFactor(before, { userId: "ada", id })).toBe("unreadable")
      expect(await rewrapFactor(later, { userId: "ada", id })).toBe("rewrapped")
      expect(await rewrapFactor(later, { userId: "ada", id })).toBe("unchanged")
    }
    const rotated = world.as(NEW)
    for (const factor of factors)
      expect(await verifyTotpFactor(rotated, { userId: "ada", code: await world.currentCode(factor) })).toBe(factor.id)
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
