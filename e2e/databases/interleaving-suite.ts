import { expect, test, vi } from "vitest"
import type { Adapter } from "../../server/adapters/contract.ts"
import type { SessionStrategyName } from "../../server/core/config/callbacks.ts"
import type { AuthConfig } from "../../server/service/config.ts"
import { cookieClient } from "../../server/testing/cookie-client.ts"
import { stepped } from "../../server/test-kit/killed-adapter.ts"
import { passwordAccountService, signedIn } from "../../server/test-kit/password-account-service.ts"

const PASSWORD = "the password between two operations"

/** Requests of a user or a thief. Each may come between any two operations of another. */
const ACTIONS = ["change", "undo", "deletion"] as const
type Action = (typeof ACTIONS)[number]

const STRATEGIES = ["database", "jwt"] as const

/** Tests every interleaving of a change of the address, an undo and a deletion, the same for every database. */
export function interleavingSuite(adapter: () => Adapter): void {
  const pairs = STRATEGIES.flatMap((strategy) =>
    ACTIONS.flatMap((outer) => ACTIONS.filter((inner) => inner !== outer).map((inner) => ({ outer, inner, strategy }))),
  )
  test.each(pairs)(
    "$inner between any two operations of $outer, $strategy sessions: one state is left, and no session of a thief (threats 489, 491, 492, 501)",
    { timeout: 240_000 },
    async ({ outer, inner, strategy }) => {
      for (let place = strategy === "jwt" ? STEPS[outer] >> 1 : 0, isLast = false; !isLast; place += STEPS[outer]) {
        const ready = await readyAccount(adapter(), strategy)
        isLast = true
        const running: Promise<Response>[] = []
        const outerRequest = { hasEnded: false }
        const auth = ready.beside(async (turn) => {
          // An instance deletes expired users beside its requests, also after the response
          if (turn !== place || outerRequest.hasEnded) return
          isLast = false
          running.push(ready.requests[inner](ready.auth))
          await Promise.race([running[0], SHORT()]) // it may have to wait for the lock
        })
        const response = await ready.requests[outer](auth)
        outerRequest.hasEnded = true
        const responses = [response, ...(await Promise.all(running))]
        expect([place, responses.filter(({ status }) => status >= 500).length]).toEqual([place, 0])
        await ready.check(place)
      }
    },
  )
}

/** A change and an undo have about a hundred operations each, so every sixth place is tested: others with JWT sessions. */
const STEPS: Record<Action, number> = { change: 6, undo: 6, deletion: 1 }
const SHORT = () => new Promise<void>((resolve) => setTimeout(resolve, 100))

/** A user whose address a thief has changed once. The thief may change it again, the owner may undo it, and either may delete the account. */
async function readyAccount(adapter: Adapter, strategy: SessionStrategyName) {
  const config: Partial<AuthConfig> = {
    ...{ clock: Date.now, session: { strategy }, rateLimit: false, account: { deletion: true } },
  }
  const service = passwordAccountService({ adapter, config })
  const { auth, browser, post, signUp, emails, tokenIn } = service
  const [owned, first, second] = ["owned", "first", "second"].map(
    (name) => `${name}-${crypto.randomUUID()}@app.test`,
  ) as [string, string, string] // three names
  const thief = browser()
  await signUp(thief, { email: owned, password: PASSWORD })
  const user = (await adapter.getUserByEmail?.(owned)) ?? expect.fail("no user")
  const tokenFor = (kind: string, address: string) =>
    vi.waitFor(() =>
      tokenIn(emails.find((one) => one.kind === kind && one.identifier === address) ?? expect.fail(`no ${kind}`)),
    )
  const ask = async (email: string) => {
    await post(thief, "/account", { change: "change-email", email })
    return tokenFor("email-change", email)
  }
  await post(thief, "/change-email", { token: await ask(first) })
  const undo = await tokenFor("email-changed", owned)
  const change = await ask(second)
  const csrfToken = await thief.csrfToken()
  const owner = browser()
  const ownCsrf = await owner.csrfToken()
  const asThief = (on: typeof auth) => cookieClient(on, new Map(thief.jar))
  const thieves: ReturnType<typeof asThief>[] = []
  const stolen = (on: typeof auth) => {
    const from = asThief(on)
    thieves.push(from)
    return from
  }
  const requests: Record<Action, (service: typeof auth) => Promise<Response>> = {
    change: (on) => stolen(on).post("/change-email", { csrfToken, token: change }),
    undo: (on) => cookieClient(on, new Map(owner.jar)).post("/undo", { csrfToken: ownCsrf, token: undo }),
    deletion: (on) => stolen(on).postJson("/account", { csrfToken, change: "delete-account" }),
  }
  return {
    auth,
    requests,
    /** An instance on the same database, whose operations call `before` with their number. */
    beside: (before: (turn: number) => Promise<void>) =>
      passwordAccountService({ adapter: stepped(adapter, before), config }).auth,
    async check(place: number) {
      const [byId, ...found] = await Promise.all([
        adapter.getUser?.(user.id),
        ...[owned, first, second].map((address) => adapter.getUserByEmail?.(address)),
      ])
      // One address has the user, and it is the one of the user's row. A deletion waits while an undo is open
      const holders = found.filter((one) => one?.id === user.id)
      expect([place, holders.length, holders[0]?.email]).toEqual([place, 1, byId?.email])
      const undone = byId?.email === owned
      const sessions = await Promise.all(thieves.map((from) => signedIn(cookieClient(auth, from.jar))))
      if (undone) expect([place, sessions.filter(Boolean)]).toEqual([place, []])
      expect([place, sessions.filter((one) => one !== null && one !== byId?.email)]).toEqual([place, []])
    },
  }
}
