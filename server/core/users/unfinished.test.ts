import { describe, expect, test } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import { killable, type WriteLog } from "../../test-kit/killed-adapter.ts"
import { BOB, FIRST_SIGN_INS, newUserService, signedIn } from "../../test-kit/new-user-service.ts"

// Each process has claims of its own, so that the claim of a dead one needn't expire
function separateWrites(): FullAdapter {
  return Object.assign(MemoryAdapter(), { transaction: undefined, claimOnce: undefined })
}

/** Signs an attacker in with Bob's address. The process dies before its write number `before`, if there is one. */
async function dyingSignIn(adapter: FullAdapter, before: number): Promise<boolean> {
  const log: WriteLog = { names: [] }
  return new Promise<boolean>((resolve, reject) => {
    const by = () => {
      resolve(true)
      return new Promise<never>(() => undefined)
    }
    log.die = { before, by }
    newUserService({ adapter: killable(adapter, log) })
      .then(({ browser, byProvider }) => byProvider(browser(), { sub: "eve", name: "Eve" }))
      .then(() => resolve(false), reject)
  })
}

describe("beside an adapter without transactions, a process that dies in a first sign-in", () => {
  test("keeps the address from nobody, unless its account was linked (threat 400)", async () => {
    const held: boolean[] = []
    for (let place = 0; ; place++) {
      const [way = "a provider"] = FIRST_SIGN_INS.slice(place % FIRST_SIGN_INS.length)
      const adapter = separateWrites()
      if (!(await dyingSignIn(adapter, place))) break
      const isLinked = (await adapter.getUserByAccount({ provider: "acme", providerAccountId: "eve" })) !== null
      held.push(isLinked)
      if (isLinked) continue
      const { browser, begin, user } = await newUserService({ adapter })
      const owner = browser()
      await begin(owner, way)
      expect([place, way, await signedIn(owner)]).toEqual([place, way, BOB])
      expect((await user())?.name).not.toBe("Eve")
    }
    expect(held).toContain(true)
    expect(held).toContain(false)
  })

  test.each(FIRST_SIGN_INS)("lets the owner in with %s (threat 400)", async (way) => {
    const adapter = separateWrites()
    const writes: WriteLog = { names: [] }
    const whole = await newUserService({ adapter: killable(separateWrites(), writes) })
    await whole.byProvider(whole.browser())
    expect(await dyingSignIn(adapter, writes.names.indexOf("linkAccount"))).toBe(true)
    expect((await adapter.getUserByEmail(BOB))?.name).toBe("Eve")
    const { browser, begin, user, events } = await newUserService({ adapter })
    const owner = browser()
    await begin(owner, way)
    expect(events.slice(0, 1)).toEqual(["createUser"])
    expect([await signedIn(owner), (await user())?.image]).toEqual([BOB, null])
    expect((await user())?.name).not.toBe("Eve")
  })
})
