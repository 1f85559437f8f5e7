import { describe, expect, test, vi } from "vitest"
import type { Adapter } from "../../../adapters/contract.ts"
import { MemoryAdapter, type FullAdapter } from "../../../adapters/memory.ts"
import type { SessionStrategyName } from "../../config/callbacks.ts"
import { createSettings } from "../../../service/features.ts"
import { Password } from "../../../providers/password.ts"
import { FAST_HASH, GRACE, passwordAccountService } from "../../../test-kit/password-account-service.ts"
import { ADA, pauseService, signedIn } from "../../../test-kit/pause-service.ts"
import { deleteUser } from "./delete-user.ts"

const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]

interface Options {
  strategy?: SessionStrategyName
  adapter?: Adapter
}

/** Ada, signed in, with every sign-in method. */
async function ada({ strategy = "database", adapter = MemoryAdapter() }: Options = {}) {
  const deleted = vi.fn()
  const service = await pauseService({
    strategy,
    adapter,
    more: [Password({ hash: FAST_HASH })],
    config: { steps: [], account: { deletion: true }, secondFactor: {}, events: { deleteUser: deleted } },
  })
  const settings = createSettings(service.settings, { env: { AUTH_URL: "https://app.test/auth" } })
  const browser = service.browser()
  await service.prove(browser, "oidc")
  const remove = () => deleteUser({ settings }, service.ada.id)
  return { ...service, browser, another: service.browser, deleted, remove, id: service.ada.id }
}

async function leftovers(adapter: FullAdapter, id: string) {
  return {
    user: await adapter.getUser(id),
    byEmail: await adapter.getUserByEmail(ADA.email),
    accounts: await adapter.listAccounts(id),
    sessions: await adapter.listSessions(id),
    passkeys: await adapter.listAuthenticatorsByUserId(id),
  }
}

const NOTHING = { user: null, byEmail: null, accounts: [], sessions: [], passkeys: [] }

describe.each(STRATEGIES)("a user who is deleted, with the %s strategy", (strategy) => {
  test("leaves nothing, and the session ends at once (threat 502)", async () => {
    const { adapter, browser, id, remove, deleted, ada: user } = await ada({ strategy })
    expect(await signedIn(browser)).toBe(ADA.email)
    expect(await remove()).toBe(true)
    expect(await leftovers(adapter, id)).toEqual(NOTHING)
    expect(await signedIn(browser)).toBeNull()
    expect(deleted.mock.calls).toEqual([[{ user: expect.objectContaining({ id: user.id, email: ADA.email }) }]])
  })

  test("is deleted once by 50 calls at once (threat 501)", async () => {
    const { adapter, id, remove, deleted } = await ada({ strategy })
    const results = await Promise.all(Array.from({ length: 50 }, remove))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(deleted).toHaveBeenCalledOnce()
    expect(await leftovers(adapter, id)).toEqual(NOTHING)
  })

  test.each([1, 2])("is deleted once, although %i slower calls had found them before (threat 501)", async (slower) => {
    const memory = MemoryAdapter()
    const point = () => ({ reached: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() })
    const points = { beforeStore: point(), afterStore: point(), beforeStart: point() }
    const order: (keyof typeof points)[] = []
    const pass = async (name: keyof typeof points) => {
      if (order[0] !== name) return
      order.shift()
      points[name].reached.resolve()
      await points[name].go.promise
    }
    const { id, remove, deleted } = await ada({
      strategy,
      adapter: {
        ...memory,
        async createAccountRecord(record) {
          if (record.kind === "password") await pass("beforeStart")
          if (record.kind !== "deletion" || record.id !== id) return memory.createAccountRecord(record)
          await pass("beforeStore")
          const isCreated = await memory.createAccountRecord(record)
          if (isCreated) await pass("afterStore")
          return isCreated
        },
      },
    })
    const stopAt = async (name: keyof typeof points, run: () => unknown) => {
      order.push(name)
      const result = run()
      await points[name].reached.promise
      return { result }
    }
    const first = await stopAt("beforeStore", remove) // found the user, and stores nothing yet
    const second = slower === 2 ? await stopAt("beforeStart", remove) : undefined
    expect(await remove()).toBe(true)
    await stopAt("afterStore", points.beforeStore.go.resolve)
    points.beforeStart.go.resolve()
    expect((await second?.result) ?? false).toBe(false)
    points.afterStore.go.resolve()
    expect(await first.result).toBe(false)
    expect(deleted).toHaveBeenCalledOnce()
    expect(await memory.getAccountRecord("deletion", id)).toBeNull()
  })

  test("who comes back is another user, who isn't signed in by the old session (threat 502)", async () => {
    const { adapter, browser, id, remove, another, prove } = await ada({ strategy })
    await remove()
    const again = another()
    await prove(again, "oidc")
    expect((await adapter.getUserByEmail(ADA.email))?.id).not.toBe(id)
    expect([await signedIn(again), await signedIn(browser)]).toEqual([ADA.email, null])
  })

  test("doesn't exist twice: the second call finds nobody", async () => {
    const { remove, deleted } = await ada({ strategy })
    await remove()
    expect(await remove()).toBe(false)
    expect(deleted).toHaveBeenCalledOnce()
  })
})

test("leaves no link of an email that is prepared while the user is deleted (threat 502)", async () => {
  const memory = MemoryAdapter()
  const kinds: string[] = []
  const world: { remove?: () => Promise<unknown> } = {}
  const createAccountRecord: typeof memory.createAccountRecord = async (record) => {
    kinds.push(record.kind)
    if (record.kind === "undo") await world.remove?.()
    return memory.createAccountRecord(record)
  }
  const { signUp, reset, browser, sent } = passwordAccountService({ adapter: { ...memory, createAccountRecord } })
  await signUp(browser())
  const { id = "" } = (await memory.getUserByEmail(GRACE.email)) ?? {}
  const settings = createSettings({ providers: [Password()], secret: "s".repeat(32), adapter: memory }, { env: {} })
  world.remove = () => deleteUser({ settings }, id)
  await reset(browser())
  await sent()
  expect([kinds.at(-1), await memory.getUser(id)]).toEqual(["undo", null])
  expect(await memory.listAccountRecords("undo", id)).toEqual([])
})

test("stays signed out while the adapter fails, and the next call finishes the deletion (threat 501)", async () => {
  const { adapter, browser, remove, deleted } = await ada({ strategy: "jwt" })
  const working = adapter.deleteUser
  adapter.deleteUser = () => Promise.reject(new Error("down"))
  await expect(remove()).rejects.toThrow("down")
  expect([await signedIn(browser), deleted.mock.calls]).toEqual([null, []])
  adapter.deleteUser = working
  expect(await remove()).toBe(true)
  expect(deleted).toHaveBeenCalledOnce()
})

test("an adapter whose `deleteUser` does nothing is an error (threat 501)", async () => {
  const { adapter, remove, deleted } = await ada()
  adapter.deleteUser = () => null
  await expect(remove()).rejects.toThrow("but the user still exists")
  expect(deleted).not.toHaveBeenCalled()
})
