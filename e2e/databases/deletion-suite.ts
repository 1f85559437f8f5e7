import { expect, test, vi } from "vitest"
import { ACCOUNT_RECORD_OPERATIONS } from "../../server/adapters/account-tables.ts"
import type { Adapter } from "../../server/adapters/contract.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import type { OIDCConfig } from "../../server/providers/types.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { leftovers, NOTHING } from "../../server/test-kit/deletion-service.ts"
import { fakeIssuer } from "../../server/testing/fake-issuer.ts"
import { passwordAccountService, signedIn, type Browser } from "../../server/test-kit/password-account-service.ts"

const STRATEGIES = ["jwt", "database"] as const
const PASSWORD = "the password of the deletion"

/** Requests that race a deletion. Each function gets a user who is signed in, and returns a request that is ready to be sent. */
type Racer = (service: Service, turn: number) => Promise<{ from: Browser; send: () => Promise<Response> }>

const RACERS: Record<string, Racer> = {
  "sign-ins with the password": async ({ browser, signIn, email }) => {
    const from = browser()
    const csrfToken = await from.csrfToken()
    return { from, send: () => signIn(from, { email, password: PASSWORD, csrfToken }) }
  },
  "magic links": async ({ browser, post, email, links }, turn) => {
    const from = browser()
    if (turn < 3) await post(from, "/signin/email", { email })
    const { url = "" } = links.at(-1) ?? {}
    return { from, send: () => from.get(url) }
  },
  "a provider that is linked": async ({ copy, atProvider }, turn) => {
    const from = copy()
    const callback = await atProvider(from, `linked-${turn}-${crypto.randomUUID()}@app.test`)
    return { from, send: () => from.get(callback) }
  },
  "refreshed sessions": async ({ copy }) => {
    const from = copy()
    const csrfToken = await from.csrfToken()
    return { from, send: () => from.postJson("/session", { csrfToken, data: {} }) }
  },
  "a reset of the password": async ({ browser, post, findToken, email }, turn) => {
    const from = browser()
    if (turn === 0) await post(from, "/forgot-password", { email })
    const token = await findToken("reset-password")
    const password = `${PASSWORD}, reset ${turn}`
    return { from, send: () => post(from, "/reset-password", { token, password }) }
  },
  "a change of the address": async ({ owner, copy, post, findToken, next }, turn) => {
    if (turn === 0) await post(owner, "/account", { change: "change-email", email: next })
    const token = await findToken("email-change")
    const from = copy()
    return { from, send: () => post(from, "/change-email", { token }) }
  },
}

