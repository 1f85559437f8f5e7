import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { ACCOUNT_CHANGES } from "../../../client/account-contract.ts"
import { ROUTES } from "../../test-kit/routes.ts"
import { FRAMEWORK_APPS, type FrameworkApp } from "../../test-kit/framework-apps.ts"
import { pauseService } from "../../test-kit/pause-service.ts"

const JSON_MODE = { "x-auth-return-redirect": "1" }
const location = (response: Response) => response.headers.get("location") ?? ""

/** The changes that need no confirmation. Every other one does, also one that is added later. */
const FREE = [
  "revoke-session",
  "revoke-other-sessions",
  "rename-passkey",
  "rename-factor",
  "remove-trusted-device",
  "cancel-email-change",
  "update-profile",
  "cancel-deletion",
]

async function staleAda(strategy: "jwt" | "database" = "database") {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const service = await pauseService({ strategy, config: { steps: [], secondFactor: {}, clock: () => time.now } })
  const browser = service.browser()
  await service.prove(browser, "credentials")
  const options = await browser.get("/webauthn-options/passkey?action=register")
  const registration = (await options.json()) as { options: Parameters<typeof service.authenticator.create>[0] } // as asked for
  time.now += 601_000
  const stored = async () =>
    JSON.stringify([
      await service.adapter.listAccounts(service.ada.id),
      await service.adapter.listAuthenticatorsByUserId(service.ada.id),
    ])
  return { ...service, time, stale: browser, registration, stored, before: await stored() }
}

type Stale = Awaited<ReturnType<typeof staleAda>>
type Door = (service: Stale, fields: Record<string, string>) => Promise<Response>

/** Every way to post a change. */
const DOORS: Record<string, Door> = {
  form: async ({ stale }, fields) => stale.post("/account", { csrfToken: await stale.csrfToken(), ...fields }),
  "form for a script": async ({ stale }, fields) =>
    stale.post("/account", { csrfToken: await stale.csrfToken(), ...fields }, JSON_MODE),
  JSON: async ({ stale }, fields) => stale.postJson("/account", { csrfToken: await stale.csrfToken(), ...fields }),
}

describe.each(Object.entries(DOORS))("by %s", (door, post) => {
  test.each(ACCOUNT_CHANGES)("the change %s needs a recent confirmation, or is free (threat 449)", async (change) => {
    const service = await staleAda()
    const { accounts } = (await (await service.stale.get("/account")).json()) as { accounts: { id: string }[] } // its shape
    const response = await post(service, { change, id: accounts[0]?.id ?? "", callbackUrl: "/settings" })
    const asks =
      door === "form"
        ? location(response).includes("/auth/confirm?")
        : response.headers.get("www-authenticate")?.includes("insufficient_user_authentication") === true
    expect(asks).toBe(!FREE.includes(change))
    if (!asks) return
    expect(await service.stored()).toBe(service.before)
    expect(response.status).toBe(door === "form" ? 303 : 401)
    if (door === "form") expect(location(response)).toContain("callbackUrl=https%3A%2F%2Fapp.test%2Fsettings")
  })
})

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  test("adding a passkey needs a recent confirmation at both of its routes (threat 449)", async () => {
    const { stale, authenticator, registration, before, stored } = await staleAda(strategy)
    const options = await stale.get("/webauthn-options/passkey?action=register")
    expect([options.status, await options.json()]).toMatchObject([401, { error: "StepUpRequired" }])
    const automatic = await stale.get("/webauthn-options/passkey?action=register&mediation=conditional")
    expect([automatic.status, await automatic.json()]).toEqual([200, { error: "SessionRequired" }])
    const data = authenticator.create({ ...registration.options, excludeCredentials: [] })
    const fields = { csrfToken: await stale.csrfToken(), action: "register", data }
    const response = await stale.post("/callback/passkey", fields, JSON_MODE)
    expect([response.status, await response.json()]).toMatchObject([401, { error: "StepUpRequired" }])
    expect(await stored()).toBe(before)
  })

  test("a Bearer token changes no more than the cookie, and a helper starts no link (threat 449)", async () => {
    const { auth, adapter, browser, stale, before, stored } = await staleAda(strategy)
    const { value = "" } = [...stale.jar].find(([name]) => name.endsWith("session-token"))?.[1] ?? {}
    const { accounts } = (await (await stale.get("/account")).json()) as { accounts: { id: string }[] } // its shape
    const bearer = browser()
    const authorization = `Bearer ${value}`
    const fields = { csrfToken: await bearer.csrfToken(), change: "unlink", id: accounts[0]?.id ?? "" }
    const response = await bearer.postJson("/account", fields, { authorization })
    expect(response.status).toBe(401)
    await expect(auth.require(new Request("https://app.test/keys", { headers: { authorization } }))).rejects.toThrow()
    expect(await stored()).toBe(before)
    await adapter.unlinkAccount({ provider: "acme", providerAccountId: "ada" })
    const url = "https://app.test/auth/confirm?max_age=600"
    await expect(auth.signIn(stale.request("/settings"), "acme")).rejects.toMatchObject({ type: "StepUpRequired", url })
  })

  test("linking a provider needs a recent confirmation, when it starts and when it ends (threat 449)", async () => {
    const { adapter, ada, stale, prove, issuer, time, stored } = await staleAda(strategy)
    await adapter.unlinkAccount({ provider: "acme", providerAccountId: "ada" })
    const before = await stored()
    const csrfToken = await stale.csrfToken()
    const started = await stale.post("/signin/acme", { csrfToken, callbackUrl: "/settings" }, JSON_MODE)
    expect([started.status, await started.json()]).toMatchObject([401, { error: "StepUpRequired" }])
    await prove(stale, "credentials")
    const fresh = await stale.post("/signin/acme", { csrfToken: await stale.csrfToken(), callbackUrl: "/settings" })
    time.now += 601_000
    const identity = { sub: "ada2", email: "other@app.test", email_verified: true }
    const ended = await stale.get(`/callback/acme?${issuer.authorize(location(fresh), identity)}`)
    expect(location(ended)).toContain("/auth/confirm?max_age=600&callbackUrl=https%3A%2F%2Fapp.test%2Fsettings")
    expect(await stored()).toBe(before)
    expect((await adapter.listAccounts(ada.id)).some(({ provider }) => provider === "acme")).toBe(false)
  })

  test("a linked provider confirms by a sign-in, and needs none itself", async () => {
    const { stale, prove, auth } = await staleAda(strategy)
    await prove(stale, "oauth")
    expect(await auth.require(stale.request("/keys"))).toMatchObject({ user: { email: "ada@app.test" } })
  })
})

