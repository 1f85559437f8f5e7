import { describe, expect, test, vi } from "vitest"
import { createAuth } from "../../service/auth.ts"
import type { SessionStrategyName } from "../config/callbacks.ts"
import type { AuthConfig } from "../../service/config.ts"
import { renderAccountEmail } from "../../providers/email/mail.ts"
import type { EmailConfig } from "../../providers/types.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { nativeApp, REDIRECT_URI, toTokens } from "../../test-kit/native-app.ts"
import { oauthService } from "../../test-kit/oauth-service.ts"
import { ADA, pauseService, signedIn, SIGN_IN_METHODS } from "../../test-kit/pause-service.ts"

const SITE = "https://app.test"
const STRATEGIES: readonly SessionStrategyName[] = ["jwt", "database"]
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }

async function service(strategy: SessionStrategyName, config: Partial<AuthConfig> = {}) {
  const account = { newDeviceEmail: true }
  return pauseService({ strategy, config: { steps: [], account, ...config } })
}

const signOut = async (from: ReturnType<typeof cookieClient>) =>
  from.post("/signout", { csrfToken: await from.csrfToken() })

describe.each(STRATEGIES)("with the strategy %s", (strategy) => {
  test.each(SIGN_IN_METHODS)("emails the user once per browser after a sign-in by %s", async (method) => {
    const { browser, prove, sent, notices } = await service(strategy)
    const from = browser()
    await prove(from, method, { headers: FIREFOX })
    expect(await signedIn(from)).toBe(ADA.email)
    expect(await sent()).toEqual(["new-device"])
    expect(notices[0]).toMatchObject({
      identifier: ADA.email,
      device: { type: "desktop", browser: "Firefox", system: "Linux" },
    })
    await signOut(from)
    await prove(from, method, { headers: FIREFOX })
    await signOut(from)
    await prove(from, "oauth")
    expect(await sent()).toEqual(["new-device"])
    await prove(browser(), method)
    expect(await sent()).toEqual(["new-device", "new-device"])
  })

  test("sends nothing to a new user, or if the option is off", async () => {
    const config = { account: { newDeviceEmail: false } }
    const off = await service(strategy, config)
    await off.prove(off.browser(), "oidc")
    expect(await off.sent()).toEqual([])
    const { browser, issuer, sent } = await service(strategy)
    const from = browser()
    const start = await from.post("/signin/acme", { csrfToken: await from.csrfToken() })
    const eve = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
    await from.get(`/callback/acme?${issuer.authorize(start.headers.get("location") ?? "", eve)}`)
    expect(await signedIn(from)).toBe(eve.email)
    expect(await sent()).toEqual([])
    await signOut(from)
    const again = await from.post("/signin/acme", { csrfToken: await from.csrfToken() })
    await from.get(`/callback/acme?${issuer.authorize(again.headers.get("location") ?? "", eve)}`)
    expect([await signedIn(from), await sent()]).toEqual([eve.email, []])
  })

  test("sends nothing before the last step", async () => {
    const paused = await pauseService({ strategy, config: { account: { newDeviceEmail: true } } })
    const from = paused.browser()
    await paused.prove(from, "oidc")
    expect([await signedIn(from), await paused.sent()]).toEqual([null, []])
    await paused.submit(from)
    expect(await paused.sent()).toEqual(["new-device"])
  })

  test("one user's browser isn't another user's, and no other site's (threats 496, 505)", async () => {
    const { browser, prove, sent, waitUntil, settings, notices } = await service(strategy)
    const from = browser()
    await prove(from, "oidc")
    expect(await sent()).toHaveLength(1)
    const other = createAuth(settings, { env: { AUTH_URL: "https://other.test/auth" }, waitUntil })
    const there = cookieClient(other, new Map(from.jar), "https://other.test/auth")
    there.jar.delete("__Host-latchkit.session-token")
    const fields = { username: "ada", password: "lovelace" }
    await there.post("/callback/credentials", { csrfToken: await there.csrfToken(), ...fields })
    expect(await sent()).toHaveLength(2)
    expect(notices[1]?.url).toMatch(/^https:\/\/other\.test\/auth\/undo\?token=/)
  })

  test("the email's link signs out all devices once, and opens no session (threat 494)", async () => {
    const { browser, prove, sent, notices } = await service(strategy)
    const [thief, owner] = [browser(), browser()]
    await prove(thief, "oidc", { headers: FIREFOX })
    await sent()
    const url = notices[0]?.url ?? ""
    expect(url).toMatch(/^https:\/\/app\.test\/auth\/undo\?token=/)
    const page = await (await owner.get(url, { accept: "text/html" })).text()
    expect(page).toContain("Firefox on Linux")
    expect(await signedIn(thief)).toBe(ADA.email)
    const shown = (await (await owner.get(url, { accept: "application/json" })).json()) as Record<string, string> // the page's JSON
    expect(shown).toMatchObject({ kind: "new-device", place: null })
    const { csrfToken = "", token = "" } = shown
    const done = await owner.post("/undo", { csrfToken, token })
    expect([done.status, done.headers.get("location")]).toEqual([303, `${SITE}/auth/signin`])
    expect([await signedIn(thief), await signedIn(owner)]).toEqual([null, null])
    const twice = await owner.post("/undo", { csrfToken: await owner.csrfToken(), token })
    expect(twice.headers.get("location")).toBe(`${SITE}/auth/error?error=Verification`)
    // The thief's browser isn't known any more
    await prove(thief, "oidc")
    expect(await sent()).toEqual(["new-device", "new-device"])
  })

  test("emails the user about each sign-in to a native app, and the email's link ends its session", async () => {
    const nativeApps = { phone: { name: "Acme for phones", redirectUris: [REDIRECT_URI] } }
    const created = await service(strategy, { nativeApps })
    const from = created.browser()
    await created.prove(from, "oidc", { headers: FIREFOX })
    expect(await created.sent()).toEqual(["new-device"])
    const app = nativeApp(created.auth)
    const code = await app.code(from)
    expect(await created.sent()).toEqual(["new-device"]) // the app has no session yet
    const { access_token: token } = await toTokens(await app.exchange(code))
    expect(await created.sent()).toEqual(["new-device", "new-device"])
    expect(created.notices[1]).toMatchObject({ identifier: ADA.email, device: { browser: "Acme for phones" } })
    expect((await app.exchange("forged")).status).toBe(400)
    expect(await created.sent()).toHaveLength(2)
    expect(await app.user(token)).toBe(ADA.email)
    const owner = created.browser()
    const used = new URL(created.notices[1]?.url ?? "").searchParams.get("token") ?? ""
    await owner.post("/undo", { csrfToken: await owner.csrfToken(), token: used })
    expect(await app.user(token)).toBeNull()
  })

  test("sends nothing about a native app if the option is off", async () => {
    const nativeApps = { phone: { redirectUris: [REDIRECT_URI] } }
    const { auth, browser, prove, sent } = await service(strategy, { nativeApps, account: { newDeviceEmail: false } })
    const from = browser()
    await prove(from, "oidc")
    const app = nativeApp(auth)
    expect((await app.exchange(await app.code(from))).status).toBe(200)
    expect(await sent()).toEqual([])
  })

  test("a mail server that fails doesn't stop the sign-in", async () => {
    const mail: EmailConfig = {
      id: "email",
      name: "Email",
      type: "email",
      sendVerificationRequest: () => undefined,
      sendAccountEmail: () => Promise.reject(new Error("no mail today")),
    }
    const created = await service(strategy)
    const [acme] = created.settings.providers ?? []
    const auth = createAuth(
      { ...created.settings, providers: [...(acme ? [acme] : []), mail] },
      { env: { AUTH_URL: `${SITE}/auth` } },
    )
    const from = cookieClient(auth)
    const start = await from.post("/signin/acme", { csrfToken: await from.csrfToken() })
    await from.get(`/callback/acme?${created.issuer.authorize(start.headers.get("location") ?? "", ADA)}`)
    expect(await signedIn(from)).toBe(ADA.email)
    await vi.waitFor(() => expect(created.errors.join()).toContain("no mail today"))
  })
})

