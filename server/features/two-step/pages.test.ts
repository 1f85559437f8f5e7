import { describe, expect, test } from "vitest"
import type { AccountDetails, TwoStepDetails } from "../../../client/account-contract.ts"
import type { SecondFactorOptions } from "./options.ts"
import type { SessionStrategyName } from "../../core/config/callbacks.ts"
import type { AuthConfig } from "../../service/config.ts"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import { ADA, pauseService, signedIn, type Browser, type SignInMethod } from "../../test-kit/pause-service.ts"

const SITE = "https://app.test"
const DEVICE = "__Host-latchkit.device"
const ATTEMPT = "__Host-latchkit.attempt"
const SCRIPT = { accept: "application/json" }
const MINUTE = 60_000
const location = (response: Response) => response.headers.get("location") ?? ""

interface Options {
  secondFactor?: SecondFactorOptions
  strategy?: SessionStrategyName
  config?: Partial<AuthConfig>
}

/** A service with two-step verification, and Ada, who has not set it up. */
async function twoStepService({ secondFactor = {}, strategy = "database", config = {} }: Options = {}) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const service = await pauseService({
    strategy,
    config: { secondFactor, clock: () => time.now, steps: [], ...config },
  })
  const enter = async (method: SignInMethod = "magic link") => {
    const browser = service.browser()
    await service.prove(browser, method)
    return browser
  }
  const details = async (browser: Browser) => (await (await browser.get("/account")).json()) as AccountDetails | null // its contract
  const twoStep = async (browser: Browser): Promise<TwoStepDetails> =>
    (await details(browser))?.twoStep ?? expect.fail("Two-step verification is off")
  const begin = async (browser: Browser) => {
    const card = await (await browser.get("/two-step/totp?callbackUrl=/me", SCRIPT)).json()
    const { attempt, secretText, csrfToken } = card as Record<"attempt" | "secretText" | "csrfToken", string> // the card's props
    const secret = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("The secret isn't base32")
    const code = () => totpCode(secret, totpStep(time.now))
    const confirm = async (from: Browser, more: Record<string, string> = {}) =>
      from.post("/two-step/totp?callbackUrl=/me", {
        csrfToken: await from.csrfToken(),
        attempt,
        code: await code(),
        ...more,
      })
    return { attempt, secret, csrfToken, code, confirm, card: card as Record<string, unknown> }
  }
  const turnOn = async (browser: Browser) => {
    const enrollment = await begin(browser)
    const page = await (await enrollment.confirm(browser)).text()
    time.now += MINUTE
    return {
      ...enrollment,
      codes: [...page.matchAll(/<li[^>]*><code[^>]*>([\w-]{29})</g)].map(([, code]) => code ?? ""),
    }
  }
  const change = async (browser: Browser, fields: Record<string, string>) =>
    browser.postJson("/account", { csrfToken: await browser.csrfToken(), ...fields })
  const secondStep = async (browser: Browser, fields: Record<string, string>) => {
    const step = (await (await browser.get("/step", SCRIPT)).json()) as Record<string, string> // the card's props
    const { csrfToken = "", attempt = "" } = step
    return browser.post("/step/second-factor", { csrfToken, attempt, ...fields })
  }
  return { ...service, time, enter, details, twoStep, begin, turnOn, change, secondStep }
}

/** Ada's browser after a sign-in with her authenticator app, so that she may change her factors. */
async function protectedAda(options: Options = {}) {
  const service = await twoStepService(options)
  const app = await service.turnOn(await service.enter())
  const enter = async (more: Record<string, string> = {}) => {
    const browser = await service.enter("oidc")
    await service.secondStep(browser, { method: "totp", code: await app.code(), ...more })
    service.time.now += MINUTE
    return browser
  }
  return { ...service, app, enter, signIn: service.enter }
}

const listFactors = ({
  adapter,
  ada,
}: {
  adapter: Awaited<ReturnType<typeof twoStepService>>["adapter"]
  ada: { id: string }
}) => adapter.listAccountRecords("factor", ada.id)

