import { expect } from "vitest"
import { accountTables } from "../../adapters/account-tables.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import Passkey from "../../providers/passkey.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { plainAdapter } from "../../test-kit/email-service.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService, type Browser } from "../../test-kit/password-account-service.ts"

export const EVIL = { sub: "thief", email: "thief@evil.test", email_verified: true }
export const STRATEGIES = ["jwt", "database"] as const
const location = (response: Response) => response.headers.get("location") ?? ""

/** Holds one operation of an adapter, also inside a transaction, until the test lets it go. */
function held(adapter: Adapter) {
  const state: { operation?: string | undefined; kind?: string | undefined } = {}
  const reached = Promise.withResolvers<boolean>()
  const go = Promise.withResolvers<void>()
  const wrap = (inner: Adapter): Adapter =>
    new Proxy(inner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== "function") return value
        if (name === "transaction")
          return (run: (within: Adapter) => unknown) =>
            Reflect.apply(value, target, [(within: Adapter) => run(wrap(within))]) as unknown
        if (name === "deleteExpired") return value.bind(target) as unknown
        return async (...input: unknown[]) => {
          const { kind } = (input[0] ?? {}) as { kind?: string } // an account record has one
          if (state.operation === name && (state.kind === undefined || state.kind === kind)) {
            state.operation = undefined
            reached.resolve(true)
            await go.promise
          }
          return Reflect.apply(value, target, input) as unknown
        }
      },
    })
  const hold = (operation: string, kind?: string) => Object.assign(state, { operation, kind })
  return { adapter: wrap(adapter), hold, reached: reached.promise, go: go.resolve }
}

export const ADAPTERS: Record<string, () => Adapter> = {
  "with transactions": () => MemoryAdapter(),
  "without transactions": () => {
    const memory = MemoryAdapter()
    return { ...plainAdapter(memory), ...accountTables(memory) }
  },
}

/** Grace, and a thief who is signed in as her. */
export async function robbedGrace(strategy: (typeof STRATEGIES)[number], stored: Adapter) {
  const { adapter, ...gate } = held(stored)
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = () => time.now
  const issuer = await fakeIssuer({ clock })
  const config = {
    ...{ fetch: issuer.fetch, clock, secondFactor: {}, session: { strategy } },
    rateLimit: false,
    account: { administration: true, profile: ["name"] },
  } as const
  const service = passwordAccountService({ adapter, config, providers: [ACME, Passkey()] })
  const { browser, post, signUp, signIn } = service
  const owner = browser()
  await signUp(owner)
  const { id } = (await stored.getUserByEmail?.(GRACE.email)) ?? expect.fail("no user")
  const thief = browser()
  await signIn(thief)
  const key = softAuthenticator()
  const register = async (from: Browser) => {
    const asked = await from.get("/webauthn-options/passkey?action=register")
    const { options } = (await asked.json()) as { options: Parameters<typeof key.create>[0] } // as asked for
    return () => post(from, "/callback/passkey", { action: "register", data: key.create(options) })
  }
  const startLink = async (from: Browser, person: typeof EVIL) => {
    const started = await post(from, "/signin/acme", {})
    return () => from.get(`/callback/acme?${issuer.authorize(location(started), person)}`)
  }
  const link = async (from: Browser, person: typeof EVIL) => (await startLink(from, person))()
  const change = async (from: Browser, fields: Record<string, string>) =>
    from.postJson("/account", { csrfToken: await from.csrfToken(), ...fields })
  return { ...service, ...gate, stored, id, owner, thief, key, register, startLink, link, change, time }
}

export type Robbed = Awaited<ReturnType<typeof robbedGrace>>

/** Ends the sessions of a thief, in each way that the owner or an administrator has. */
export const RECOVERIES: Record<string, (robbed: Robbed) => Promise<unknown>> = {
  "a reset": ({ reset, browser }) => reset(browser()),
  "disabling the user": ({ auth, id }) => auth.users.disable(id),
  "revoking all sessions": ({ auth, id }) => auth.users.revokeSessions(id),
  "an undo": async ({ post, browser, newest, tokenIn }) =>
    post(browser(), "/undo", { token: tokenIn(await newest("account-linked")) }),
  "signing out elsewhere": async ({ owner, change }) => change(owner, { change: "revoke-other-sessions" }),
}
