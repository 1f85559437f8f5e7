import { expect, test } from "vitest"
import type { AccountDetails } from "../../../client/account-contract.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { stepped } from "../../test-kit/killed-adapter.ts"
import { ADA, pauseService, signedIn } from "../../test-kit/pause-service.ts"

const SHORT = () => new Promise<void>((resolve) => setTimeout(resolve, 100))
const METHODS = ["passkey", "oidc", "oauth"] as const
const ADAPTERS: [name: string, create: () => Adapter][] = [
  ["all sessions of a user", () => MemoryAdapter()],
  ["one session at a time", withoutDeleteSessions],
]

function withoutDeleteSessions(): Adapter {
  const { deleteSessions: _, ...others } = MemoryAdapter()
  return others
}

const CASES = ADAPTERS.flatMap(([name, create]) => METHODS.map((method) => ({ name, create, method })))

/** The form that removes a sign-in method of the account. */
function removal(method: (typeof METHODS)[number], { passkeys, accounts }: AccountDetails) {
  if (method === "passkey") return { change: "remove-passkey", id: passkeys?.[0]?.id ?? "" }
  const provider = method === "oidc" ? "acme" : "plain"
  return { change: "unlink", id: accounts?.find((one) => one.provider === provider)?.id ?? "" }
}

test.each(CASES)(
  "a sign-in with $method opens no session after the user removed it and signed out elsewhere, with an adapter that ends $name (threat 505)",
  async ({ create, method }) => {
    for (let place = 0, isLast = false; !isLast; place++) {
      const service = await pauseService({
        strategy: "database",
        adapter: create(),
        config: { steps: [], rateLimit: false },
      })
      const owner = service.browser()
      await service.prove(owner, "magic link")
      const details = (await (await owner.get("/account")).json()) as AccountDetails // its contract
      const csrfToken = await owner.csrfToken()
      const remove = async () => {
        const removed = await owner.postJson("/account", { csrfToken, ...removal(method, details) })
        expect(removed.status).toBe(200)
        await owner.postJson("/account", { csrfToken, change: "revoke-other-sessions" })
      }
      const running: Promise<void>[] = []
      isLast = true
      const adapter = stepped(service.adapter, async (turn) => {
        if (turn !== place) return
        isLast = false
        running.push(remove())
        await Promise.race([running[0], SHORT()])
      })
      const slow = createAuth({ ...service.settings, adapter }, { env: { AUTH_URL: "https://app.test/auth" } })
      const thief = service.browser()
      const finishes = (request: Request) => new URL(request.url).pathname.includes("/callback/")
      const handle = (request: Request) => (finishes(request) ? slow : service.auth).handle(request)
      await service.prove(cookieClient({ handle }, thief.jar), method)
      await Promise.all(running)
      if (!isLast) expect([place, await signedIn(thief)]).toEqual([place, null])
    }
  },
)

test.each(METHODS)(
  "a sign-in with %s opens no sealed session after the user removed it, because the owner can't end it (threat 505)",
  async (method) => {
    const held = { started: Promise.withResolvers<void>(), go: Promise.resolve() }
    const place = async () => {
      held.started.resolve()
      await held.go
      return null
    }
    const service = await pauseService({ config: { steps: [], callbacks: { place } } })
    const owner = service.browser()
    await service.prove(owner, "magic link")
    const details = (await (await owner.get("/account")).json()) as AccountDetails // its contract
    const { promise: go, resolve: open } = Promise.withResolvers<void>()
    Object.assign(held, { started: Promise.withResolvers<void>(), go })
    const late = service.browser()
    const signIn = service.prove(late, method)
    await held.started.promise
    const csrfToken = await owner.csrfToken()
    expect((await owner.postJson("/account", { csrfToken, ...removal(method, details) })).status).toBe(200)
    open()
    await signIn
    expect([await signedIn(late), await signedIn(owner)]).toEqual([null, ADA.email])
  },
)
