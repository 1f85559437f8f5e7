import { describe, expect, test, vi } from "vitest"
import { MemoryAdapter, type FullAdapter } from "../../../adapters/memory.ts"
import { createAuth } from "../../../service/auth.ts"
import type { SessionStrategyName } from "../../../core/config/callbacks.ts"
import type { AuthConfig } from "../../../service/config.ts"
import { fromBase32 } from "../../../core/proofs/base32.ts"
import { totpCode, totpStep } from "../../../core/proofs/totp.ts"
import { renderAccountEmail } from "../../../providers/email/mail.ts"
import { Password } from "../../../providers/password.ts"
import { cookieClient } from "../../../testing/cookie-client.ts"
import { FAST_HASH } from "../../../test-kit/password-account-service.ts"
import { ADA, pauseService, signedIn, type Browser, type SignInMethod } from "../../../test-kit/pause-service.ts"

const SITE = "https://app.test"
const SCRIPT = { accept: "application/json" }
const JSON_MODE = { "x-auth-return-redirect": "1" }
const DAY = 24 * 60 * 60 * 1000
const location = (response: Response) => response.headers.get("location") ?? ""
const tokenIn = ({ url }: { url: string }) => new URL(url).searchParams.get("token") ?? ""
const USED_UP = `${SITE}/auth/error?error=Verification`

interface Options {
  strategy?: SessionStrategyName
  config?: Partial<AuthConfig>
  password?: boolean
  adapter?: FullAdapter
}

/** Ada, and an attacker who is signed in as her and has added an authenticator app of their own. */
async function attackedAda({ strategy = "database", config = {}, password = false, adapter: stub }: Options = {}) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const service = await pauseService({
    strategy,
    ...(stub && { adapter: stub }),
    more: password ? [Password({ hash: FAST_HASH, resetAddsPassword: true })] : [],
    config: { secondFactor: {}, clock: () => time.now, steps: [], ...config },
  })
  const { adapter, ada, notices, browser, prove } = service
  const enter = async (method: SignInMethod = "magic link") => {
    const from = browser()
    await prove(from, method)
    return from
  }
  /** Waits until this many links were sent, and returns the newest. */
  const newestLink = async (count: number) => {
    const added = await vi.waitFor(() => {
      const found = notices.filter(({ kind }) => kind === "factor-added")
      expect(found).toHaveLength(count)
      return found
    })
    return added.at(-1) ?? expect.fail("No email was sent")
  }
  const enroll = async (from: Browser) => {
    const card = await (await from.get("/two-step/totp?callbackUrl=/me", SCRIPT)).json()
    const { attempt = "", secretText = "", csrfToken = "" } = card as Record<string, string> // the card's props
    const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("The secret isn't base32")
    await from.post("/two-step/totp", { csrfToken, attempt, code: await totpCode(secret, totpStep(time.now)) })
    time.now += 60_000
    return newestLink(1)
  }
  const attacker = await enter()
  const email = await enroll(attacker)
  const token = tokenIn(email)
  const press = async (from: Browser, headers: HeadersInit = {}, opened = email) =>
    from.post("/undo", { csrfToken: await from.csrfToken(), token: tokenIn(opened) }, headers)
  const stored = async () => ({
    factors: (await adapter.listAccountRecords("factor", ada.id)).length,
    codes: (await adapter.getAccountRecord("recovery-codes", ada.id)) !== null,
    session: await signedIn(attacker),
  })
  return { ...service, time, attacker, email, token, press, stored, enter, newestLink }
}

const KEPT = { factors: 1, codes: true, session: ADA.email }
const UNDONE = { factors: 0, codes: false, session: null }