describe.each(["jwt", "database"] as const)("a signed-in user, with the %s strategy", (strategy) => {
  test("turns two-step verification on, saves the codes, and is asked for a code from then on", async () => {
    const { enter, begin, twoStep, notices, time, secondStep } = await twoStepService({ strategy })
    const browser = await enter()
    expect(await twoStep(browser)).toMatchObject({ factors: [], recoveryCodes: null })
    const { confirm, code } = await begin(browser)
    const shown = await confirm(browser)
    expect(shown.status).toBe(200)
    expect(shown.headers.get("cache-control")).toContain("no-store")
    expect(await shown.text()).toContain('action="https://app.test/me"')
    expect(await twoStep(browser)).toMatchObject({
      factors: [{ kind: "totp", name: null, lastUsedAt: null, removable: true }],
      addable: [{ kind: "security-key", url: `${SITE}/auth/two-step/security-key` }],
      recoveryCodes: { left: 10, total: 10, url: `${SITE}/auth/two-step/recovery-codes` },
    })
    // The enrollment proves nothing, so the next change needs a confirmation with the factor
    const csrfToken = await browser.csrfToken()
    expect((await browser.post("/two-step/recovery-codes", { csrfToken }, SCRIPT)).status).toBe(401)
    expect(notices.slice(0, 1).map(({ kind, factor, identifier }) => [kind, factor, identifier])).toEqual([
      ["factor-added", "totp", ADA.email],
    ])
    const other = await enter()
    expect(await signedIn(other)).toBeNull()
    // The code that confirmed the enrollment is used up (threat 423)
    expect(location(await secondStep(other, { method: "totp", code: await code() }))).toContain("error=InvalidCode")
    time.now += MINUTE
    await secondStep(other, { method: "totp", code: await code() })
    expect(await signedIn(other)).toBe(ADA.email)
  })

  test("signs in with a recovery code, renames the factor, and removes it", async () => {
    const service = await twoStepService({ strategy })
    const { codes } = await service.turnOn(await service.enter())
    expect(codes).toHaveLength(10)
    const browser = await service.enter()
    await service.secondStep(browser, { method: "recovery", code: codes[3] ?? "" })
    expect(await signedIn(browser)).toBe(ADA.email)
    expect((await service.twoStep(browser)).recoveryCodes).toMatchObject({ left: 9 })
    const [{ id = "" } = {}] = (await service.twoStep(browser)).factors
    const renamed = await service.change(browser, { change: "rename-factor", id, name: "Blue phone" })
    expect(await renamed.json()).toMatchObject({ twoStep: { factors: [{ name: "Blue phone" }] } })
    const removed = await service.change(browser, { change: "remove-factor", id })
    expect(await removed.json()).toMatchObject({ twoStep: { factors: [], recoveryCodes: null } })
    expect(await service.adapter.getAccountRecord("recovery-codes", service.ada.id)).toBeNull()
    expect(service.notices.map(({ kind }) => kind)).toEqual(["factor-added", "factor-removed"])
    expect(await signedIn(await service.enter())).toBe(ADA.email)
  })
})

test("the pages work without a script", async () => {
  const { enter, time } = await twoStepService()
  const browser = await enter()
  const started = await browser.get("/two-step/totp?callbackUrl=/me")
  const page = await browser.get(location(started))
  const html = await page.text()
  expect(page.headers.get("cache-control")).toContain("no-store")
  expect(html).toContain("<svg")
  expect(html).toContain('href="https://app.test/me"') // Cancel
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ""
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? ""
  const text = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(html)?.[0] ?? ""
  const secret = fromBase32(text.replaceAll(" ", "")) ?? expect.fail("The page shows no key")
  const fields = { csrfToken: field("csrfToken"), attempt: field("attempt") }
  const failed = await browser.post(action, { ...fields, code: "000000" })
  expect(location(failed)).toContain("error=InvalidCode")
  const again = await (await browser.get(location(failed))).text()
  expect(again).toContain(text) // the same QR code, and a message
  expect(again).toContain('role="alert"')
  const shown = await browser.post(action, { ...fields, code: await totpCode(secret, totpStep(time.now)) })
  expect(await shown.text()).toMatch(/<code[^>]*>[\w-]{29}<.*<code[^>]*>[\w-]{29}</s)
})

