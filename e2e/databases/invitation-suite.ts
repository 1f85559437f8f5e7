import { expect, test, vi } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import { killable, type WriteLog } from "../../server/test-kit/killed-adapter.ts"
import { passwordAccountService, signedIn, type Browser } from "../../server/test-kit/password-account-service.ts"
import { killedService } from "./killed-password.ts"
import { accountOn, eachKill, type Database } from "./killed-password-suite.ts"

const STRATEGIES = ["jwt", "database"] as const
const MANY = { points: 10_000, seconds: 900 }
const HOME = "https://app.test/"
const PASSWORD = "the password of the invited user"
const LAST = "the password of the retry"

/**
 * Tests the races and the kills of invitations, the same for every database. `unproven` says whether a process also dies
 * while an unproven user is handed over, which takes long.
 */
export function invitationSuite(database: () => Database, unproven: readonly boolean[] = [false, true]): void {
  const isReady = () => ACCOUNT_RECORD_OPERATIONS.every((name) => database().adapter[name])

  test.each(STRATEGIES)(
    "an invitation accepted 50 times at once opens one %s session (threat 486)",
    async (strategy) => {
      if (!isReady()) return
      const { browser, accept, invited, email, worksWith } = serviceOn(database().adapter, strategy)
      const token = await invited()
      const racing = Array.from({ length: 50 }, (_, turn) => ({ from: browser(), password: `${PASSWORD}, ${turn}` }))
      const responses = await Promise.all(racing.map(({ from, password }) => accept(from, { token, password })))
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
      const won = racing.filter((_, turn) => responses[turn]?.headers.get("location") === HOME)
      expect(won).toHaveLength(1)
      const open = await Promise.all(racing.map(({ from }) => signedIn(from)))
      expect(open.filter(Boolean)).toEqual([email])
      const lost = racing.find((one) => one !== won[0])
      expect([await worksWith(won[0]?.password), await worksWith(lost?.password)]).toEqual([true, false])
    },
  )

  test("of 20 parallel invitations to an address one link works, and no revoked one (threat 486)", async (context) => {
    if (!isReady()) return context.skip()
    const { service, browser, accept, email, sent, worksWith, user } = serviceOn(database().adapter, "database")
    const results = await Promise.all(Array.from({ length: 20 }, () => service.auth.invite({ email })))
    expect(results.map(({ status }) => status)).toEqual(results.map(() => "sent"))
    const tokens = await sent(20)
    const responses: Response[] = []
    for (const token of tokens) responses.push(await accept(browser(), { token, password: PASSWORD }))
    expect(responses.filter(({ headers }) => headers.get("location") === HOME)).toHaveLength(1)
    expect([await worksWith(PASSWORD), (await user())?.email]).toEqual([true, email])
  })

  test.each(["revoked", "replaced"] as const)(
    "an invitation that is %s while 20 browsers accept it opens an account or none (threat 486)",
    async (change) => {
      if (!isReady()) return
      const { service, browser, accept, invited, email, sent, worksWith, user } = serviceOn(database().adapter, "jwt")
      const token = await invited()
      const racing = Array.from({ length: 20 }, () => browser())
      const [changed, ...responses] = await Promise.all([
        change === "revoked" ? service.auth.revokeInvitation(email) : service.auth.invite({ email }),
        ...racing.map((from) => accept(from, { token, password: PASSWORD })),
      ])
      expect(responses.filter(({ status }) => status >= 500)).toEqual([])
      const won = responses.filter(({ headers }) => headers.get("location") === HOME)
      const created = await user()
      expect([won.length, await worksWith(PASSWORD)]).toEqual(created ? [1, true] : [0, false])
      if (change === "revoked") expect(changed).toBe(created === null) // a used invitation can't be revoked
      expect((await accept(browser(), { token, password: LAST })).headers.get("location")).not.toBe(HOME)
      if (change === "replaced" && !created) {
        const newest = (await sent(2)).at(-1) ?? ""
        expect((await accept(browser(), { token: newest, password: LAST })).headers.get("location")).toBe(HOME)
      }
    },
  )

  test("an invitation, a sign-up and a magic link at once create one user (threat 486)", async (context) => {
    if (!isReady()) return context.skip()
    const adapter = database().adapter
    const { service, browser, accept, invited, email, user, worksWith } = serviceOn(adapter, "database")
    const token = await invited()
    const [signingUp, byLink] = [browser(), browser()]
    await service.post(signingUp, "/sign-up", { email, password: LAST })
    const proof = await vi.waitFor(() => service.emails.find((one) => one.kind === "confirm-sign-up") ?? expect.fail())
    await service.post(byLink, "/signin/email", { email })
    const { url = "" } = await vi.waitFor(() => service.links.at(-1) ?? expect.fail())
    const accepting = browser()
    const responses = await Promise.all([
      accept(accepting, { token, password: PASSWORD }),
      service.post(signingUp, "/sign-up", { token: service.tokenIn(proof) }),
      byLink.get(url),
    ])
    expect(responses.filter(({ status }) => status >= 500)).toEqual([])
    expect(service.events.filter((name) => name === "createUser")).toHaveLength(1)
    expect((await user())?.email).toBe(email)
    const entered = await Promise.all([accepting, signingUp].map(signedIn))
    expect(await Promise.all([PASSWORD, LAST].map(worksWith))).toEqual(entered.map((one) => one === email))
  })

  test.each(unproven.map((exists) => ({ exists })))(
    "a process that dies while a user accepts an invitation leaves nothing, or an account for its owner: unproven user exists: $exists (threat 486)",
    { timeout: 180_000 },
    async ({ exists }) => {
      const states = await eachKill(
        { database: database(), strategy: "database", ready: (adapter) => readyInvitation(adapter, exists) },
        async ({ account, fields }, die, adapter) => {
          await die()
          const { service, email, worksWith, reset } = account
          const isUsable = await worksWith(PASSWORD)
          const user = (await adapter.getUserByEmail?.(email)) ?? null
          if (!exists && adapter.transaction) expect(isUsable).toBe(user !== null)
          const again = await service.post(service.browser(), "/sign-up", { token: fields.token, password: LAST })
          const isAccepted = again.headers.get("location") === HOME
          if (isUsable) expect(isAccepted).toBe(false)
          if (!isAccepted && !isUsable) await finishAgain(account)
          if (isUsable) await reset(LAST)
          expect(await worksWith(LAST)).toBe(true)
          return isUsable ? "new" : isAccepted ? "old" : "between"
        },
      )
      expect(states[0]).toBe("old")
      expect(states.at(-1)).toBe("new")
    },
  )

  test("a process that dies while it invites leaves an invitation that can be sent again (threat 486)", async (context) => {
    if (!isReady()) return context.skip()
    const { adapter } = database()
    const log: WriteLog = { names: [] }
    const email = `invited-${crypto.randomUUID()}@app.test`
    await killedService(killable(adapter, log), "jwt").auth.invite({ email })
    expect(log.names.length).toBeGreaterThan(0)
    for (const before of log.names.keys()) {
      const { service, browser, accept, invited, email: other } = serviceOn(adapter, "jwt")
      await new Promise<void>((dead) => {
        const by = () => (dead(), new Promise<never>(() => undefined))
        const dying = killedService(killable(adapter, { names: [], die: { before, by } }), "jwt")
        dying.auth.invite({ email: other }).catch(() => undefined) // it ends when the adapter's time is over
      })
      expect(service.emails).toEqual([])
      const token = await invited()
      expect((await accept(browser(), { token, password: PASSWORD })).headers.get("location")).toBe(HOME)
    }
  })
}

