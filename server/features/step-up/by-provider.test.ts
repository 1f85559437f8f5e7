import { describe, expect, test } from "vitest"
import { pauseService, signedIn, type Browser } from "../../test-kit/pause-service.ts"

const location = (response: Response) => response.headers.get("location") ?? ""
const PAGE = "/confirm?max_age=600"

async function providerService(stepUp: boolean | { acr: string } | null = true, strategy: "jwt" | "database" = "jwt") {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const config = { steps: [], secondFactor: {}, clock: () => time.now }
  const service = await pauseService({
    strategy,
    config,
    acme: { label: { en: "Acme account", de: "Acme-Konto" }, ...(stepUp !== null && { stepUp }) },
  })
  const ada = service.browser()
  await service.prove(ada, "oidc")
  time.now += 3_600_000
  const seconds = () => Math.floor(time.now / 1000)
  const details = async (from: Browser) =>
    (await (await from.get(PAGE, { accept: "application/json" })).json()) as Record<string, string> // its shape
  const start = async (from: Browser) => {
    const { attempt = "", csrfToken = "" } = await details(from)
    return from.post(PAGE, { attempt, csrfToken, method: "provider", provider: "acme", callbackUrl: "/keys" })
  }
  const finish = (from: Browser, started: Response, claims: Record<string, unknown>) => {
    const identity = { sub: "ada", email: "ada@app.test", email_verified: true, ...claims }
    return from.get(`/callback/acme?${service.issuer.authorize(location(started), identity)}`)
  }
  const fresh = (from: Browser) =>
    service.auth.require(from.request("/keys")).then(
      () => true,
      () => false,
    )
  return { ...service, time, browserOfAda: ada, seconds, details, start, finish, fresh }
}

describe.each(["jwt", "database"] as const)(
  "a provider that tells when the user signed in, with %s sessions",
  (strategy) => {
    test("confirms the user after a new sign-in there", async () => {
      const { browserOfAda, start, finish, fresh, seconds, details } = await providerService(true, strategy)
      expect((await details(browserOfAda))["provider"]).toEqual({ id: "acme", name: "Acme account" })
      const started = await start(browserOfAda)
      const { searchParams } = new URL(location(started))
      expect([searchParams.get("max_age"), searchParams.get("prompt")]).toEqual(["600", "login"])
      expect(await fresh(browserOfAda)).toBe(false)
      expect(location(await finish(browserOfAda, started, { auth_time: seconds() }))).toBe("https://app.test/keys")
      expect(await fresh(browserOfAda)).toBe(true)
    })

    test.each([
      ["no auth_time", () => ({})],
      ["an old auth_time", (now: number) => ({ auth_time: now - 601 })],
      ["a future auth_time", (now: number) => ({ auth_time: now + 3600 })],
      ["a broken auth_time", (now: number) => ({ auth_time: now + 0.5 })],
      ["another user of the provider", (now: number) => ({ auth_time: now, sub: "eve" })],
    ])("doesn't confirm with %s (threats 445, 446)", async (_, claims) => {
      const { browserOfAda, start, finish, fresh, seconds } = await providerService(true, strategy)
      const ended = await finish(browserOfAda, await start(browserOfAda), claims(seconds()))
      expect(location(ended)).toContain("/auth/confirm?max_age=600&error=OAuthCallbackError")
      expect(await fresh(browserOfAda)).toBe(false)
      expect(await signedIn(browserOfAda)).toBe("ada@app.test")
    })
  },
)

test.each([
  ["a canceled confirmation", () => ({ error: "access_denied" })],
  ["a provider's failure", () => ({ error: "server_error" })],
  ["a code that the provider doesn't accept", () => ({ code: "no" })],
])("%s leads back to the confirmation, and the user stays signed in", async (_, response) => {
  const { browserOfAda, start, fresh, issuer } = await providerService()
  const { searchParams } = new URL(location(await start(browserOfAda)))
  const sent = { ...response(), iss: issuer.issuer, state: searchParams.get("state") ?? "" }
  const ended = new URL(location(await browserOfAda.get(`/callback/acme?${new URLSearchParams(sent)}`)))
  expect(ended.origin + ended.pathname).toBe("https://app.test/auth/confirm")
  expect(Object.fromEntries(ended.searchParams)).toMatchObject({
    max_age: "600",
    callbackUrl: "https://app.test/keys",
    error: "OAuthCallbackError",
  })
  const page = await browserOfAda.get(ended.pathname.replace("/auth", "") + ended.search, { accept: "text/html" })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain("t complete the sign-in. Try again.")
  expect(await fresh(browserOfAda)).toBe(false)
  expect(await signedIn(browserOfAda)).toBe("ada@app.test")
})

test("a failed sign-in at a provider still leads to the sign-in page", async () => {
  const { browserOfAda, issuer } = await providerService()
  const started = await browserOfAda.post("/signin/acme", { csrfToken: await browserOfAda.csrfToken() })
  const state = new URL(location(started)).searchParams.get("state") ?? ""
  const canceled = new URLSearchParams({ error: "access_denied", state, iss: issuer.issuer })
  expect(location(await browserOfAda.get(`/callback/acme?${canceled}`))).toContain("/auth/signin?error=")
})

test("an auth_time as text is rejected (threat 446)", async () => {
  const { browserOfAda, start, finish, fresh, seconds } = await providerService()
  await finish(browserOfAda, await start(browserOfAda), { auth_time: String(seconds()) })
  expect(await fresh(browserOfAda)).toBe(false)
})

test.each([
  ["the same", "phr", true],
  ["a weaker one", "pwd", false],
  ["a list", ["phr"], false],
  ["none", undefined, false],
])("compares the requested acr exactly: %s (threat 446)", async (_, acr, confirms) => {
  const { browserOfAda, start, finish, fresh, seconds } = await providerService({ acr: "phr" })
  const started = await start(browserOfAda)
  expect(new URL(location(started)).searchParams.get("acr_values")).toBe("phr")
  await finish(browserOfAda, started, { auth_time: seconds(), ...(acr !== undefined && { acr }) })
  expect(await fresh(browserOfAda)).toBe(confirms)
})

test("a provider that doesn't attest auth_time isn't offered, and neither is a plain OAuth provider (threat 446)", async () => {
  const { browserOfAda, details, start } = await providerService(null)
  expect((await details(browserOfAda))["methods"]).not.toContain("provider")
  expect(location(await start(browserOfAda))).toContain("error=InvalidCode")
})

test("a confirmation that started in another session counts for none (threat 445)", async () => {
  const { browserOfAda, start, finish, fresh, seconds, prove, time } = await providerService()
  const started = await start(browserOfAda)
  await prove(browserOfAda, "oauth")
  time.now += 700_000
  const ended = await finish(browserOfAda, started, { auth_time: seconds() })
  expect(location(ended)).toContain("error=OAuthCallbackError")
  expect(await fresh(browserOfAda)).toBe(false)
})

test("a sign-in at a provider is only as recent as its auth_time (threat 448)", async () => {
  const { browser, fresh, issuer, seconds } = await providerService()
  const ada = browser()
  const started = await ada.post("/signin/acme", { csrfToken: await ada.csrfToken() })
  const identity = { sub: "ada", email: "ada@app.test", email_verified: true, auth_time: seconds() - 900 }
  await ada.get(`/callback/acme?${issuer.authorize(location(started), identity)}`)
  expect(await signedIn(ada)).toBe("ada@app.test")
  expect(await fresh(ada)).toBe(false)
})