describe("an enrollment", () => {
  test("isn't a factor until it is confirmed, and ends after 10 minutes (threat 432)", async () => {
    const service = await twoStepService()
    const browser = await service.enter()
    const { csrfToken, attempt, code, confirm } = await service.begin(browser)
    for (const wrong of ["", "12345", "1234567", "abcdef", "000000"]) {
      const response = await browser.post("/two-step/totp", { csrfToken, attempt, code: wrong }, SCRIPT)
      expect([response.status, await response.json()]).toEqual([401, expect.objectContaining({ error: "InvalidCode" })])
    }
    expect((await service.twoStep(browser)).factors).toEqual([])
    expect(await signedIn(await service.enter())).toBe(ADA.email)
    const old = await code()
    service.time.now += 2 * MINUTE
    expect(location(await browser.post("/two-step/totp", { csrfToken, attempt, code: old }))).toContain("InvalidCode")
    service.time.now += 8 * MINUTE
    await service.prove(browser, "magic link")
    expect(location(await confirm(browser))).toContain("InvalidCode")
    expect((await service.twoStep(browser)).factors).toEqual([])
  })

  test("is bound to its user, session and secret (threat 433)", async () => {
    const service = await twoStepService()
    const [browser, elsewhere] = [await service.enter(), await service.enter()]
    const one = await service.begin(browser)
    const other = await service.begin(browser)
    // Another session of the same user
    expect(location(await one.confirm(elsewhere))).toContain("InvalidCode")
    // The code of another tab's enrollment, and a secret of the client's
    const { csrfToken } = one
    const mixed = { csrfToken, attempt: one.attempt, code: await other.code(), secret: "A".repeat(32), userId: "eve" }
    expect(location(await browser.post("/two-step/totp", mixed))).toContain("InvalidCode")
    // Another user
    await service.adapter.createUser({ id: "eve", email: "eve@app.test", emailVerified: new Date() })
    const eve = service.browser()
    await eve.post("/signin/email", { csrfToken: await eve.csrfToken(), email: "eve@app.test" })
    await eve.get(service.newest().url.replace(`${SITE}/auth`, ""))
    expect(await signedIn(eve)).toBe("eve@app.test")
    expect(location(await one.confirm(eve))).toContain("InvalidCode")
    expect(await service.adapter.listAccountRecords("factor", "eve")).toEqual([])
    expect((await service.twoStep(browser)).factors).toEqual([])
    expect((await one.confirm(browser)).status).toBe(200)
  })

  test("leaves a confirmed factor as it is, and needs a confirmation with it (threat 433)", async () => {
    const { app, enter, signIn, begin, twoStep, turnOn, time, secondStep } = await protectedAda()
    const stale = await enter()
    time.now += 11 * MINUTE
    const response = await stale.get("/two-step/totp", SCRIPT)
    expect([response.status, await response.json()]).toEqual([
      401,
      expect.objectContaining({ error: "StepUpRequired" }),
    ])
    const page = location(await stale.get("/two-step/totp?callbackUrl=/me"))
    expect(page).toContain("/auth/confirm?")
    expect(new URL(page).searchParams.get("callbackUrl")).toBe(
      `${SITE}/auth/two-step/totp?callbackUrl=https%3A%2F%2Fapp.test%2Fme`,
    )
    const fresh = await enter()
    await begin(fresh) // left
    await turnOn(fresh)
    expect((await twoStep(fresh)).factors).toHaveLength(2)
    const browser = await signIn()
    await secondStep(browser, { method: "totp", code: await app.code() })
    expect(await signedIn(browser)).toBe(ADA.email)
  })

  test("isn't possible while the address is unverified (threat 435)", async () => {
    const service = await twoStepService()
    const { adapter, ada } = service
    const browser = await service.enter("oauth")
    await adapter.updateUser({ id: ada.id, emailVerified: null })
    expect((await service.twoStep(browser)).addable).toEqual([])
    for (const page of ["totp", "security-key"]) {
      expect(location(await browser.get(`/two-step/${page}?callbackUrl=/me`))).toBe(`${SITE}/me?error=EmailUnverified`)
      const posted = await browser.post(`/two-step/${page}`, { csrfToken: await browser.csrfToken() }, SCRIPT)
      expect([posted.status, await posted.json()]).toEqual([403, { error: "EmailUnverified" }])
    }
    expect(await listFactors(service)).toEqual([])
  })
})

