import { readFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { isRequired } from "../proofs/records.ts"
import { createAuth, createIntegrationService } from "../../service/auth.ts"
import { importPassword } from "../../features/password/import-password.ts"
import { Credentials } from "../../providers/credentials.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { deletionService } from "../../test-kit/deletion-service.ts"
import { oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService } from "../../test-kit/password-account-service.ts"
import type { AuthConfig } from "../../service/config.ts"
import { DECISIONS, type DecisionName } from "./decisions.ts"
import { createSettings } from "../../service/features.ts"

/** An app's function, which in JavaScript may return anything. */
type AppFunction = () => never

/** Runs a flow in which the app's function decides. Returns whether the door opened. */
type Flow = (decide: AppFunction, logged: (error: Error) => void) => Promise<boolean>

const SITE = "https://app.test/auth"
const person = (name: string) => ({ sub: name, email: `${name}@app.test`, email_verified: true, name })
const loggerOf = (error: (error: Error) => void) => ({ error, warn: () => undefined, debug: () => undefined })

function ownForm(config: Partial<AuthConfig>, error: (error: Error) => void) {
  const providers = [Credentials({ authorize: () => ({ id: "1", name: "Ada" }) })]
  const shared = { providers, adapter: MemoryAdapter(), session: { strategy: "jwt" }, secret: "s".repeat(32) } as const
  const auth = createAuth({ ...shared, logger: loggerOf(error), ...config }, { env: { AUTH_URL: SITE } })
  const browser = cookieClient(auth)
  const signIn = async (fields = {}) =>
    browser.post("/callback/credentials", { csrfToken: await browser.csrfToken(), ...fields })
  return { auth, signIn, isSignedIn: async () => (await (await browser.get("/session")).json()) !== null }
}

async function signInWithForm(config: Partial<AuthConfig>, error: (error: Error) => void): Promise<boolean> {
  const { signIn, isSignedIn } = ownForm(config, error)
  await signIn()
  return isSignedIn()
}

/** Signs in with a stored hash that only the app's own format can check. */
async function signInWithForeignHash(
  format: { matches: AppFunction; verify: AppFunction },
  error: (error: Error) => void,
): Promise<boolean> {
  const config = { logger: loggerOf(error) }
  const password = { accepts: [{ name: "own", ...format }] }
  const { adapter, browser, signIn } = passwordAccountService({ config, password })
  await adapter.createUser({ id: "grace", email: GRACE.email, emailVerified: new Date() })
  await importPassword(adapter, { userId: "grace", hash: "$own$" })
  const from = browser()
  await signIn(from, { email: GRACE.email, password: "any password at all" })
  return (await signedInName(from)) === GRACE.email
}

const FLOWS: Readonly<Record<DecisionName, Flow>> = {
  signIn: (signIn, error) => signInWithForm({ callbacks: { signIn } }, error),
  redirect: async (redirect, error) => {
    const { signIn } = ownForm({ callbacks: { redirect } }, error)
    return (await signIn({ callbackUrl: "https://evil.test/" })).headers.get("location") === "https://evil.test/"
  },
  beforeAttempt: async (decide, error) => {
    const gate = { decide: () => true }
    const callbacks = { beforeAttempt: () => gate.decide() }
    const { browser, signIn, signUp } = passwordAccountService({ config: { callbacks, logger: loggerOf(error) } })
    await signUp(browser())
    gate.decide = decide
    const from = browser()
    await signIn(from)
    return (await signedInName(from)) !== null
  },
  beforeDelete: async (beforeDelete, error) => {
    const config = { callbacks: { beforeDelete }, logger: loggerOf(error) }
    const { enter, requestDeletion, deleted } = await deletionService({ config })
    await requestDeletion(await enter())
    return deleted.length > 0
  },
  impersonate: (decide, error) => impersonates(decide, () => false, error),
  impersonateBack: (decide, error) => impersonates(() => true, decide, error),
  authorized: (authorized, error) => allows({ callbacks: { authorized } }, error),
  authjsAuthorized: (authorized, error) => allows({ callbacks: { authorized }, compat: "authjs" }, error),
  needed: (needed, error) => signInWithForm({ steps: [{ id: "terms", url: "/terms", needed }] }, error),
  required: (required, error) => signInWithForm({ secondFactor: { required } }, error),
  phishingResistant: async (phishingResistant, error) => {
    const settings = createSettings({ providers: [], secondFactor: { phishingResistant }, logger: loggerOf(error) })
    const rules = settings.secondFactor ?? expect.fail()
    const account = { provider: "acme", providerAccountId: "1", type: "oidc" } as const
    return !(await isRequired(
      { settings },
      "phishingResistant",
      { user: { id: "1" }, account, isNewUser: false },
      rules,
    ))
  },
  matches: (matches, error) => signInWithForeignHash({ matches, verify: (async () => true) as AppFunction }, error),
  verify: (verify, error) => signInWithForeignHash({ matches: (() => true) as AppFunction, verify }, error),
  acceptsIssuer: async (acceptsIssuer, error) => {
    const { issuer, enter, browser } = await oauthService({ logger: loggerOf(error) }, { acceptsIssuer })
    issuer.responses.claims = (claims) => ({ ...claims, iss: "https://other.test" })
    const from = browser()
    await enter(from, person("ada"))
    return (await signedInName(from)) !== null
  },
  isPublicSuffix: async (isPublicSuffix, error) => {
    const { auth } = ownForm({ isPublicSuffix, redirectProxyOrigins: ["https://*.acme.test"] }, error)
    return (await auth.handle(new Request("https://app.test/auth/session"))).status === 200
  },
  claimOnce: async (claimOnce, error) => {
    const { enter, browser } = await oauthService({
      adapter: { ...MemoryAdapter(), claimOnce },
      logger: loggerOf(error),
    })
    const from = browser()
    await enter(from, person("ada"))
    return (await signedInName(from)) !== null
  },
}

async function impersonates(
  forward: AppFunction | (() => boolean),
  back: AppFunction | (() => boolean),
  error: (error: Error) => void,
): Promise<boolean> {
  const impersonate = ({ actor }: { actor: { name?: string | null | undefined } }) =>
    actor.name === "root" ? forward() : back()
  const account = { administration: true }
  const session = { strategy: "database" } as const
  const adapter = MemoryAdapter()
  const { auth, enter, browser } = await oauthService({
    adapter,
    account,
    session,
    callbacks: { impersonate },
    logger: loggerOf(error),
  })
  const [root, ada] = [browser(), browser()]
  await enter(root, person("root"))
  await enter(ada, person("ada"))
  const { id } = (await adapter.getUserByEmail("ada@app.test")) ?? expect.fail()
  return auth.users.impersonate(id, root.request("/admin")).then(
    () => true,
    () => false,
  )
}

async function allows(config: Partial<AuthConfig>, error: (error: Error) => void): Promise<boolean> {
  const shared = { providers: [], secret: "s".repeat(32), logger: loggerOf(error) }
  const service = createIntegrationService({ ...shared, ...config }, { env: { AUTH_URL: SITE } })
  return (await service.authorized(new Request("https://app.test/admin"), null)) !== false
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => {
  vi.useRealTimers()
  skip.seconds = 0
})

/** The seconds that pass quickly, so that a function that never returns reaches its limit. */
const skip = { seconds: 0 }

/** Waits for a flow. Time passes slowly otherwise, so that what the flow really does reaches no limit. */
async function run(flow: Promise<boolean>): Promise<boolean> {
  const state = { done: false }
  const finished = flow.finally(() => (state.done = true))
  finished.catch(() => undefined)
  while (!state.done) {
    await vi.advanceTimersByTimeAsync(skip.seconds-- > 0 ? 1000 : 1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return finished
}

function never() {
  skip.seconds = 31
  return new Promise(() => undefined)
}

/** The result that opens the door, if it isn't `true`. */
const OPENS: Partial<Record<DecisionName, unknown>> = {
  redirect: "https://evil.test/",
  needed: false,
  required: false,
  phishingResistant: false,
  impersonateBack: false,
  isPublicSuffix: false,
}
const WRONG: readonly [string, () => unknown][] = [
  ['"false"', () => "false"],
  ["1", () => 1],
  ["0", () => 0],
  ["an empty text", () => ""],
  ["{ ok: false }", () => ({ ok: false })],
  ["a list", () => [true]],
  ["a promise of a wrong type", async () => "yes"],
  ["a promise that never ends", never],
  [
    "nothing, because it throws",
    () => {
      throw new Error("down")
    },
  ],
  [
    "a promise that rejects",
    async () => {
      throw new Error("down")
    },
  ],
]

/** The results that mean something here: a URL, or a truthy value as in Auth.js. */
const MEANINGFUL: Partial<Record<DecisionName, readonly string[]>> = {
  authjsAuthorized: ['"false"', "1", "{ ok: false }", "a list", "a promise of a wrong type"],
}

const names = Object.keys(DECISIONS) as DecisionName[] // the table's keys

describe.each(names)("a function that decides, %s,", (name) => {
  const flow = FLOWS[name]
  const yes = name in OPENS ? OPENS[name] : true

  test("opens the door if it says so, also as a promise if it may be asynchronous", async () => {
    const errors: Error[] = []
    expect(await run(flow((() => yes) as AppFunction, (error) => errors.push(error)))).toBe(true)
    expect(errors.filter(({ message }) => message.includes(DECISIONS[name].option))).toEqual([])
    const later = await run(flow((async () => yes) as unknown as AppFunction, () => undefined))
    expect(later).toBe(DECISIONS[name].seconds > 0)
  })

  test.each(WRONG)("keeps it closed if it returns %s (threat 645)", async (label, decide) => {
    const errors: string[] = []
    const opened = await run(flow(decide as AppFunction, ({ message }) => errors.push(message)))
    if (MEANINGFUL[name]?.includes(label)) return expect(opened).toBe(true)
    expect(opened).toBe(false)
    return undefined
  })

  test("logs a wrong type once, with what it should return", async () => {
    if (name === "authjsAuthorized" || name === "redirect") return // any value means something, or each URL is logged
    const errors: string[] = []
    const settings = createSettings({ providers: [], logger: loggerOf(({ message }) => errors.push(message)) })
    const { decide } = await import("./decisions.ts")
    for (const result of [1, { ok: false }, 1]) await decide(settings, name, () => result)
    expect(errors).toEqual([
      `\`${DECISIONS[name].option}\` returned 1, which counts as \`${DECISIONS[name].otherwise}\`. Return ${DECISIONS[name].returns}`,
    ])
  })
})

test("the page on callbacks lists each of them", () => {
  const page = readFileSync(new URL("../../../stories/docs/callbacks.mdx", import.meta.url), "utf8")
  for (const { option, seconds } of Object.values(DECISIONS))
    expect(page).toMatch(
      new RegExp(`\\| \`${option.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\` .*\\| ${seconds || "at once"}`),
    )
})