/** Invites again, or signs in as the user whose mailbox is proven already. */
async function finishAgain({ service, email, recover, findToken, countEmails }: ReturnType<typeof accountOn>) {
  const before = countEmails("invitation")
  const { status } = await service.auth.invite({ email })
  if (status === "registered") return recover(LAST)
  const token = await findToken("invitation", before)
  const done = await service.post(service.browser(), "/sign-up", { token, password: LAST })
  expect(done.headers.get("location")).toBe(HOME)
}

/** A browser that opened an invitation, for an address that a stranger may have registered. */
async function readyInvitation(adapter: Adapter, exists: boolean) {
  const account = accountOn(adapter, "database")
  const { service, email, findToken } = account
  const user = { id: crypto.randomUUID(), name: null, image: null, email, emailVerified: null }
  if (exists) await adapter.createUser?.(user)
  await service.auth.invite({ email })
  const token = await findToken("invitation", 0)
  const from = service.browser()
  return { account, from, path: "/sign-up", fields: { csrfToken: await from.csrfToken(), token, password: PASSWORD } }
}

/** Latchkit on an adapter, for one address that no other test uses. */
function serviceOn(adapter: Adapter, strategy: (typeof STRATEGIES)[number]) {
  const limits = { emailTo: MANY, credentialsFor: MANY, credentialsAnywhere: MANY }
  const rateLimit = { address: (headers: Headers) => headers.get("x-client") ?? undefined, limits }
  // Redis deletes what expires by its own clock
  const service = passwordAccountService({ adapter, config: { clock: Date.now, session: { strategy }, rateLimit } })
  const { auth, post, signIn, emails, tokenIn } = service
  const browser = () =>
    service.browser({ "x-client": `2001:db8:${crypto.randomUUID().slice(9, 18).replace("-", ":")}::1` })
  const email = `invited-${crypto.randomUUID()}@app.test`
  const sent = (count: number) =>
    vi.waitFor(() => {
      const found = emails.filter(({ kind }) => kind === "invitation")
      expect(found).toHaveLength(count)
      return found.map(tokenIn)
    })
  return {
    ...{ service, browser, email, sent },
    accept: (from: Browser, fields: { token: string; password: string }) => post(from, "/sign-up", fields),
    async invited() {
      await auth.invite({ email })
      return (await sent(1))[0] ?? ""
    },
    user: async () => (await adapter.getUserByEmail?.(email)) ?? null,
    async worksWith(password = "") {
      const from = browser()
      await signIn(from, { email, password })
      return (await signedIn(from)) === email
    },
  }
}