describe("a passkey as a second factor", () => {
  test("is added after the user has used it, and removed with the passkey", async () => {
    const { enter, prove, twoStep, details, change, authenticator, notices } = await twoStepService()
    const browser = await enter()
    const card = (await (await browser.get("/two-step/security-key", SCRIPT)).json()) as {
      csrfToken: string
      passkeyOptions: PublicKeyCredentialRequestOptionsJSON
    } // the card's props
    const { csrfToken, passkeyOptions } = card
    const fields = { csrfToken, data: authenticator.get(passkeyOptions) }
    const added = await browser.post("/two-step/security-key", fields, SCRIPT)
    expect(await added.json()).toMatchObject({ step: "recovery-codes", codes: { length: 10 } })
    expect((await twoStep(browser)).factors).toMatchObject([{ kind: "security-key", removable: true }])
    expect((await twoStep(browser)).addable).toEqual([{ kind: "totp", url: `${SITE}/auth/two-step/totp` }])
    // The ceremony works once
    const repeated = { ...fields, csrfToken: await browser.csrfToken() }
    expect((await browser.post("/two-step/security-key", repeated, SCRIPT)).status).toBe(401)
    // The enrollment proves nothing, so the next change needs a sign-in or a confirmation
    expect((await browser.get("/two-step/security-key", SCRIPT)).status).toBe(401)
    await prove(browser, "passkey")
    const again = await browser.get("/two-step/security-key", SCRIPT)
    expect(await again.json()).toMatchObject({ error: "NotFound" })
    const { passkeys } = (await details(browser)) ?? {}
    await change(browser, { change: "remove-passkey", id: passkeys?.[0]?.id ?? "" })
    expect((await twoStep(browser)).factors).toEqual([])
    expect(notices.map(({ kind, factor }) => [kind, factor])).toEqual([
      ["factor-added", "passkey"],
      ["passkey-removed", undefined],
    ])
  })

  test("isn't added with a wrong response", async () => {
    const { enter, twoStep, authenticator } = await twoStepService()
    const browser = await enter()
    const { passkeyOptions } = (await (await browser.get("/two-step/security-key", SCRIPT)).json()) as {
      passkeyOptions: PublicKeyCredentialRequestOptionsJSON
    } // the card's props
    const data = authenticator.get({ ...passkeyOptions, challenge: "AAAA" })
    for (const wrong of [data, "{}", "", "x".repeat(9000)]) {
      const fields = { csrfToken: await browser.csrfToken(), data: wrong }
      expect((await browser.post("/two-step/security-key", fields, SCRIPT)).status).toBe(401)
    }
    expect((await twoStep(browser)).factors).toEqual([])
  })
})