describe("the link of the email about a new second factor", () => {
  test("shows one button and changes nothing, so that a scanner can open it (threat 494)", async () => {
    const { browser, email, stored, token } = await attackedAda()
    expect(email.url).toBe(`${SITE}/auth/undo?token=${token}`)
    const { html: shown, text } = renderAccountEmail(email)
    expect(shown).toContain(`href="${email.url}"`)
    expect(text).toContain("If this wasn't you, we can remove this second step and sign out all your devices.")
    expect(text).toContain("This link works once and expires in 30 days.")
    for (const method of ["GET", "HEAD"]) {
      const page = await browser().send(email.url, { method })
      expect(page.status).toBe(200)
    }
    const scanner = browser()
    const page = await scanner.get(email.url)
    const html = await page.text()
    expect(page.headers.get("cache-control")).toContain("no-store")
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(html.match(/<form/g)).toHaveLength(1)
    expect(html).toContain(`name="token" value="${token}"`)
    expect(html).toContain("This wasn&#39;t me")
    expect(html).toContain("Authenticator app")
    expect(await (await scanner.get(email.url, SCRIPT)).json()).toMatchObject({
      token,
      kind: "factor-added",
      factor: "totp",
    })
    expect(await signedIn(scanner)).toBeNull()
    expect(await stored()).toEqual(KEPT)
  })

  test("removes the factor and its recovery codes, and ends every session (threat 494)", async () => {
    const { browser, press, stored, enter, notices, adapter, ada } = await attackedAda()
    const owner = browser()
    const done = await press(owner)
    expect([done.status, location(done)]).toEqual([303, `${SITE}/auth/signin`])
    expect(await stored()).toEqual(UNDONE)
    expect(await adapter.listSessions(ada.id)).toEqual([])
    expect(await signedIn(owner)).toBeNull()
    await vi.waitFor(() => expect(notices.map(({ kind }) => kind)).toEqual(["factor-added", "factor-removed"]))
    expect(await signedIn(await enter("credentials"))).toBe(ADA.email)
  })

  test.each([
    [true, `${SITE}/auth/forgot-password?status=sent`],
    [false, `${SITE}/auth/signin`],
  ])(
    "ends sessions in cookies too, and leads to a reset if there are passwords: %s (threat 494)",
    async (password, to) => {
      for (const changeEmail of [true, false]) {
        const { browser, press, stored } = await attackedAda({
          strategy: "jwt",
          password,
          config: { account: { changeEmail } },
        })
        expect(await stored()).toEqual(KEPT)
        expect(location(await press(browser()))).toBe(to)
        expect(await stored()).toEqual(UNDONE)
      }
    },
  )

  test("works once, also in parallel requests (threat 494)", async () => {
    const { browser, press, email } = await attackedAda()
    const pressed = await Promise.all([browser(), browser(), browser()].map((from) => press(from)))
    expect(pressed.map(location).sort()).toEqual([USED_UP, USED_UP, `${SITE}/auth/signin`].sort())
    expect(location(await press(browser()))).toBe(USED_UP)
    expect(location(await browser().get(email.url))).toBe(USED_UP)
  })

  test("works for 30 days (threat 494)", async () => {
    const { browser, press, time, email, stored } = await attackedAda({
      config: { session: { strategy: "database", maxAge: 90 * 86_400 } },
    })
    expect(email.expires).toEqual(new Date(time.now - 60_000 + 30 * DAY))
    time.now += 30 * DAY - 60_001
    expect((await browser().get(email.url)).status).toBe(200)
    time.now += 1
    expect(location(await browser().get(email.url))).toBe(USED_UP)
    expect(location(await press(browser()))).toBe(USED_UP)
    expect(await stored()).toEqual(KEPT)
  })

  test("works on no other site, and not with another token (threat 494)", async () => {
    const { settings, token, press, browser, stored } = await attackedAda()
    const other = "https://other.test/auth"
    const elsewhere = cookieClient(createAuth(settings, { env: { AUTH_URL: other } }), undefined, other)
    const csrfToken = await elsewhere.csrfToken()
    expect(location(await elsewhere.post("/undo", { csrfToken, token }))).toContain("error=Verification")
    const from = browser()
    const own = await from.csrfToken()
    for (const wrong of ["", "x", `${token.slice(0, -1)}${token.endsWith("A") ? "E" : "A"}`, `${token}A`])
      expect(location(await from.post("/undo", { csrfToken: own, token: wrong }))).toBe(USED_UP)
    expect(await stored()).toEqual(KEPT)
    expect(location(await press(from))).toBe(`${SITE}/auth/signin`)
  })

  test("is bound to the record's user, event and factor (threat 494)", async () => {
    const { adapter, ada, press, browser, stored } = await attackedAda()
    const [record] = await adapter.listAccountRecords("undo", ada.id)
    if (!record) throw new Error("The link has a record")
    const bob = await adapter.createUser({ id: "bob", email: "bob@app.test", emailVerified: null })
    const data = JSON.parse(record.data) as Record<string, unknown>
    const { id, expires } = record
    const write = async (userId: string, changed: object) => {
      await adapter.takeAccountRecord("undo", id)
      await adapter.createAccountRecord({ kind: "undo", id, userId, expires, data: JSON.stringify(changed) })
    }
    await write(bob.id, data)
    expect(location(await press(browser()))).toBe(USED_UP)
    await write(ada.id, { ...data, factorId: "another" })
    expect(location(await press(browser()))).toBe(USED_UP)
    expect(await stored()).toEqual(KEPT)
  })

  test("leaves the factor of another event, such as a security key that was added again (threat 494)", async () => {
    const { adapter, ada, press, browser, attacker, authenticator, email, time, newestLink, prove } =
      await attackedAda()
    const addKey = async (count: number) => {
      await prove(attacker, "passkey") // the factor that was added needs a confirmation with two
      const card = await (await attacker.get("/two-step/security-key", SCRIPT)).json()
      const { csrfToken, passkeyOptions } = card as { csrfToken: string; passkeyOptions: never } // the card's props
      await attacker.post("/two-step/security-key", { csrfToken, data: authenticator.get(passkeyOptions) }, SCRIPT)
      return newestLink(count)
    }
    const first = await addKey(2)
    const [key] = (await adapter.listAccountRecords("factor", ada.id)).filter(({ data }) => data.includes("passkey"))
    time.now += 1000
    await attacker.postJson("/account", {
      ...{ csrfToken: await attacker.csrfToken(), change: "remove-factor", id: key?.id ?? "" },
    })
    const second = await addKey(3)
    const kinds = async () =>
      (await adapter.listAccountRecords("factor", ada.id)).map(({ data }) => (data.includes("passkey") ? "key" : "app"))
    expect((await kinds()).sort()).toEqual(["app", "key"])
    await press(browser(), {}, first)
    expect((await kinds()).sort()).toEqual(["app", "key"])
    expect(await signedIn(attacker)).toBeNull()
    await press(browser(), {}, email)
    expect(await kinds()).toEqual(["key"])
    await press(browser(), {}, second)
    expect(await kinds()).toEqual([])
  })

  test("keeps the session of another user who opens it (threat 494)", async () => {
    const { adapter, browser, issuer, press, stored } = await attackedAda()
    const bob = browser()
    const started = await bob.post("/signin/acme", { csrfToken: await bob.csrfToken() })
    const identity = { sub: "bob", email: "bob@app.test", email_verified: true }
    await bob.get(`/callback/acme?${issuer.authorize(location(started), identity)}`)
    expect(await signedIn(bob)).toBe("bob@app.test")
    await press(bob)
    expect(await signedIn(bob)).toBe("bob@app.test")
    expect(await stored()).toEqual(UNDONE)
    expect(await adapter.getUserByEmail("bob@app.test")).not.toBeNull()
  })

  test("works after a reset that the attacker requested or finished (threat 494)", async () => {
    const { browser, press, attacker, stored, adapter, ada, notices } = await attackedAda({ password: true })
    const csrfToken = await attacker.csrfToken()
    await attacker.post("/forgot-password", { csrfToken, email: ADA.email })
    const reset = await vi.waitFor(
      () => notices.find(({ kind }) => kind === "reset-password") ?? expect.fail("no email"),
    )
    const token = new URL(reset.url).searchParams.get("token") ?? ""
    await attacker.post("/reset-password", { csrfToken, token, password: "nanoseconds are eleven inches" })
    await attacker.post("/forgot-password", { csrfToken: await attacker.csrfToken(), email: ADA.email })
    const [ofAttacker] = await adapter.listAccountRecords("pending-change", ada.id)
    expect(ofAttacker?.id).toBeDefined()
    expect(location(await press(browser()))).toBe(`${SITE}/auth/forgot-password?status=sent`)
    expect(await stored()).toEqual(UNDONE)
    // The owner's own reset is the only one that is left
    const left = await adapter.listAccountRecords("pending-change", ada.id)
    expect(left.map(({ id }) => id === ofAttacker?.id)).toEqual([false])
  })

  test("takes a form only from its own page (threat 494)", async () => {
    const { browser, token, stored } = await attackedAda()
    const from = browser()
    const csrfToken = await from.csrfToken()
    expect(location(await from.post("/undo", { token }))).toContain("error=MissingCSRF")
    await from.post("/undo", { csrfToken, token }, { origin: "https://evil.test", "sec-fetch-site": "cross-site" })
    expect(await stored()).toEqual(KEPT)
  })

  test("answers a script with JSON", async () => {
    const { browser, press } = await attackedAda()
    expect(await (await press(browser(), JSON_MODE)).json()).toEqual({ url: `${SITE}/auth/signin` })
    expect(await (await press(browser(), JSON_MODE)).json()).toMatchObject({ error: "Verification" })
  })

  test("works again after the database failed (threat 494)", async () => {
    const { browser, press, adapter, stored } = await attackedAda()
    const failing = vi.spyOn(adapter, "deleteSessions").mockRejectedValueOnce(new Error("The database is down"))
    expect(location(await press(browser()))).toContain("error=")
    failing.mockRestore()
    expect((await stored()).session).toBe(ADA.email)
    expect(location(await press(browser()))).toBe(`${SITE}/auth/signin`)
    expect(await stored()).toEqual(UNDONE)
  })
})

test("a factor whose link can't be stored is still reported, without a link", async () => {
  const adapter = MemoryAdapter()
  const create = adapter.createAccountRecord.bind(adapter)
  vi.spyOn(adapter, "createAccountRecord").mockImplementation((record) => {
    if (record.kind === "undo") throw new Error("The database is down")
    return create(record)
  })
  const { email, errors } = await attackedAda({ adapter })
  expect(email).toMatchObject({ url: SITE, identifier: ADA.email })
  expect(email.expires).toBeUndefined()
  expect(renderAccountEmail(email).text).toContain("If this wasn't you, open your account settings")
  expect(errors.join()).toContain("The database is down")
})
