import { afterEach, describe, expect, test, vi } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { passwordAccountService, signedIn } from "../../test-kit/password-account-service.ts"

const VICTIM = "victim@app.test"
const EVE = "eve@evil.test"

/** A point at which a test stops a request. */
function stop() {
  const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = async () => {
    reached.resolve()
    await go.promise
  }
  return { reached: reached.promise, go: () => go.resolve(), wait }
}

interface SquatterOptions {
  callbacks?: AuthConfig["callbacks"]
  strategy?: "database" | "jwt"
}

/**
 * Eve, who opened an account with the victim's address by a provider that doesn't verify it, and may change the
 * address.
 */
async function squatter(adapter: Adapter, { callbacks = {}, strategy = "database" }: SquatterOptions = {}) {
  const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
  const provider = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const config: Partial<AuthConfig> = { rateLimit: false, fetch: issuer.fetch, callbacks, session: { strategy } }
  const service = passwordAccountService({ adapter, providers: [provider], config })
  const { browser, post, newest } = service
  const eve = browser()
  const to = (await post(eve, "/signin/acme", {})).headers.get("location") ?? ""
  await eve.get(`/callback/acme?${issuer.authorize(to, { sub: "eve", email: VICTIM, email_verified: false })}`)
  expect(await signedIn(eve)).toBe(VICTIM)
  await post(eve, "/account", { change: "change-email", email: EVE })
  const { code = "" } = await newest("email-change")
  return { ...service, eve, change: () => post(eve, "/change-email", { code }) }
}

afterEach(() => vi.useRealTimers())

describe("a change of an unproven address", () => {
  test.each([true, false])(
    "gives no account away that the mailbox's owner gets meanwhile, with transactions: %j (threats 121, 493)",
    async (transactions) => {
      const [owner, mover] = [stop(), stop()]
      const { transaction, ...plain } = MemoryAdapter()
      const updateUser: typeof plain.updateUser = async (user) => {
        if (user.email === EVE) await mover.wait()
        return plain.updateUser(user)
      }
      const adapter = { ...plain, updateUser, ...(transactions && { transaction }) }
      const signIn = async ({ account }: { account?: { type: string } | null }) => {
        if (account?.type === "email") await owner.wait()
        return true
      }
      const { browser, post, links, change, eve } = await squatter(adapter, { callbacks: { signIn } })
      const victim = browser()
      await post(victim, "/signin/email", { email: VICTIM })
      const entering = victim.get(links.at(-1)?.url ?? "")
      await owner.reached
      const changing = change()
      await mover.reached
      owner.go()
      await new Promise((resolve) => setTimeout(resolve, 50))
      mover.go()
      await Promise.all([entering, changing])
      expect([await signedIn(victim), await signedIn(eve)]).toEqual([null, EVE])
      const again = browser()
      await post(again, "/signin/email", { email: VICTIM })
      await again.get(links.at(-1)?.url ?? "")
      expect([await signedIn(again), await signedIn(eve)]).toEqual([VICTIM, EVE])
    },
  )

  test.each([true, false])(
    "moves nothing if the owner got the account after its lock ended, with transactions: %j (threats 121, 493)",
    async (transactions) => {
      const mover = stop()
      const { transaction, ...plain } = MemoryAdapter()
      const updateUser: typeof plain.updateUser = async (user) => {
        if (user.email === EVE) await mover.wait()
        return plain.updateUser(user)
      }
      const adapter = { ...plain, updateUser, ...(transactions && { transaction }) }
      const { browser, post, links, change, eve } = await squatter(adapter)
      const victim = browser()
      await post(victim, "/signin/email", { email: VICTIM })
      const changing = change()
      await mover.reached
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 })
      await victim.get(links.at(-1)?.url ?? "")
      mover.go()
      await changing
      expect([await signedIn(victim), await signedIn(eve)]).toEqual([null, null])
      expect(await adapter.getUserByEmail(EVE)).toBeNull()
      const again = browser()
      await post(again, "/signin/email", { email: VICTIM })
      await again.get(links.at(-1)?.url ?? "")
      expect(await signedIn(again)).toBe(VICTIM)
    },
  )

  test.each([true, false])(
    "lets the owner into no account that was moved after the lock ended, with transactions: %j (threats 121, 493)",
    async (transactions) => {
      const owner = stop()
      const { transaction, ...plain } = MemoryAdapter()
      const deleteAccountRecords: typeof plain.deleteAccountRecords = async (userId, kind) => {
        if (kind === "undo") await owner.wait()
        return plain.deleteAccountRecords(userId, kind)
      }
      const adapter = { ...plain, deleteAccountRecords, ...(transactions && { transaction }) }
      const { browser, post, links, change, eve } = await squatter(adapter)
      const victim = browser()
      await post(victim, "/signin/email", { email: VICTIM })
      const entering = victim.get(links.at(-1)?.url ?? "")
      await owner.reached
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 })
      await change()
      owner.go()
      await entering
      expect(await signedIn(victim)).toBeNull()
      const again = browser()
      await post(again, "/signin/email", { email: VICTIM })
      await again.get(links.at(-1)?.url ?? "")
      expect([await signedIn(again), await adapter.getUserByEmail(VICTIM)]).toEqual([
        VICTIM,
        expect.objectContaining({ email: VICTIM }),
      ])
      expect([null, EVE]).toContain(await signedIn(eve))
    },
  )

  test("isn't the account that an invited owner gets meanwhile (threats 121, 493)", async () => {
    const owner = stop()
    const { transaction: _, ...plain } = MemoryAdapter()
    const updateAccountRecord: typeof plain.updateAccountRecord = async (record) => {
      if (record.kind === "invitation") await owner.wait()
      return plain.updateAccountRecord(record)
    }
    const { auth, browser, post, newest, tokenIn, change, eve } = await squatter({ ...plain, updateAccountRecord })
    await auth.invite({ email: VICTIM })
    const token = tokenIn(await newest("invitation"))
    const victim = browser()
    const accept = () => post(victim, "/sign-up", { token, password: "the password of the victim" })
    const accepting = accept()
    await owner.reached
    await change()
    expect(await signedIn(eve)).toBe(EVE)
    owner.go()
    await accepting
    expect([await signedIn(victim), await signedIn(eve)]).toEqual([null, EVE])
    await accept()
    expect([await signedIn(victim), await signedIn(eve)]).toEqual([VICTIM, EVE])
  })
})

test.each(["database", "jwt"] as const)(
  "a password that was on its way doesn't outlive the proof of the mailbox, with %s sessions (threat 121)",
  async (strategy) => {
    const thief = stop()
    const adapter = MemoryAdapter()
    const createAccountRecord: typeof adapter.createAccountRecord = async (record) => {
      if (record.kind === "password" && record.data.includes('"hash":"')) await thief.wait()
      return adapter.createAccountRecord(record)
    }
    const service = await squatter({ ...adapter, createAccountRecord }, { strategy })
    const { browser, post, links, eve } = service
    const password = "the password of a stranger"
    const setting = post(eve, "/account", { change: "set-password", password })
    await thief.reached
    const victim = browser()
    await post(victim, "/signin/email", { email: VICTIM })
    await victim.get(links.at(-1)?.url ?? "")
    expect(await signedIn(victim)).toBe(VICTIM)
    thief.go()
    await setting
    const later = browser()
    await post(later, "/callback/password", { email: VICTIM, password })
    expect([await signedIn(victim), await signedIn(eve), await signedIn(later)]).toEqual([VICTIM, null, null])
  },
)