/** Tests the races of a deletion, the same for every database. */
export function deletionSuite(adapter: () => Adapter): void {
  const isReady = () => ACCOUNT_RECORD_OPERATIONS.every((name) => adapter()[name])

  test.each(STRATEGIES.flatMap((strategy) => Object.keys(RACERS).map((name) => ({ strategy, name }))))(
    "of 25 deletions that race $name one wins or none, and nothing is left: $strategy sessions (threats 501, 502)",
    async ({ strategy, name }) => {
      if (!isReady()) return
      const service = await serviceOn(adapter(), strategy)
      const { copy, deleted, user, userId, email, next, worksWith } = service
      const racing = []
      for (let turn = 0; turn < 25; turn++) racing.push((await RACERS[name]?.(service, turn)) ?? expect.fail(name))
      const deleting = Array.from({ length: 25 }, copy)
      const csrfToken = await service.owner.csrfToken()
      const [deletions, others] = await Promise.all([
        Promise.all(deleting.map((from) => from.postJson("/account", { csrfToken, change: "delete-account" }))),
        Promise.all(racing.map(({ send }) => send())),
      ])
      // 503 asks for a retry, because too many passwords are hashed at once
      expect([...deletions, ...others].filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
      const isDeleted = deletions.some(({ status }) => status === 200)
      const everyone = [...deleting, ...racing.map(({ from }) => from)]
      if (isDeleted) {
        await vi.waitFor(async () => expect(await leftovers(adapter(), user.id, email)).toEqual(NOTHING))
        expect(await adapter().getUserByEmail?.(next)).toBeNull()
        expect((await Promise.all(everyone.map(signedIn))).filter(Boolean)).toEqual([])
        // Nothing that was sent before recreates the user
        for (const { send } of racing) expect((await send()).status).not.toBe(500)
        expect((await Promise.all(racing.map(({ from }) => signedIn(from)))).filter((one) => one === email)).toEqual([])
        expect([await adapter().getUserByEmail?.(email), await worksWith(PASSWORD)]).toEqual([null, false])
      } else expect(await adapter().getUser?.(user.id)).toMatchObject({ id: user.id })
      expect(deleted).toEqual(isDeleted ? [userId] : [])
    },
  )

  test.each(STRATEGIES)(
    "of 12 requests that keep an account and 12 that find its deletion due one side wins: %s sessions (threat 501)",
    async (strategy) => {
      if (!isReady()) return
      const time = { ahead: 0 }
      const account = { deletion: { graceDays: 1 } }
      const clock = () => Date.now() + time.ahead
      const service = await serviceOn({ ...adapter() }, strategy, { account, clock }) // due deletions are sought once an hour for each adapter
      const { auth, owner, browser, email, signIn, user, userId, deleted } = service
      const asked = await owner.postJson("/account", { csrfToken: await owner.csrfToken(), change: "delete-account" })
      expect(asked.status).toBe(200)
      const back = browser()
      await signIn(back, { email, password: PASSWORD })
      const csrfToken = await back.csrfToken()
      const keeping = Array.from({ length: 12 }, () => cookieClient(auth, new Map(back.jar)))
      time.ahead = 2 * 24 * 60 * 60 * 1000
      const [kept, others] = await Promise.all([
        Promise.all(keeping.map((from) => from.postJson("/account", { csrfToken, change: "cancel-deletion" }))),
        Promise.all(Array.from({ length: 12 }, () => browser().get("/session"))),
      ])
      expect([...kept, ...others].filter(({ status }) => status >= 500)).toEqual([])
      if (kept.some(({ status }) => status === 200)) {
        time.ahead *= 2
        await browser().get("/session")
        expect([(await adapter().getUser?.(user.id))?.id, deleted.includes(userId)]).toEqual([user.id, false])
      } else {
        await vi.waitFor(async () => expect(await leftovers(adapter(), user.id, email)).toEqual(NOTHING))
        await vi.waitFor(() => expect(deleted.filter((id) => id === userId)).toHaveLength(1))
      }
    },
  )

  test.each(STRATEGIES)(
    "the next user of the address gets nothing of the deleted one: %s sessions (threat 502)",
    async (strategy) => {
      if (!isReady()) return
      const service = await serviceOn(adapter(), strategy)
      const { owner, browser, post, email, links, findToken, user, signIn, signUp, worksWith } = service
      const [device, byLink] = [browser(), browser()]
      await signIn(device, { email, password: PASSWORD })
      await post(byLink, "/signin/email", { email })
      const { url = "" } = links.at(-1) ?? {}
      await post(browser(), "/forgot-password", { email })
      const reset = await findToken("reset-password")
      const csrfToken = await owner.csrfToken()
      expect((await owner.postJson("/account", { csrfToken, change: "delete-account" })).status).toBe(200)
      const reborn = browser()
      const password = `${PASSWORD} of the next user`
      await signUp(reborn, { email, password })
      expect(await signedIn(reborn)).toBe(email)
      expect((await adapter().getUserByEmail?.(email))?.id).not.toBe(user.id)
      await byLink.get(url)
      const taken = await post(browser(), "/reset-password", { token: reset, password: PASSWORD })
      expect(taken.status).toBe(400)
      expect(await Promise.all([owner, device, byLink].map(signedIn))).toEqual([null, null, null])
      expect([await worksWith(PASSWORD), await worksWith(password), await signedIn(reborn)]).toEqual([
        false,
        true,
        email,
      ])
    },
  )
}

type Service = Awaited<ReturnType<typeof serviceOn>>

const acme = (issuer: string): OIDCConfig => ({
  ...{ id: "acme", name: "Acme", type: "oidc", issuer, clientId: "client", clientSecret: "secret" },
})

/** A user who is signed in, on an adapter that other tests use too. */
async function serviceOn(adapter: Adapter, strategy: (typeof STRATEGIES)[number], config: Partial<AuthConfig> = {}) {
  const issuer = await fakeIssuer()
  const deleted: unknown[] = []
  const service = passwordAccountService({
    adapter,
    providers: [acme(issuer.issuer)],
    config: {
      ...{ clock: Date.now, session: { strategy }, rateLimit: false }, // Redis deletes what expires by its own clock
      ...{ fetch: issuer.fetch, account: { deletion: true } },
      ...config,
      events: { deleteUser: ({ user }) => void deleted.push(user.id) },
    },
  })
  const { browser, post, signIn, signUp, emails, tokenIn, auth } = service
  const [email, next] = ["gone", "moved"].map((name) => `${name}-${crypto.randomUUID()}@app.test`) as [string, string] // two names
  const owner = browser()
  await signUp(owner, { email, password: PASSWORD })
  const user = (await adapter.getUserByEmail?.(email)) ?? expect.fail("no user")
  return {
    ...{ ...service, email, next, owner, user, deleted },
    userId: String(user.id), // as events have it. Some adapters number their users
    /** A browser with the owner's cookies. */
    copy: () => cookieClient(auth, new Map(owner.jar)),
    findToken: (kind: string) =>
      vi.waitFor(() => tokenIn(emails.find((one) => one.kind === kind) ?? expect.fail(`no email ${kind}`))),
    async worksWith(password: string) {
      const from = browser()
      await signIn(from, { email, password })
      return (await signedIn(from)) === email
    },
    /** Starts a sign-in at the provider, and returns the callback that the provider redirects to. */
    async atProvider(from: Browser, address: string) {
      const started = await post(from, "/signin/acme", {})
      const person = { sub: address, email: address, email_verified: true }
      return `/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", person)}`
    },
  }
}
