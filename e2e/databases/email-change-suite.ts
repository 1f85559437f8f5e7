import { expect, test, vi } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { passwordAccountService, signedIn, type Browser } from "../../server/test-kit/password-account-service.ts"

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
    "of a change to an address and 24 links, codes and invitations of it one wins with %s sessions (threat 493)",
    async (strategy) => {
      if (!isReady()) return
      const service = await serviceOn(adapter(), strategy)
      const { auth, owner, email, ask, browser, post, newAddresses, links, tokenIn, userWith, emails } = service
      const ownerId = (await userWith(email))?.id
      const addresses = newAddresses(1)
      const [next = ""] = addresses
      await auth.invite({ email: next })
      const invited = await vi.waitFor(() => emails.find(({ kind }) => kind === "invitation") ?? expect.fail())
      const byMail: { from: Browser; url: string; code: string }[] = []
      for (let turn = 0; turn < 3; turn++) {
        const from = browser()
        await post(from, "/signin/email", { email: next })
        const { url = "", code = "" } = links.at(-1) ?? {}
        byMail.push({ from, url, code })
      }
      await ask(owner, next)
      const [mail = expect.fail()] = await addresses.mails()
      const guests = Array.from({ length: 8 }, () => browser())
      const invitation = { token: tokenIn(invited), email: next, password: `${PASSWORD} of a guest` }
      const [changed, ...others] = await Promise.all([
        post(owner, "/change-email", { token: tokenIn(mail) }),
        ...byMail.flatMap(({ from, url, code }) =>
          Array.from({ length: 3 }, () => [from.get(url), post(from, "/callback/email", { code })]).flat(),
        ),
        ...guests.map((from) => post(from, "/sign-up", invitation)),
      ])
      // 503 asks for a retry, because too many passwords are hashed at once
      expect([changed, ...others].filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
      const strangers = [...guests, ...byMail.map(({ from }) => from)]
      const open = (await Promise.all(strangers.map(signedIn))).filter((one) => one === next)
      const moved = changed.headers.get("location") === DONE
      const holder = await userWith(next)
      if (moved) expect([holder?.id, open, await userWith(email)]).toEqual([ownerId, [], null])
      else expect([holder?.id === ownerId, (await userWith(email))?.id]).toEqual([false, ownerId])
      // Sessions end before the address moves, so a change that loses the address may end them too
      expect(moved ? [next] : [email, null]).toContain(await signedIn(owner))
    },
  )

  test.each(STRATEGIES)(
    "of 12 resets and 12 changes of the address in a %s session at once one wins (threat 483)",
    async (strategy) => {
      if (!isReady()) return
      const service = await serviceOn(adapter(), strategy)
      const { auth, owner, email, ask, browser, post, signIn, newAddresses, tokenIn, userWith, emails } = service
      const addresses = newAddresses(1)
      const [next = ""] = addresses
      await post(browser(), "/forgot-password", { email })
      const reset = await vi.waitFor(() => emails.find(({ kind }) => kind === "reset-password") ?? expect.fail())
      await ask(owner, next)
      const [mail = expect.fail()] = await addresses.mails()
      const csrfToken = await owner.csrfToken()
      const copies = Array.from({ length: 12 }, () => cookieClient(auth, new Map(owner.jar)))
      const passwords = copies.map((_, turn) => `${PASSWORD}, reset ${turn}`)
      const [resets, changes] = await Promise.all([
        Promise.all(
          passwords.map((password) => post(browser(), "/reset-password", { token: tokenIn(reset), password })),
        ),
        Promise.all(copies.map((from) => from.post("/change-email", { csrfToken, token: tokenIn(mail) }))),
      ])
      expect([...resets, ...changes].filter(({ status }) => status >= 500)).toEqual([])
      const set = passwords.filter((_, turn) =>
        resets[turn]?.headers.get("location")?.endsWith("/signin?changed=password"),
      )
      const moved = changes.filter(({ headers }) => headers.get("location") === DONE)
      expect(set.length + moved.length).toBe(1)
      const address = moved.length === 1 ? next : email
      expect((await Promise.all([email, next].map(userWith))).map((user) => user?.email)).toEqual(
        [email, next].map((one) => (one === address ? one : undefined)),
      )
      const worksWith = async (password: string) => {
        const from = browser()
        await signIn(from, { email: address, password })
        return (await signedIn(from)) === address
      }
      const tried = [...set, ...passwords.filter((password) => !set.includes(password)).slice(0, 2), PASSWORD]
      const works = set[0] ?? PASSWORD
      expect(await Promise.all(tried.map(worksWith))).toEqual(tried.map((password) => password === works))
      const open = (await Promise.all([owner, ...copies].map(signedIn))).filter(Boolean)
      expect(open).toEqual(moved.map(() => next))
    },
  )

  test.each(STRATEGIES)(
    "an undo wins against 24 other changes with %s sessions (threats 491, 492)",
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