describe("new recovery codes", () => {
  test("replace the old ones, and are shown once, in the response to a POST (threats 438, 439)", async () => {
    const { enter, app, twoStep, notices, errors, signIn, secondStep } = await protectedAda()
    const browser = await enter()
    const url = "/two-step/recovery-codes"
    expect((await browser.post(url, {})).status).toBe(302) // without the CSRF token
    expect(location(await browser.get(`${url}?callbackUrl=/me`))).toBe(`${SITE}/me`)
    expect((await twoStep(browser)).recoveryCodes).toMatchObject({ left: 10 })
    const old = await signIn()
    await secondStep(old, { method: "recovery", code: app.codes[0] ?? "" })
    expect(await signedIn(old)).toBe(ADA.email)
    const shown = await browser.post(url, { csrfToken: await browser.csrfToken(), callbackUrl: "/me" })
    const html = await shown.text()
    expect(shown.headers.get("cache-control")).toContain("no-store")
    expect(html).toContain('action="https://app.test/me"')
    const [code = ""] = /(?:[0-9A-Z]{4}-){5}[0-9A-Z]{4}/.exec(html) ?? []
    expect(app.codes).not.toContain(code)
    expect((await twoStep(browser)).recoveryCodes).toMatchObject({ left: 10 })
    expect(notices.at(-1)?.kind).toBe("recovery-codes-replaced")
    expect(JSON.stringify([errors, notices.map(({ url }) => url)])).not.toContain(code)
    const other = await signIn()
    await secondStep(other, { method: "recovery", code: app.codes[1] ?? "" })
    expect(await signedIn(other)).toBeNull()
    await secondStep(other, { method: "recovery", code })
    expect(await signedIn(other)).toBe(ADA.email)
  })

  test("need a recent confirmation with two factors, and a second factor at all (threat 439)", async () => {
    const { enter, time, adapter, ada } = await protectedAda()
    const browser = await enter()
    time.now += 11 * MINUTE
    const before = await adapter.getAccountRecord("recovery-codes", ada.id)
    const post = async () =>
      browser.post("/two-step/recovery-codes", { csrfToken: await browser.csrfToken(), callbackUrl: "/me" })
    const confirmation = new URL(location(await post()))
    expect([confirmation.pathname, confirmation.searchParams.get("callbackUrl")]).toEqual([
      "/auth/confirm",
      `${SITE}/me`,
    ])
    expect(confirmation.searchParams.get("factors")).toBe("2")
    expect(await adapter.getAccountRecord("recovery-codes", ada.id)).toEqual(before)
    const without = await twoStepService()
    const plain = await without.enter()
    const rejected = await plain.post("/two-step/recovery-codes", { csrfToken: await plain.csrfToken() }, SCRIPT)
    expect([rejected.status, await rejected.json()]).toEqual([404, { error: "NotFound" }])
  })
})

describe("a trusted device", () => {
  test("is listed and removable, and ends when a factor is added or removed (threat 441)", async () => {
    const { enter, twoStep, change, turnOn } = await protectedAda()
    const browser = await enter({ trust: "1" })
    expect(browser.cookie(DEVICE)).toBeDefined()
    const { trustedDevices } = await twoStep(browser)
    expect(trustedDevices).toMatchObject([{ current: true, expires: expect.stringMatching(/Z$/) }])
    expect((await twoStep(await enter())).trustedDevices).toMatchObject([{ current: false }])
    const { id = "" } = trustedDevices[0] ?? {}
    await change(browser, { change: "remove-trusted-device", id })
    expect((await twoStep(browser)).trustedDevices).toEqual([])

    const second = await enter({ trust: "1" })
    expect((await twoStep(second)).trustedDevices).toHaveLength(1)
    await turnOn(second) // another app
    expect((await twoStep(second)).trustedDevices).toEqual([])

    const third = await enter({ trust: "1" })
    const [, { id: factor = "" } = {}] = (await twoStep(third)).factors
    await change(third, { change: "remove-factor", id: factor })
    expect((await twoStep(third)).trustedDevices).toEqual([])
  })

  test("ends when the user signs out everywhere else, except for this one (threat 441)", async () => {
    const { enter, twoStep, change } = await protectedAda()
    const [other, browser] = [await enter({ trust: "1" }), await enter({ trust: "1" })]
    expect((await twoStep(browser)).trustedDevices).toHaveLength(2)
    await change(browser, { change: "revoke-other-sessions" })
    expect((await twoStep(browser)).trustedDevices).toMatchObject([{ current: true }])
    expect(await signedIn(other)).toBeNull()
  })
})

