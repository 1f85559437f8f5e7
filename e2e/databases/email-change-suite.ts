import { expect, test, vi } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { passwordAccountService, signedIn, type Browser } from "../../server/testing/password-account-service.ts"

const STRATEGIES = ["jwt", "database"] as const
const PASSWORD = "the password of the race"
const DONE = "https://app.test/"

/** Tests the races of a change of the address, the same for every database. */
export function emailChangeSuite(adapter: () => Adapter): void {
  const isReady = () => ACCOUNT_RECORD_OPERATIONS.every((name) => adapter()[name])

  test.each(STRATEGIES)(
    "of 50 parallel changes of the address one wins with %s sessions (threat 489)",
    async (strategy) => {
      if (!isReady()) return
      const { auth, owner, email, ask, newAddresses, tokenIn, userWith } = await serviceOn(adapter(), strategy)
      const addresses = newAddresses(5)
      await Promise.all(addresses.map((address) => ask(owner, address)))
      const asked = await addresses.mails()
      const csrfToken = await owner.csrfToken()
      const copies = Array.from({ length: 50 }, () => cookieClient(auth, new Map(owner.jar)))
      const done = await Promise.all(
        copies.map((from, turn) => {
          const mail = asked[turn % asked.length] ?? expect.fail()
          return from.post("/change-email", { csrfToken, token: tokenIn(mail) })
        }),
      )
      expect(done.filter(({ status }) => status >= 500)).toEqual([])
      expect(done.filter(({ headers }) => headers.get("location") === DONE)).toHaveLength(1)
      const found = await Promise.all([email, ...addresses].map(userWith))
      expect(found.filter(Boolean)).toHaveLength(1)
      expect(found[0]).toBeNull()
      const open = (await Promise.all(copies.map(signedIn))).filter(Boolean)
      expect(open).toEqual(found.filter(Boolean).map((user) => user?.email))
    },
  )

  test.each(STRATEGIES)(
    "no link, reset or sign-up of the old address opens a %s session while it changes (threat 493)",
    async (strategy) => {
      if (!isReady()) return
      const service = await serviceOn(adapter(), strategy)
      const { owner, email, ask, browser, post, newAddresses, links, tokenIn, userWith, emails } = service
      const addresses = newAddresses(1)
      const waiting: { from: Browser; finish: () => Promise<Response> }[] = []
      for (let turn = 0; turn < 3; turn++) {
        const byLink = browser()
        await post(byLink, "/signin/email", { email })
        const { url = "" } = links.at(-1) ?? {}
        waiting.push({ from: byLink, finish: () => byLink.get(url) })
      }
      const resetting = browser()
      await post(resetting, "/forgot-password", { email })
      const reset = await vi.waitFor(() => emails.find(({ kind }) => kind === "reset-password") ?? expect.fail())
      await ask(owner, addresses[0] ?? "")
      const [mail = expect.fail()] = await addresses.mails()
      const change = () => post(owner, "/change-email", { token: tokenIn(mail) })
      const racing = waiting.flatMap(({ finish }) => Array.from({ length: 8 }, () => finish()))
      const resets = Array.from({ length: 8 }, () =>
        post(browser(), "/reset-password", { token: tokenIn(reset), password: `${PASSWORD} again` }),
      )
      const [changed, ...others] = await Promise.all([change(), ...racing, ...resets])
      expect(others.filter(({ status }) => status >= 500)).toEqual([])
      const isNew = (await userWith(addresses[0] ?? "")) !== null
      expect(isNew).toBe(changed.headers.get("location") === DONE)
      expect(await userWith(email)).toEqual(isNew ? null : expect.objectContaining({ email }))
      if (isNew) expect((await Promise.all(waiting.map(({ from }) => signedIn(from)))).filter(Boolean)).toEqual([])
    },
  )

  test.each(STRATEGIES)(
    "an undo wins against 24 other changes with %s sessions (threats 491, 492)",
    { timeout: 60_000 },
    async (strategy) => {
      if (!isReady()) return
      const { auth, owner, email, ask, browser, post, newAddresses, tokenIn, userWith, emails } = await serviceOn(
        adapter(),
        strategy,
      )
      const addresses = newAddresses(2)
      await ask(owner, addresses[0] ?? "")
      const [first = expect.fail()] = await addresses.mails(1)
      await post(owner, "/change-email", { token: tokenIn(first) })
      const undo = await vi.waitFor(() => emails.find(({ kind }) => kind === "email-changed") ?? expect.fail())
      await ask(owner, addresses[1] ?? "")
      const second = (await addresses.mails()).at(-1) ?? expect.fail()
      const csrfToken = await owner.csrfToken()
      const thieves = Array.from({ length: 24 }, () => cookieClient(auth, new Map(owner.jar)))
      const [undone, ...changes] = await Promise.all([
        post(browser(), "/undo", { token: tokenIn(undo) }),
        ...thieves.map((from) => from.post("/change-email", { csrfToken, token: tokenIn(second) })),
      ])
      expect([undone, ...changes].filter(({ status }) => status >= 500)).toEqual([])
      expect(undone.headers.get("location")).toContain("/auth/forgot-password")
      expect(await userWith(email)).not.toBeNull()
      expect(await Promise.all(addresses.map(userWith))).toEqual([null, null])
      expect((await Promise.all([owner, ...thieves].map(signedIn))).filter(Boolean)).toEqual([])
    },
  )
}

/** A user who is signed in, on an adapter that other tests use too. */
async function serviceOn(adapter: Adapter, strategy: (typeof STRATEGIES)[number]) {
  // Redis deletes what expires by its own clock
  const config = { clock: Date.now, session: { strategy }, rateLimit: false } as const
  const service = passwordAccountService({ adapter, config })
  const { browser, signUp, post, emails } = service
  const email = `moves-${crypto.randomUUID()}@app.test`
  const owner = browser()
  await signUp(owner, { email, password: PASSWORD })
  expect(await signedIn(owner)).toBe(email)
  const newAddresses = (count: number) => {
    const list = Array.from({ length: count }, () => `moved-${crypto.randomUUID()}@app.test`)
    const mails = (wanted = count) =>
      vi.waitFor(() => {
        const found = emails.filter(({ kind, identifier }) => kind === "email-change" && list.includes(identifier))
        expect(found).toHaveLength(wanted)
        return found
      })
    return Object.assign(list, { mails })
  }
  return {
    ...{ ...service, email, owner, newAddresses },
    ask: (from: Browser, address: string) => post(from, "/account", { change: "change-email", email: address }),
    userWith: async (address: string) => (await adapter.getUserByEmail?.(address)) ?? null,
  }
}
