import { describe, expect, test } from "vitest"
import Passkey from "../../providers/passkey.ts"
import { softAuthenticator } from "../../test-kit/authenticator.ts"
import { oneTimeCode } from "../../testing/authenticator-app.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../test-kit/password-account-service.ts"

const SCRIPT = { accept: "application/json" }
const location = (response: Response) => response.headers.get("location") ?? ""

async function graceService(strategy: "jwt" | "database") {
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = () => time.now
  const issuer = await fakeIssuer({ clock })
  const config = { fetch: issuer.fetch, clock, secondFactor: {}, session: { strategy }, rateLimit: false } as const
  const service = passwordAccountService({ config, providers: [ACME, Passkey()] })
  const { auth, browser, post, signUp, signIn, newest, adapter } = service
  await signUp(browser())
  const { id } = (await adapter.getUserByEmail(GRACE.email)) ?? expect.fail("no user")
  const enter = async () => {
    const from = browser()
    await signIn(from)
    expect(await signedIn(from)).toBe(GRACE.email)
    return from
  }
  const json = async (response: Response) => (await response.json()) as Record<string, string> // the parts that tests read
  const authenticator = softAuthenticator()
  const change = async (from: Browser, fields: Record<string, string>) =>
    from.postJson("/account", { csrfToken: await from.csrfToken(), ...fields })

  const addApp = async (from: Browser) => {
    const shown = await from.get("/two-step/totp", SCRIPT)
    if (!shown.ok) return shown
    const { attempt = "", secretText = "" } = await json(shown)
    const form = { csrfToken: await from.csrfToken(), attempt, code: await oneTimeCode(secretText, time.now) }
    return from.post("/two-step/totp", form, SCRIPT)
  }
  const addPasskey = async (from: Browser) => {
    const asked = await from.get("/webauthn-options/passkey?action=register")
    if (!asked.ok) return asked
    const { options } = (await asked.json()) as { options: Parameters<typeof authenticator.create>[0] } // as asked for
    return post(from, "/callback/passkey", { action: "register", data: authenticator.create(options) })
  }
  const addKey = async (from: Browser) => {
    const shown = await from.get("/two-step/security-key", SCRIPT)
    if (!shown.ok) return shown
    const { passkeyOptions } = (await shown.json()) as { passkeyOptions: PublicKeyCredentialRequestOptionsJSON } // the card's props
    const data = authenticator.get(passkeyOptions)
    return from.post("/two-step/security-key", { csrfToken: await from.csrfToken(), data }, SCRIPT)
  }
  const link = async (from: Browser) => {
    const headers = { "x-auth-return-redirect": "1" }
    const started = await from.post("/signin/acme", { csrfToken: await from.csrfToken() }, headers)
    if (!started.ok) return started
    const { url = "" } = await json(started)
    const account = { sub: "thief", email: "thief@evil.test", email_verified: true }
    return from.get(`/callback/acme?${issuer.authorize(url, account)}`)
  }
  const changeAddress = async (from: Browser) => {
    const asked = await change(from, { change: "change-email", email: "thief@evil.test" })
    if (!asked.ok) return asked
    const { code = "" } = await newest("email-change")
    return post(from, "/change-email", { code })
  }
  const changePassword = (from: Browser) => change(from, { change: "change-password", password: "a word of the thief" })
  const replaceCodes = async (from: Browser) =>
    from.post("/two-step/recovery-codes", { csrfToken: await from.csrfToken() }, SCRIPT)
  const additions = { addApp, addPasskey, addKey, link, changeAddress, changePassword, replaceCodes }
  /** Returns whether the session was proven at all, just now, with two factors, and with a passkey. */
  const proven = async (from: Browser) => {
    const meets = (requirement: Parameters<typeof auth.require>[1]) =>
      auth.require(from.request("/"), requirement).then(
        () => true,
        (thrown: unknown) => (thrown as Error).name,
      )
    return [
      await meets({ within: "1h", factors: 1 }),
      await meets({ within: "2m", factors: 1 }),
      await meets({ within: "1h", factors: 2 }),
      await meets({ within: "1h", factors: 1, phishingResistant: true }),
    ]
  }
  const stored = async () =>
    JSON.stringify([
      await adapter.listAccounts(id),
      await adapter.listAuthenticatorsByUserId(id),
      (await adapter.listAccountRecords("factor", id)).filter(({ expires }) => expires === null),
      await adapter.getAccountRecord("recovery-codes", id),
      await adapter.getAccountRecord("password", id),
      await adapter.getUser(id),
    ])
  return { ...service, time, enter, additions, addApp, addPasskey, change, proven, stored }
}

type Addition = keyof Awaited<ReturnType<typeof graceService>>["additions"]
const ADDITIONS = ["addApp", "addPasskey", "addKey", "link", "changeAddress", "changePassword"] as const

describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
  test.each(ADDITIONS)("%s changes nothing of what the session proved (threat 561)", async (addition) => {
    const { enter, additions, addPasskey, change, proven, time } = await graceService(strategy)
    const thief = await enter()
    if (addition === "addKey") await addPasskey(thief)
    time.now += 5 * 60_000
    const before = await proven(thief)
    expect(before).toEqual([true, "StepUpRequired", "StepUpRequired", "StepUpRequired"])
    const added = await additions[addition](thief)
    expect([addition, added.status, location(added)]).toEqual([
      addition,
      expect.toSatisfy((status: number) => status < 400),
      expect.not.stringContaining("error"),
    ])
    expect(await proven(thief)).toEqual(before)
    const isProtected = addition === "addApp" || addition === "addKey"
    const next = await change(thief, { change: "change-email", email: "another@evil.test" })
    expect(next.status).toBe(isProtected ? 401 : 200)
  })

  const EACH: Addition[] = [...ADDITIONS, "replaceCodes"]
  test.each(EACH)("%s needs the factor that the user has (threat 561)", async (addition) => {
    const { enter, additions, addApp, addPasskey, stored } = await graceService(strategy)
    const owner = await enter()
    const thief = await enter()
    if (addition === "addKey") await addPasskey(owner)
    await addApp(owner)
    const before = await stored()
    const response = await additions[addition](thief)
    expect([response.status, await response.json()]).toMatchObject([401, { error: "StepUpRequired" }])
    expect(await stored()).toBe(before)
  })
})
