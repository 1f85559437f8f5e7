import { afterEach, describe, expect, test, vi } from "vitest"
import type { Adapter } from "../../adapters/contract.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { stepped } from "../../test-kit/killed-adapter.ts"
import { isLong } from "../../test-kit/long.ts"
import { looseAdapter } from "../../test-kit/loose-adapter.ts"
import { passwordAccountService, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const OWNER = "owner@app.test"
const NEXT = "next@app.test"
const PASSWORD = "the password of the race"

type Instance = Pick<ReturnType<typeof passwordAccountService>["auth"], "handle">

/** A flow that gives the address to a user. It is sent to `auth`, one of the site's instances. */
interface Claim {
  from: Browser
  send: (auth: Instance) => Promise<Response>
}

type Site = Awaited<ReturnType<typeof readySite>>

const CLAIMS: Record<string, (site: Site) => Promise<Claim>> = {
  "a change of the address": async ({ owner, post, newest, tokenIn, through }) => {
    await post(owner, "/account", { change: "change-email", email: NEXT })
    const token = tokenIn(await newest("email-change"))
    const csrfToken = await owner.csrfToken()
    return { from: owner, send: through(owner, (from) => from.post("/change-email", { csrfToken, token })) }
  },
  "a link": async ({ browser, post, links, through }) => {
    const from = browser()
    await post(from, "/signin/email", { email: NEXT })
    const { url = "" } = links.at(-1) ?? {}
    return { from, send: through(from, (same) => same.get(url)) }
  },
  "a code": async ({ browser, post, links, through }) => {
    const from = browser()
    await post(from, "/signin/email", { email: NEXT })
    const { code = "" } = links.at(-1) ?? {}
    const csrfToken = await from.csrfToken()
    return { from, send: through(from, (same) => same.post("/callback/email", { csrfToken, code })) }
  },
  "an invitation": async ({ auth, browser, newest, tokenIn, through }) => {
    await auth.invite({ email: NEXT })
    const fields = { token: tokenIn(await newest("invitation")), password: `${PASSWORD} of a guest` }
    const from = browser()
    const csrfToken = await from.csrfToken()
    return { from, send: through(from, (same) => same.post("/sign-up", { csrfToken, ...fields })) }
  },
  "a sign-up": async ({ browser, post, newest, through }) => {
    const from = browser()
    await post(from, "/sign-up", { email: NEXT, password: `${PASSWORD} of a newcomer` })
    const { code = "" } = await newest("confirm-sign-up")
    const csrfToken = await from.csrfToken()
    return { from, send: through(from, (same) => same.post("/sign-up", { csrfToken, code })) }
  },
  "a first sign-in with a provider": async ({ browser, post, issuer, through }) => {
    const from = browser()
    const to = (await post(from, "/signin/acme", {})).headers.get("location") ?? ""
    const url = `/callback/acme?${issuer.authorize(to, { sub: "next", email: NEXT, email_verified: true })}`
    return { from, send: through(from, (same) => same.get(url)) }
  },
}

type Strategy = "jwt" | "database"

/** A site whose owner signed in, on tables without a unique key. `wrap` changes what its first instance calls. */
async function readySite(strategy: Strategy, wrap: (adapter: Adapter) => Adapter = (adapter) => adapter) {
  const { adapter, usersWith } = looseAdapter()
  const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
  const provider = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
  const config = { session: { strategy }, rateLimit: false, fetch: issuer.fetch } as const
  const options = { providers: [provider], config }
  const service = passwordAccountService({ ...options, adapter: wrap(adapter) })
  const owner = service.browser()
  await service.signUp(owner, { email: OWNER, password: PASSWORD })
  const [ownerId = ""] = usersWith(OWNER)
  const through =
    (from: Browser, request: (same: Browser) => Promise<Response>) =>
    (auth: Instance): Promise<Response> =>
      request(cookieClient(auth, from.jar))
  /** Another instance of the site, on the same database. */
  const beside = (change: (adapter: Adapter) => Adapter) =>
    passwordAccountService({ ...options, adapter: change({ ...adapter }) }).auth
  return { ...service, issuer, owner, ownerId, usersWith, through, beside }
}

const prepareClaim = (site: Site, name: string) => CLAIMS[name]?.(site) ?? expect.fail(name)

/** Checks that one user has the address. If it is the owner, no one else has a session. */
async function checkOneHolder(site: Site, claims: readonly Claim[], place?: number) {
  const holders = site.usersWith(NEXT)
  expect([place, holders.length]).toEqual([place, 1])
  if (holders[0] !== site.ownerId) return
  const strangers = claims.filter(({ from }) => from !== site.owner)
  const open = await Promise.all(strangers.map(({ from }) => signedIn(from)))
  expect([place, open.filter(Boolean)]).toEqual([place, []])
}

const SHORT = () => new Promise<void>((resolve) => setTimeout(resolve, 4))
const CHANGE = "a change of the address"

const ALL_PAIRS = Object.keys(CLAIMS).flatMap((outer) =>
  Object.keys(CLAIMS)
    .filter((inner) => inner !== outer)
    .flatMap((inner) => {
      const strategies = [outer, inner].includes(CHANGE) ? (["jwt", "database"] as const) : (["jwt"] as const)
      return strategies.map((strategy) => ({ outer, inner, strategy }))
    }),
)

const FLOWS = Object.keys(CLAIMS)
/** Each flow within and around a change, and within the flow before it. The long run has all pairs. */
const PAIRS = ALL_PAIRS.filter(({ outer, inner, strategy }) => {
  const isNext = FLOWS.indexOf(inner) === FLOWS.indexOf(outer) + 1
  return isLong || (strategy === "jwt" && (isNext || [outer, inner].includes(CHANGE)))
})

describe("without a unique key on addresses", () => {
  test.each(PAIRS)(
    "$inner in another instance, between any two operations of $outer, $strategy sessions: one user has the address (threat 493)",
    async ({ outer, inner, strategy }) => {
      for (let place = 0, isLast = false; !isLast; place++) {
        const site = await readySite(strategy)
        const [first, second] = [await prepareClaim(site, outer), await prepareClaim(site, inner)]
        const running: Promise<Response>[] = []
        isLast = true
        const before = async (turn: number) => {
          if (turn !== place) return
          isLast = false
          running.push(second.send(site.auth))
          await Promise.race([running[0], SHORT()]) // it may have to wait for the other
        }
        const responses = [await first.send(site.beside((on) => stepped(on, before))), ...(await Promise.all(running))]
        expect([place, responses.map(({ status }) => status).filter((status) => status >= 500)]).toEqual([place, []])
        await checkOneHolder(site, [first, second], place)
      }
    },
  )

  const WITHIN = Object.keys(CLAIMS).filter((name) => name !== CHANGE)
  test.each([...WITHIN.map((inner) => [CHANGE, inner]), ...WITHIN.map((outer) => [outer, CHANGE])])(
    "in one process without shared claims, between any two operations of %s, %s: one user has the address (threat 493)",
    async (outer, inner) => {
      for (let place = 0, isLast = false; !isLast; place++) {
        const hook: { before?: (turn: number) => Promise<void> } = {}
        const site = await readySite("jwt", ({ claimOnce: _, releaseOnce: __, ...plain }) =>
          stepped(plain, async (turn) => hook.before?.(turn)),
        )
        const [first, second] = [await prepareClaim(site, outer), await prepareClaim(site, inner)]
        const running: Promise<Response>[] = []
        isLast = true
        const start: { turn?: number } = {}
        hook.before = async (turn) => {
          start.turn ??= turn
          if (turn !== start.turn + place) return
          isLast = false
          running.push(second.send(site.auth))
          await Promise.race([running[0], SHORT()])
        }
        await first.send(site.auth)
        await Promise.all(running)
        await checkOneHolder(site, [first, second], place)
      }
    },
  )
})

describe("a write that takes so long that its lock ends", () => {
  afterEach(() => vi.useRealTimers())

  /**
   * Sends a claim and stops it in `operation`, before or after that is stored. Runs `meanwhile` when the claim's locks
   * have ended, and lets it go on.
   */
  async function sendLate(
    site: Site,
    { claim, operation, isStored }: { claim: Claim; operation: "createUser" | "updateUser"; isStored?: boolean },
    meanwhile: () => Promise<unknown>,
  ) {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const auth = site.beside((adapter) => {
      const run = async (user: never) => {
        const early = isStored && (await adapter[operation]?.(user))
        reached.resolve()
        await go.promise
        return early || adapter[operation]?.(user)
      }
      return { ...adapter, [operation]: run } as Adapter
    })
    const response = claim.send(auth)
    await reached.promise
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 })
    await meanwhile()
    go.resolve()
    return response
  }

  test.each(["a link", "an invitation", "a sign-up", "a first sign-in with a provider"])(
    "creates no user for %s (threat 493)",
    async (name) => {
      const site = await readySite("jwt")
      const [change, claim] = [await prepareClaim(site, CHANGE), await prepareClaim(site, name)]
      await sendLate(site, { claim, operation: "createUser" }, () => change.send(site.auth))
      expect(site.usersWith(NEXT)).toEqual([site.ownerId])
      expect([await signedIn(site.owner), await signedIn(claim.from)]).toEqual([NEXT, null])
    },
  )

  test("leaves no session of the address that a user had for a moment (threat 493)", async () => {
    const site = await readySite("jwt")
    const change = await prepareClaim(site, CHANGE)
    const stranger = site.browser()
    await sendLate(site, { claim: change, operation: "updateUser", isStored: true }, async () => {
      await site.post(stranger, "/signin/email", { email: NEXT })
      await stranger.get(site.links.at(-1)?.url ?? "")
      expect(await signedIn(stranger)).toBe(NEXT)
    })
    expect([site.usersWith(NEXT), site.usersWith(OWNER)]).toEqual([[], [site.ownerId]])
    expect([await signedIn(site.owner), await signedIn(stranger)]).toEqual([null, null])
  })

  test.each(["a link", "an invitation", "a sign-up", "a first sign-in with a provider"])(
    "moves no user to the address that %s got (threat 493)",
    async (name) => {
      const site = await readySite("jwt")
      const [change, claim] = [await prepareClaim(site, CHANGE), await prepareClaim(site, name)]
      await sendLate(site, { claim: change, operation: "updateUser" }, () => claim.send(site.auth))
      expect(site.usersWith(NEXT)).toHaveLength(1)
      expect(site.usersWith(OWNER)).toEqual([site.ownerId])
      expect([await signedIn(site.owner), await signedIn(claim.from)]).toEqual([null, NEXT])
    },
  )
})