const FRAMEWORKS = ["express", "next", "sveltekit", "solid-start", "qwik"] as const

describe.each(FRAMEWORKS)("a server action of %s", (framework) => {
  beforeEach(() => void vi.stubEnv("AUTH_URL", "https://app.test/auth"))
  afterEach(() => void vi.unstubAllEnvs())

  test("links no provider without a recent confirmation (threat 449)", async () => {
    const time = { now: Date.now() - 3_600_000 }
    const apps: FrameworkApp[] = []
    onTestFinished(async () => void (await apps[0]?.close?.()))
    const { adapter, ada, browser, prove } = await pauseService({
      config: { steps: [], clock: () => time.now },
      async serve(config) {
        const app = await FRAMEWORK_APPS[framework](config)
        apps.push(app)
        return app
      },
    })
    const stale = browser()
    await prove(stale, "credentials")
    await adapter.unlinkAccount({ provider: "acme", providerAccountId: "ada" })
    const link = (headers: Record<string, string> = {}) =>
      stale.post(
        "https://app.test/login",
        { providerId: "acme", redirectTo: "/done" },
        { origin: "https://app.test", ...headers },
      )
    expect(location(await link())).toContain("https://issuer.test/authorize")
    time.now += 601_000
    const confirm = (page: string) =>
      `https://app.test/auth/confirm?max_age=600&callbackUrl=${encodeURIComponent(page)}`
    expect(location(await link())).toBe(confirm("/done"))
    // The user returns to the form's page, and a script that calls the action is redirected too
    const script = {
      referer: "https://app.test/settings?tab=1",
      "sec-fetch-mode": "cors",
      "sec-fetch-site": "same-origin",
    }
    expect(location(await link(script))).toBe(confirm("https://app.test/settings?tab=1"))
    expect(location(await link({ referer: "https://evil.test/" }))).toBe(confirm("/"))
    await prove(stale, "credentials")
    expect(location(await link())).toContain("https://issuer.test/authorize")
    expect((await adapter.listAccounts(ada.id)).some(({ provider }) => provider === "acme")).toBe(false)
  })
})

/** Why each POST that isn't a change of the account needs no confirmation. */
const OTHER_POSTS = {
  "POST accounts": "switches between sessions, and ends them",
  "POST authorize": "hands the session over to a registered app, whose session has the same proofs",
  "POST backchannel-logout": "the provider ends sessions",
  "POST callback": "signs in; tested above",
  "POST change-email": "proves the new mailbox, after the confirmation; tested in `change-email.test.ts`",
  "POST confirm": "is the confirmation",
  "POST device-bound": "the browser proves its key; tested in `device-bound.test.ts`",
  "POST export": "tested in `export.test.ts`",
  "POST fedcm": "signs in, and nothing for a signed-in user; tested in `fedcm.test.ts`",
  "POST forgot-password": "sends an email",
  "POST initiate-login": "starts a sign-in, and nothing for a signed-in user",
  "POST reset-password": "proves the mailbox",
  "POST revoke": "ends the session of a token",
  "POST session": "updates what the app's callbacks allow",
  "POST sign-up": "has no session",
  "POST signin": "signs in; tested above",
  "POST signout": "ends the session",
  "POST step": "has no session yet",
  "POST token": "opens the session of a code, and changes nothing about the user",
  "POST two-step": "tested in `two-step.test.ts`",
  "POST undo": "proves the mailbox, takes power away, and restores an address",
} as const

test("every route that changes something is in the table (threat 449)", () => {
  const posts = Object.keys(ROUTES).filter((name) => name.startsWith("POST "))
  expect(posts.filter((name) => !(name in OTHER_POSTS)).sort()).toEqual(["POST account"])
})
