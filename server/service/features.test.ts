import { expect, test, vi } from "vitest"
import { ACCOUNT_CHANGES } from "../../client/account-contract.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { prepareConfig } from "../core/config/prepare.ts"
import type { AuthConfig } from "./config.ts"
import { credentials } from "../features/credentials/index.ts"
import { storedUsers } from "../features/stored-users/index.ts"
import type { FeatureStep } from "../core/steps/row.ts"
import { stepRows } from "../core/steps/index.ts"
import { toResponse } from "../core/request/respond.ts"
import type { Feature } from "../feature.ts"
import { authjs } from "../migrate/authjs/index.ts"
import { Password } from "../providers/password.ts"
import type { AccountEmail, EmailConfig } from "../providers/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"
import { FAST_HASH, GRACE, passwordAccountService } from "../test-kit/password-account-service.ts"
import { passwordConfig } from "../test-kit/password-service.ts"
import { pauseService } from "../test-kit/pause-service.ts"
import { respondToRequest } from "./auth.ts"
import { createSettings, FEATURES } from "./features.ts"

const EMAIL: EmailConfig = {
  id: "email",
  name: "Email",
  type: "email",
  sendsCode: true,
  sendVerificationRequest() {},
}
const STEP = { needed: () => true, submit: async () => expect.fail() }
const ENV = { AUTH_URL: "https://app.test/auth" }

/** Returns the handler of a service with these features only. */
function handlerWith(features: readonly Feature[], config: AuthConfig) {
  const prepared = prepareConfig(() => features, config, { env: ENV })
  return { handle: async (request: Request) => toResponse(await respondToRequest(request, prepared)) }
}

test("a feature runs before the session opens, and again after the session and the event", async () => {
  const order: string[] = []
  const spy: Feature = {
    name: "spy",
    isOn: () => true,
    onOpen(_, { user }) {
      order.push(`before the session of ${user.name}`)
      return {
        opened({ key }) {
          order.push("after the event")
          return { headers: { "x-session": key }, cookies: [{ name: "spy", value: "1", options: { path: "/" } }] }
        },
      }
    },
  }
  const config = passwordConfig({
    callbacks: {
      jwt({ token, trigger }) {
        if (trigger === "signIn") order.push("session")
        return token
      },
    },
    events: { signIn: () => void order.push("event") },
  })
  const ada = cookieClient(handlerWith([...FEATURES, spy], config))
  const response = await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  expect(order).toEqual(["before the session of Ada", "session", "event", "after the event"])
  expect([response.headers.get("x-session"), ada.cookie("spy")?.value]).toEqual([expect.any(String), "1"])
})

test("a feature that is off runs nothing", async () => {
  const ran: string[] = []
  const off: Feature = {
    name: "off",
    isOn: () => false,
    problems: () => ["a problem"],
    onOpen: () => (ran.push("open"), {}),
    sessions: (own) => (ran.push("sessions"), own),
  }
  const ada = cookieClient(handlerWith([credentials, off], passwordConfig()))
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  expect(await (await ada.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
  expect(ran).toEqual([])
})

test("an identity that was proven to confirm never signs in, even if nothing takes it (threat 445)", async () => {
  const served = { features: FEATURES }
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const config = { steps: [], secondFactor: {}, clock: () => time.now }
  const { prove, browser, issuer } = await pauseService({
    config,
    acme: { stepUp: true },
    serve: (settings) => ({ handle: (request) => handlerWith(served.features, settings).handle(request) }),
  })
  const ada = browser()
  await prove(ada, "oidc")
  time.now += 3_600_000
  const PAGE = "/confirm?max_age=600"
  const card = (await (await ada.get(PAGE, { accept: "application/json" })).json()) as Record<string, string> // its props
  const { attempt = "", csrfToken = "" } = card
  const started = await ada.post(PAGE, { attempt, csrfToken, method: "provider", provider: "acme" })
  const before = ada.cookieHeader()
  served.features = FEATURES.filter(({ name }) => name !== "step-up")
  const identity = { sub: "ada", email: "ada@app.test", email_verified: true, auth_time: time.now / 1000 }
  const ended = await ada.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", identity)}`)
  expect(ended.headers.get("location")).toContain("error=OAuthCallbackError")
  expect(before.split("; ").filter((cookie) => cookie.includes("session-token"))).toEqual(
    ada
      .cookieHeader()
      .split("; ")
      .filter((cookie) => cookie.includes("session-token")),
  )
})

test("a sign-up never signs in if nothing opens its account", async () => {
  const served = { features: FEATURES }
  const emails: AccountEmail[] = []
  const adapter = MemoryAdapter()
  const config: AuthConfig = {
    providers: [Password({ hash: FAST_HASH }), { ...EMAIL, sendAccountEmail: (email) => void emails.push(email) }],
    adapter,
    secret: "s".repeat(32),
    steps: [{ id: "terms", url: "/terms", needed: () => agreed.size === 0 }],
    rateLimit: false,
    logger: { error() {} },
  }
  const agreed = new Set<string>()
  const grace = cookieClient({ handle: (request) => handlerWith(served.features, config).handle(request) })
  const post = async (path: string, fields: object) =>
    grace.post(path, { csrfToken: await grace.csrfToken(), ...fields })
  await post("/sign-up", GRACE)
  await vi.waitFor(() => expect(emails).toHaveLength(1))
  const paused = await post("/sign-up", { code: emails[0]?.code ?? "" })
  expect(paused.headers.get("location")).toContain("/terms")
  const step = await grace.get("/step", { accept: "application/json" })
  const { attempt = "" } = (await step.json()) as Record<string, string>
  agreed.add("terms")
  served.features = FEATURES.filter(({ name }) => name !== "sign-up")
  const ended = await post("/step/terms", { attempt })
  expect(ended.headers.get("location")).toContain("error=")
  expect(await (await grace.get("/session")).json()).toBeNull()
  expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
})

test("steps of features come in one order, before those of the app", async () => {
  const step = (id: FeatureStep["id"]) => ({ ...STEP, id })
  const codes: Feature = { name: "codes", isOn: () => true, steps: () => [step("recovery-codes"), step("enroll-totp")] }
  const factor: Feature = { name: "factor", isOn: () => true, steps: () => [step("second-factor")] }
  const terms = { id: "terms", url: "/terms", needed: () => true }
  const { settings = expect.fail() } = await prepareConfig(() => [codes, factor], passwordConfig({ steps: [terms] }), {
    env: ENV,
  }).forRequest(undefined)
  const ids = (await stepRows(settings)).map(({ id }) => id)
  expect(ids).toEqual(["second-factor", "enroll-totp", "recovery-codes", "terms"])
})

test("a step of a feature keeps the session from opening, unless the feature never asks after such a proof", async () => {
  const wait: Feature = { name: "wait", isOn: () => true, steps: () => [{ ...STEP, id: "second-factor" }] }
  const config = passwordConfig({ adapter: MemoryAdapter(), session: { strategy: "jwt" } })
  const signIn = async (feature: Feature) => {
    const ada = cookieClient(handlerWith([feature, credentials, storedUsers], config))
    const response = await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
    return [response.headers.get("location"), (await (await ada.get("/session")).json()) !== null]
  }
  expect(await signIn(wait)).toEqual(["https://app.test/auth/step/second-factor", false])
  expect(await signIn({ ...wait, mayPause: () => false })).toEqual(["https://app.test/", true])
})

test("the app's own logger gets a wrong option of a feature", async () => {
  const errors: Error[] = []
  const hash = { algorithm: "argon2id", params: { m: 1, t: 0, p: 0 } } as const
  const config: AuthConfig = {
    providers: [Password({ hash }), { ...EMAIL, sendAccountEmail() {} }],
    adapter: MemoryAdapter(),
    secret: "s".repeat(32),
    rateLimit: false,
    logger: { error: (error) => void errors.push(error) },
  }
  const { problems } = await prepareConfig(() => FEATURES, config, { env: ENV }).forRequest(undefined)
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("`hash.params` of `Password()` is")])
  expect(problems).toEqual(errors)
})