test.each([
  ["Zürich", "Firefox on Linux · Zürich"],
  [`<a href="https://evil.test">`, "Firefox on Linux"],
  ["\u202e<b>Bern", "Firefox on Linux · <b>Bern"],
])("the email names the browser and the place %j, escaped (threat 496)", async (place, expected) => {
  const { browser, prove, sent, notices } = await service("database", { callbacks: { place: () => place } })
  await prove(browser(), "oidc", { headers: FIREFOX })
  await sent()
  const { subject, text, html } = renderAccountEmail(notices[0] ?? expect.fail("No email was sent"))
  expect(text).toContain(`: ${expected}\n`)
  expect(html).not.toMatch(/<b>Bern|evil/)
  expect(subject).toBe("New sign-in to your app.test account")
})

test.each([
  ["an adapter", { adapter: undefined, session: { strategy: "jwt" } }, "needs a database"],
  ["an email provider", {}, "needs an email provider with `sendAccountEmail`"],
] as const)("needs %s", async (_, config, expected) => {
  const { auth, browser, logged } = await oauthService({ ...config, account: { newDeviceEmail: true } })
  expect((await auth.handle(new Request(`${SITE}/auth/session`))).status).toBe(500)
  await browser().get("/session")
  expect(logged()).toContain(`\`account.newDeviceEmail\` ${expected}`)
})
