import { describe, expect, test } from "vitest"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { fakeIssuer } from "../../testing/fake-issuer.ts"
import { ACME } from "../../test-kit/oauth-service.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../test-kit/password-account-service.ts"

const SCRIPT = { accept: "application/json" }
const WORK = { sub: "grace", email: "grace@work.test", email_verified: true }
const location = (response: Response) => response.headers.get("location") ?? ""

/** Grace signs in with a password or a provider with another address, and has an authenticator app. */
async function graceService() {
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = () => time.now
  const issuer = await fakeIssuer({ clock })
  const service = passwordAccountService({
    providers: [ACME],
    config: { secondFactor: { emailCode: true }, fetch: issuer.fetch, clock },
  })
  const { browser, post, signUp, signIn, reset } = service
  const own = browser()
  await signUp(own)
  const byProvider = async (from: Browser) => {
    const started = await post(from, "/signin/acme", {})
    return from.get(`/callback/acme?${issuer.authorize(location(started), WORK)}`)
  }
  await byProvider(own)
  const card = (await (await own.get("/two-step/totp", SCRIPT)).json()) as Record<string, string> // the card's props
  const { attempt = "", secretText = "" } = card
  const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
  const code = () => totpCode(secret, totpStep(time.now))
  await post(own, "/two-step/totp", { attempt, code: await code() })
  const step = async (from: Browser) => (await (await from.get("/step", SCRIPT)).json()) as Record<string, string> // its props
  /** Finishes a sign-in with the app. */
  const withApp = async (from: Browser) => {
    time.now += 60_000
    const { attempt: open = "" } = await step(from)
    await post(from, "/step/second-factor", { attempt: open, method: "totp", code: await code() })
    expect(await signedIn(from)).toBe(GRACE.email)
  }
  /** The methods of the second step after a sign-in with the new password, in a new browser. */
  const methods = async () => {
    const from = browser()
    await signIn(from, { email: GRACE.email, password: NEW_PASSWORD })
    return { from, methods: (await step(from))["methods"] }
  }
  return { ...service, byProvider, withApp, methods, reset }
}

describe("a code by email after the mailbox set a new password", () => {
  test("is no second factor, even after the owner's sign-ins with another method (threat 429)", async () => {
    const { browser, reset, byProvider, withApp, methods } = await graceService()
    await reset(browser())
    expect((await methods()).methods).toEqual(["totp", "recovery"])
    const owner = browser()
    await byProvider(owner)
    await withApp(owner)
    expect((await methods()).methods).toEqual(["totp", "recovery"])
  })

  test("is one again once that password was used with another factor", async () => {
    const { browser, reset, withApp, methods } = await graceService()
    await reset(browser())
    await withApp((await methods()).from)
    expect((await methods()).methods).toEqual(["totp", "recovery", "email"])
    await reset(browser())
    expect((await methods()).methods).toEqual(["totp", "recovery"])
  })
})