test.each(["second-factor", "replace-password", "confirm"])("an app's step can't have the id %s", async (id) => {
  const steps = [{ id, url: "/terms", needed: () => true }]
  const config = {
    ...passwordConfig({ steps, adapter: MemoryAdapter() }),
    rateLimit: false as const,
    logger: { error() {} },
  }
  const { problems } = await prepareConfig(() => FEATURES, config, { env: ENV }).forRequest(undefined)
  expect(problems.map(({ message }) => message).join()).toContain(`The step id ${id} is one of Latchkit's own`)
})

test("`secondFactor` without two-step verification is a problem, so that no sign-in goes without it", async () => {
  const config = passwordConfig({ adapter: MemoryAdapter(), secondFactor: true, logger: { error() {} } })
  const messages = async (features: readonly Feature[]) => {
    const { problems } = await prepareConfig(() => features, config, { env: ENV }).forRequest(undefined)
    return problems.map(({ message }) => message)
  }
  expect(await messages(FEATURES.filter(({ name }) => name !== "two-step"))).toEqual([
    expect.stringContaining("`secondFactor` is set, but this build has no two-step verification"),
  ])
  expect(await messages(FEATURES)).toEqual([])
})

test("each change of an account belongs to one feature", () => {
  const brought = FEATURES.flatMap(({ accountChanges }) => Object.keys(accountChanges ?? {}))
  expect(brought.toSorted()).toEqual([...ACCOUNT_CHANGES].toSorted())
})

test.each(["remove-factor", "remove-passkey", "rename-factor"])(
  "the account change %s finds nothing if its feature is off, and needs no confirmation",
  async (change) => {
    const { browser, signUp, later } = passwordAccountService()
    const grace = browser()
    await signUp(grace)
    later(60)
    const form = { csrfToken: await grace.csrfToken(), change, id: "1", name: "Phone" }
    const asked = await grace.post("/account", form, { accept: "application/json" })
    expect([asked.status, await asked.json()]).toEqual([404, { error: "NotFound" }])
  },
)

test("the list has each feature once, and a configuration names those that are on", () => {
  const names = FEATURES.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const { features } = createSettings(passwordConfig({ session: { strategy: "jwt", maxAccounts: 2 } }), { env: ENV })
  expect(features.map(({ name }) => name)).toEqual(["account", "credentials", "step-up", "several-accounts"])
})

test("the console names the cause of a warning that a feature or the preset brings", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  const { logger } = createSettings({ ...authjs(), providers: [], adapter: MemoryAdapter() })
  logger.warn("reclaim-not-emailed")
  logger.warn("end-session-unavailable")
  logger.warn("password-reset-link")
  logger.warn("authjs-links")
  const lines = warn.mock.calls.map(([line]) => String(line))
  for (const line of lines) expect(line).not.toContain("undefined")
  expect(lines.at(-1)).toContain("An emailed link didn't work")
})