test("the last factor of a user who must have one stays, until there is another one", async () => {
  const service = await twoStepService({ secondFactor: { required: ({ user }) => user.email === ADA.email } })
  const browser = await service.enter("passkey") // two factors already
  await service.turnOn(browser)
  await service.prove(browser, "passkey")
  const [{ id = "" } = {}] = (await service.twoStep(browser)).factors
  const { factors, addable } = await service.twoStep(browser)
  expect(factors).toMatchObject([{ removable: false }])
  expect(addable.map(({ kind }) => kind)).toEqual(["totp", "security-key"])
  const rejected = await service.change(browser, { change: "remove-factor", id })
  expect([rejected.status, await rejected.json()]).toEqual([409, { error: "LastFactor" }])
  await service.turnOn(browser)
  await service.prove(browser, "passkey")
  expect((await service.change(browser, { change: "remove-factor", id })).status).toBe(200)
  expect((await service.twoStep(browser)).factors).toMatchObject([{ removable: false }])
})

test.each([
  ["two factors", (ids: readonly string[]) => ids.map((id) => ({ change: "remove-factor", id }))],
  [
    "a factor twenty times and the other one",
    (ids: readonly string[]) =>
      Array.from({ length: 21 }, (_, at) => ({ change: "remove-factor", id: ids[at ? 0 : 1] ?? "" })),
  ],
])("%s that are removed at once leave one to a user who must have one (threat 497)", async (_, changesFor) => {
  const service = await twoStepService({ secondFactor: { required: () => true } })
  const browser = await service.enter("passkey") // two factors already
  await service.turnOn(browser)
  await service.prove(browser, "passkey")
  await service.turnOn(browser)
  await service.prove(browser, "passkey")
  const csrfToken = await browser.csrfToken()
  const ids = (await service.twoStep(browser)).factors.map(({ id }) => id)
  const responses = await Promise.all(
    changesFor(ids).map((fields) => browser.postJson("/account", { csrfToken, ...fields })),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status >= 500)).toEqual([])
  expect((await service.twoStep(browser)).factors).toMatchObject([{ removable: false }])
})

describe("attackers", () => {
  const CHANGES = ["rename-factor", "remove-factor", "remove-trusted-device"] as const
  const PAGES = ["totp", "security-key", "recovery-codes"] as const

  test("with only an open sign-in attempt change nothing (threat 418)", async () => {
    const service = await protectedAda()
    await service.enter({ trust: "1" })
    const browser = await service.signIn()
    expect(browser.cookie(ATTEMPT)).toBeDefined()
    const stored = async () =>
      JSON.stringify([
        await listFactors(service),
        await service.adapter.listAccountRecords("trusted-device", service.ada.id),
        await service.adapter.getAccountRecord("recovery-codes", service.ada.id),
      ])
    const before = await stored()
    const [{ id = "" } = {}] = await listFactors(service)
    expect(await service.details(browser)).toBeNull()
    for (const change of CHANGES) expect((await service.change(browser, { change, id, name: "Mine" })).status).toBe(401)
    for (const page of PAGES) {
      const posted = await browser.post(
        `/two-step/${page}`,
        { csrfToken: await browser.csrfToken(), attempt: id, code: await service.app.code() },
        SCRIPT,
      )
      expect([posted.status, await posted.json()]).toEqual([401, { error: "SessionRequired" }])
      if (page !== "recovery-codes") expect((await browser.get(`/two-step/${page}`, SCRIPT)).status).toBe(401)
    }
    expect(location(await browser.get("/two-step/totp"))).toContain("/auth/signin?callbackUrl=")
    expect(await stored()).toBe(before)
  })

  test("who are another user get the same response as for an unknown id (threat 498)", async () => {
    const service = await protectedAda()
    const ada = await service.enter({ trust: "1" })
    const { factors, trustedDevices } = await service.twoStep(ada)
    await service.adapter.createUser({ id: "eve", email: "eve@app.test", emailVerified: new Date() })
    const eve = service.browser()
    await eve.post("/signin/email", { csrfToken: await eve.csrfToken(), email: "eve@app.test" })
    await eve.get(service.newest().url.replace(`${SITE}/auth`, ""))
    for (const change of CHANGES) {
      const id = (change === "remove-trusted-device" ? trustedDevices : factors)[0]?.id ?? ""
      const [theirs, unknown] = [
        await service.change(eve, { change, id, name: "Mine" }),
        await service.change(eve, { change, id: "unknown", name: "Mine" }),
      ]
      expect([theirs.status, await theirs.text()]).toEqual([404, await unknown.text()])
      const shaped = await eve.postJson("/account", {
        csrfToken: await eve.csrfToken(),
        change,
        id: [id],
        name: { $ne: 1 },
      })
      expect(shaped.status).toBe(404)
    }
    expect((await service.twoStep(ada)).factors).toEqual(factors)
    expect((await service.twoStep(ada)).trustedDevices).toEqual(trustedDevices)
  })

  test.each<[string, RequestInit]>([
    ["another site", { headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" } }],
    ["a sibling", { headers: { origin: "https://evil.app.test", "sec-fetch-site": "same-site" } }],
    ["an opaque origin", { headers: { origin: "null", "sec-fetch-site": "cross-site" } }],
    ["no CSRF token", { body: new URLSearchParams({}) }],
    ["a method override", { method: "GET", headers: { "x-http-method-override": "POST" } }],
  ])("change nothing from %s (threat 500)", async (_, attack) => {
    const service = await protectedAda()
    const browser = await service.enter({ trust: "1" })
    const { factors, trustedDevices } = await service.twoStep(browser)
    const before = await service.adapter.getAccountRecord("recovery-codes", service.ada.id)
    const csrfToken = await browser.csrfToken()
    const { attempt, code } = await service.begin(browser)
    const targets = [
      ...CHANGES.map((change) => {
        const id = (change === "remove-trusted-device" ? trustedDevices : factors)[0]?.id ?? ""
        return ["/account", { csrfToken, change, id, name: "Mine" }] as const
      }),
      ["/two-step/totp", { csrfToken, attempt, code: await code() }] as const,
      ["/two-step/recovery-codes", { csrfToken }] as const,
    ]
    for (const [path, fields] of targets) {
      const query = attack.method === "GET" ? `?${new URLSearchParams(fields)}&_method=POST` : ""
      const body = attack.method === "GET" ? null : new URLSearchParams(fields)
      await browser.send(path + query, { method: "POST", body, ...attack })
    }
    expect((await service.twoStep(browser)).factors).toEqual(factors)
    expect((await service.twoStep(browser)).trustedDevices).toEqual(trustedDevices)
    expect(await service.adapter.getAccountRecord("recovery-codes", service.ada.id)).toEqual(before)
  })

  test("who guess codes with the right password are reported to the owner, once a day (threat 426)", async () => {
    const service = await protectedAda()
    service.notices.length = 0
    const guess = async () => {
      const browser = await service.signIn("credentials")
      for (let n = 0; n < 5; n++) await service.secondStep(browser, { method: "totp", code: "000000" })
    }
    for (let n = 0; n < 8; n++) await guess()
    expect(service.notices.map(({ kind, identifier }) => [kind, identifier])).toEqual([["factor-guesses", ADA.email]])
    service.time.now += 25 * 60 * MINUTE
    for (let n = 0; n < 6; n++) await guess()
    expect(service.notices.map(({ kind }) => kind)).toEqual(["factor-guesses", "factor-guesses"])
  })
})

test("a factor that can't be read is listed, and can be removed (threat 436)", async () => {
  const service = await protectedAda()
  const browser = await service.enter()
  const [record] = await listFactors(service)
  if (!record) throw new Error("Ada has no factor")
  await service.adapter.updateAccountRecord({ ...record, data: "{}" })
  expect(await service.twoStep(browser)).toMatchObject({
    factors: [{ kind: "totp", name: null }],
    addable: [{ kind: "totp" }, {}],
  })
  expect(await signedIn(await service.signIn())).toBeNull()
  expect((await service.change(browser, { change: "remove-factor", id: record.id })).status).toBe(200)
})

test("without `secondFactor` there are no pages, and nothing in the account", async () => {
  const service = await pauseService({ config: { steps: [] } })
  const browser = service.browser()
  await service.prove(browser, "magic link")
  expect(await (await browser.get("/account")).json()).not.toHaveProperty("twoStep")
  expect((await browser.get("/two-step/totp")).status).toBe(404)
  expect((await browser.get("/two-step/other")).status).toBe(404)
})
