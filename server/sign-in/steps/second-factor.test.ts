import { describe, expect, test } from "vitest"
import { fromBase32 } from "../../factors/base32.ts"
import { beginTotp, confirmTotp } from "../../factors/factors.ts"
import { createRecoveryCodes } from "../../factors/recovery-codes.ts"
import { totpCode, totpStep } from "../../factors/totp.ts"
import { createAuth } from "../../auth.ts"
import { createSettings } from "../../config/settings.ts"
import type { Step } from "../../config/step-options.ts"
import type { SecondFactorOptions } from "../../config/factor-options.ts"
import type { Bytes } from "../../crypto/bytes.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { killable, type WriteLog } from "../../testing/killed-adapter.ts"
import { ADA, pauseService, SIGN_IN_METHODS, signedIn, type Browser } from "../../testing/pause-service.ts"

const ATTEMPT = "__Host-latchkit.attempt"
const DEVICE = "__Host-latchkit.device"
const JSON_MODE = { "x-auth-return-redirect": "1" }

/** The response to a paused sign-in. */
interface Json {
  step?: string
  stepProps?: Record<string, string>
}
const STEP = "https://app.test/auth/step/second-factor"
const location = (response: Response) => response.headers.get("location")

/** Ada with an authenticator app and recovery codes. */
async function protectedAda(
  secondFactor: SecondFactorOptions = {},
  strategy: "jwt" | "database" = "jwt",
  steps: readonly Step[] = [],
) {
  const time = { now: Date.UTC(2026, 10, 22, 20) }
  const config = { secondFactor, clock: () => time.now, steps }
  const service = await pauseService({ strategy, config })
  const { adapter, ada } = service
  const settings = createSettings({ secret: "s".repeat(32), adapter, clock: () => time.now }, { env: {} })
  const context = { settings, store: adapter }
  const owner = { userId: ada.id, enrolledIn: "test" }
  const enroll = async (): Promise<Bytes> => {
    const begun = await beginTotp(context, owner)
    if (!begun) throw new Error("Ada has too many factors")
    const code = await totpCode(begun.secret, totpStep(time.now))
    await confirmTotp(context, { ...owner, id: begun.id, code, name: "Phone" })
    time.now += 60_000
    return begun.secret
  }
  const secret = await enroll()
  const codes = await createRecoveryCodes(adapter, { userId: ada.id, now: time.now })
  const code = () => totpCode(secret, totpStep(time.now))
  const open = async (from: Browser) => (await (await from.get("/step", JSON_MODE)).json()) as Record<string, string> // the step's props
  const answer = async (from: Browser, fields: Record<string, string>, headers: HeadersInit = {}) => {
    const { attempt = "", csrfToken = "" } = await open(from)
    return from.post("/step/second-factor", { csrfToken, attempt, ...fields }, headers)
  }
  return { ...service, time, secret, codes, code, open, answer, context, enroll }
}

describe.each(["jwt", "database"] as const)("with the %s strategy", (strategy) => {
  test.each(SIGN_IN_METHODS.filter((method) => method !== "passkey"))(
    "a sign-in with %s asks for the second factor before there is a session (threat 401)",
    async (method) => {
      const { browser, prove, answer, code, events } = await protectedAda({}, strategy)
      const client = browser()
      expect(location(await prove(client, method))).toBe(STEP)
      expect(await signedIn(client)).toBeNull()
      expect(events).toEqual([])
      expect(location(await answer(client, { method: "totp", code: await code() }))).toBe("https://app.test/")
      expect(await signedIn(client)).toBe(ADA.email)
    },
  )

  test("a passkey that verified the user counts as two factors", async () => {
    const { browser, prove } = await protectedAda({}, strategy)
    const client = browser()
    expect(location(await prove(client, "passkey"))).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
  })
})

test("the step lists the user's methods, and never their address", async () => {
  const { browser, prove, open } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const step = await open(client)
  expect(step).toMatchObject({
    step: "second-factor",
    url: STEP,
    methods: ["passkey", "totp", "recovery"],
    account: "a••@app.test",
  })
  expect(JSON.stringify(step)).not.toContain(ADA.email)
})

test("a card loads the step as JSON, or `null` if there is none", async () => {
  const { browser, prove } = await protectedAda()
  const client = browser()
  const load = async () => (await client.get("/step", { accept: "application/json" })).json()
  expect(await load()).toBeNull()
  await prove(client, "credentials")
  expect(await load()).toMatchObject({ step: "second-factor", methods: ["passkey", "totp", "recovery"] })
})

test("the response to the first form has what the second one needs", async () => {
  const { browser, prove, code } = await protectedAda()
  const client = browser()
  const { step, stepProps = {} } = (await (await prove(client, "credentials", { mode: "JSON" })).json()) as Json
  expect([step, stepProps]).toMatchObject(["second-factor", { methods: ["passkey", "totp", "recovery"] }])
  const { csrfToken = "", attempt = "" } = stepProps
  const form = { csrfToken, attempt, method: "totp", code: await code() }
  const finished = await client.post("/step/second-factor", form, JSON_MODE)
  expect(await finished.json()).toEqual({ url: "https://app.test/" })
  expect(await signedIn(client)).toBe(ADA.email)
})

test("JSON names a wrong code with status 401", async () => {
  const { browser, prove, answer } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const response = await answer(client, { method: "totp", code: "000000" }, JSON_MODE)
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    url: `${STEP}?method=totp&error=InvalidCode`,
    step: "second-factor",
    error: "InvalidCode",
  })
  expect(await signedIn(client)).toBeNull()
})

test("a code works once, also in another browser (threat 423)", async () => {
  const { browser, prove, answer, code } = await protectedAda()
  const [one, other] = [browser(), browser()]
  await prove(one, "credentials")
  await prove(other, "credentials")
  const typed = await code()
  await answer(one, { method: "totp", code: typed })
  expect(await signedIn(one)).toBe(ADA.email)
  expect(location(await answer(other, { method: "totp", code: typed }))).toContain("InvalidCode")
  expect(await signedIn(other)).toBeNull()
})

test.each(["totp", "recovery"])(
  "of ten sign-ins at once with one %s code, one succeeds (threats 424, 438)",
  async (method) => {
    const { browser, prove, answer, code, codes } = await protectedAda({})
    const visitors = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = browser()
        await prove(client, "credentials")
        return client
      }),
    )
    const typed = method === "totp" ? await code() : (codes[0] ?? "")
    await Promise.all(visitors.map((client) => answer(client, { method, code: typed })))
    const users = await Promise.all(visitors.map(signedIn))
    expect(users.filter((user) => user !== null)).toHaveLength(1)
  },
)

test("a recovery code works once, as it is typed", async () => {
  const { browser, prove, answer, codes } = await protectedAda()
  const [first = ""] = codes
  const one = browser()
  await prove(one, "credentials")
  await answer(one, { method: "recovery", code: ` ${first.toLowerCase().replaceAll("-", " ")} ` })
  expect(await signedIn(one)).toBe(ADA.email)
  const other = browser()
  await prove(other, "credentials")
  expect(location(await answer(other, { method: "recovery", code: first }))).toContain("InvalidCode")
})

test("another user's factors prove nothing, whatever the form names (threat 402)", async () => {
  const { adapter, browser, prove, answer, context, time, ada } = await protectedAda()
  const eve = await adapter.createUser({ id: "eve", email: "eve@app.test", emailVerified: null, name: "Eve" })
  const owner = { userId: eve.id, enrolledIn: "eve" }
  const begun = await beginTotp(context, owner)
  const code = await totpCode(begun?.secret ?? new Uint8Array(), totpStep(time.now))
  await confirmTotp(context, { ...owner, id: begun?.id ?? "", code, name: "" })
  const [evesCode = ""] = await createRecoveryCodes(adapter, { userId: eve.id, now: time.now })
  time.now += 60_000
  const client = browser()
  await prove(client, "credentials")
  const next = await totpCode(begun?.secret ?? new Uint8Array(), totpStep(time.now))
  const named = { userId: eve.id, user: eve.id, email: eve.email, factorId: begun?.id ?? "" }
  for (const fields of [
    { method: "totp", code: next, ...named },
    { method: "recovery", code: evesCode, ...named },
  ])
    expect(location(await answer(client, fields))).toContain("InvalidCode")
  expect(await signedIn(client)).toBeNull()
  expect((await adapter.listAccountRecords("factor", ada.id)).length).toBe(1)
})

test("guesses are counted over all attempts, methods and browsers (threat 425)", async () => {
  const { browser, prove, answer, code } = await protectedAda()
  const results: string[] = []
  for (let i = 0; i < 30; i++) {
    const client = browser()
    await prove(client, "credentials")
    results.push(location(await answer(client, { method: i % 2 ? "totp" : "recovery", code: "000000" })) ?? "")
  }
  expect(results.at(-1)).toContain("RateLimited")
  const attacker = browser()
  await prove(attacker, "credentials")
  expect(location(await answer(attacker, { method: "totp", code: await code() }))).toContain("RateLimited")
  expect(await signedIn(attacker)).toBeNull()
})

describe("trusting a device", () => {
  test("asks for no second factor there for 30 days, and elsewhere it does (threat 440)", async () => {
    const { browser, prove, answer, code, time } = await protectedAda()
    const client = browser()
    await prove(client, "credentials")
    expect(client.jar.has(DEVICE)).toBe(false)
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    expect(client.jar.has(DEVICE)).toBe(true)
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
    expect(location(await prove(browser(), "credentials"))).toBe(STEP)
    time.now += 30 * 24 * 3600 * 1000
    expect(location(await prove(client, "credentials"))).toBe(STEP)
  })

  test("proves nothing: a sign-in there has one factor (threats 440, 448)", async () => {
    const { auth, browser, prove, answer, code, time } = await protectedAda()
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    time.now += 3_600_000
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
    const request = client.request("/keys")
    await expect(auth.require(request, { factors: 2 })).rejects.toMatchObject({ type: "StepUpRequired", factors: 2 })
    await expect(auth.require(request)).rejects.toMatchObject({ type: "StepUpRequired", factors: 2 })
    expect(await auth.require(request, { factors: 1 })).toMatchObject({ user: { email: ADA.email } })
  })

  test("with a code counts for nothing once the app requires a phishing-resistant factor (threat 440)", async () => {
    const strict = { now: false }
    const { browser, prove, answer, open, code, authenticator } = await protectedAda({
      phishingResistant: () => strict.now,
    })
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
    strict.now = true
    expect(location(await prove(client, "credentials"))).toBe(STEP)
    const { passkeyOptions } = await open(client)
    const data = authenticator.get(passkeyOptions as never)
    expect(location(await answer(client, { method: "passkey", data, trust: "on" }))).toBe("https://app.test/")
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/")
  })

  test("is off with `trustDevice: false`, whatever the form says", async () => {
    const { browser, prove, answer, code } = await protectedAda({ trustDevice: false })
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "totp", code: await code(), trust: "on" })
    expect(client.jar.has(DEVICE)).toBe(false)
  })
})

describe("a code by email", () => {
  test("is off by default (threat 428)", async () => {
    const { browser, prove, answer, newest } = await protectedAda()
    const client = browser()
    await prove(client, "credentials")
    const before = newest()
    expect(location(await answer(client, { method: "email" }))).toContain("InvalidCode")
    expect(newest()).toBe(before)
  })

  test("is a second factor after a password (threat 442)", async () => {
    const { browser, prove, answer, newest } = await protectedAda({ emailCode: true })
    const client = browser()
    await prove(client, "credentials")
    await answer(client, { method: "email" })
    const { code = "", identifier } = newest()
    expect(identifier).toBe(ADA.email)
    const other = browser()
    await prove(other, "credentials")
    await answer(other, { method: "email" })
    expect(location(await answer(other, { method: "email", code }))).toContain("InvalidCode")
    await answer(client, { method: "email", code })
    expect(await signedIn(client)).toBe(ADA.email)
  })

  test("never follows a proof of the same mailbox (threat 429)", async () => {
    const { browser, prove, answer, open } = await protectedAda({ emailCode: true })
    for (const method of ["magic link", "email code", "oidc"] as const) {
      const client = browser()
      await prove(client, method)
      expect((await open(client))["methods"]).not.toContain("email")
      expect(location(await answer(client, { method: "email" }))).toContain("InvalidCode")
      expect(await signedIn(client)).toBeNull()
    }
  })
})

test("`phishingResistant` accepts only a passkey (threat 428)", async () => {
  const { browser, prove, answer, open, code, codes, authenticator } = await protectedAda({
    phishingResistant: true,
    required: true,
  })
  const client = browser()
  await prove(client, "credentials")
  const { methods, passkeyOptions, attempt = "", csrfToken = "" } = await open(client)
  expect(methods).toEqual(["passkey"])
  expect(location(await answer(client, { method: "totp", code: await code() }))).toContain("InvalidCode")
  expect(location(await answer(client, { method: "recovery", code: codes[0] ?? "" }))).toContain("InvalidCode")
  const data = authenticator.get(passkeyOptions as never)
  const response = await client.post("/step/second-factor", { csrfToken, attempt, method: "passkey", data })
  expect(location(response)).toBe("https://app.test/")
  expect(await signedIn(client)).toBe(ADA.email)
})

test("a factor that can't be read still asks for a second factor (threat 436)", async () => {
  const { adapter, ada, browser, prove, open } = await protectedAda()
  const [factor] = await adapter.listAccountRecords("factor", ada.id)
  if (!factor) throw new Error("Ada has a factor")
  await adapter.updateAccountRecord({ ...factor, data: "{}" })
  const client = browser()
  expect(location(await prove(client, "credentials"))).toBe(STEP)
  expect((await open(client))["methods"]).toEqual(["passkey", "recovery"])
})

describe("with `required`, a user without a factor", () => {
  async function unprotectedAda(strategy: "jwt" | "database" = "jwt") {
    const service = await pauseService({ strategy, config: { secondFactor: { required: true }, steps: [] } })
    const { adapter, ada } = service
    for (const { credentialID } of await adapter.listAuthenticatorsByUserId(ada.id))
      await adapter.deleteAuthenticator(credentialID)
    const open = async (from: Browser) => (await (await from.get("/step", JSON_MODE)).json()) as Record<string, string> // the step's props
    const answer = async (from: Browser, step: string, fields: Record<string, string>) => {
      const { attempt = "", csrfToken = "" } = await open(from)
      return from.post(`/step/${step}`, { csrfToken, attempt, ...fields })
    }
    return { ...service, open, answer }
  }

  test("proves the mailbox, sets up an app and saves the codes, and is then signed in (threat 434)", async () => {
    const { adapter, ada, browser, prove, open, answer, newest, notices } = await unprotectedAda()
    const client = browser()
    expect(location(await prove(client, "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
    expect((await open(client))["methods"]).toEqual(["email"])
    const code = newest().code ?? ""
    expect(location(await answer(client, "prove-mailbox", { code: "nope" }))).toContain("InvalidCode")
    expect(location(await answer(client, "prove-mailbox", { code }))).toBe("https://app.test/auth/step/enroll-totp")
    const { secretText = "", otpauthUrl } = await open(client)
    expect(otpauthUrl).toContain(secretText.replaceAll(" ", ""))
    expect(location(await answer(client, "enroll-totp", { code: "000000" }))).toContain("InvalidCode")
    expect(await adapter.listAccountRecords("recovery-codes", ada.id)).toEqual([])
    const secret = fromBase32(secretText.replaceAll(" ", ""))
    const typed = await totpCode(secret ?? new Uint8Array(), totpStep(Date.now()))
    expect(location(await answer(client, "enroll-totp", { code: typed }))).toBe(
      "https://app.test/auth/step/recovery-codes",
    )
    expect((await open(client))["codes"]).toHaveLength(10)
    expect(notices).toMatchObject([{ kind: "factor-added", factor: "totp", identifier: ADA.email }])
    expect(await signedIn(client)).toBeNull()
    expect(location(await answer(client, "recovery-codes", {}))).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
  })

  test("whose factor an attacker set up removes it with the link of the email (threat 434)", async () => {
    const { adapter, ada, browser, prove, open, answer, notices } = await unprotectedAda("database")
    const attacker = browser()
    await prove(attacker, "magic link")
    const secret = fromBase32((await open(attacker))["secretText"]?.replaceAll(" ", "") ?? "")
    await answer(attacker, "enroll-totp", { code: await totpCode(secret ?? new Uint8Array(), totpStep(Date.now())) })
    await answer(attacker, "recovery-codes", {})
    expect(await signedIn(attacker)).toBe(ADA.email)
    const { url } = notices[0] ?? expect.fail("No email was sent")
    const owner = browser()
    expect((await owner.get(url)).status).toBe(200)
    expect(await signedIn(attacker)).toBe(ADA.email)
    const token = new URL(url).searchParams.get("token") ?? ""
    const undone = await owner.post("/undo", { csrfToken: await owner.csrfToken(), token })
    expect(location(undone)).toBe("https://app.test/auth/signin")
    expect(await signedIn(attacker)).toBeNull()
    expect(await adapter.listAccountRecords("factor", ada.id)).toEqual([])
    expect(await adapter.listAccountRecords("recovery-codes", ada.id)).toEqual([])
    const again = browser()
    expect(location(await prove(again, "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
  })

  /** Pauses Ada at the enrollment of an app. `finish` sends its code, and adds each write to the log. */
  async function enrollingAda(log: WriteLog) {
    const service = await unprotectedAda()
    const client = service.browser()
    await service.prove(client, "magic link")
    const { secretText = "", attempt = "", csrfToken = "" } = await service.open(client)
    const app = fromBase32(secretText.replaceAll(" ", "")) ?? expect.fail("no secret")
    const codeAt = (drift: number) => totpCode(app, totpStep(Date.now()) + drift)
    const adapter = killable(service.adapter, log)
    const dying = createAuth({ ...service.settings, adapter }, { env: { AUTH_URL: "https://app.test/auth" } })
    const finish = async () =>
      cookieClient(dying, new Map(client.jar)).post("/step/enroll-totp", { attempt, csrfToken, code: await codeAt(-1) })
    return { ...service, client, codeAt, finish }
  }

  test.each([
    ["the app is confirmed", "enroll-totp", (names: string[]) => names.indexOf("updateAccountRecord")],
    ["the email's link is stored", "second-factor", (names: string[]) => names.indexOf("createAccountRecord")],
    ["the recovery codes are stored", "second-factor", (names: string[]) => names.lastIndexOf("createAccountRecord")],
    ["the attempt knows the proof", "second-factor", (names: string[]) => names.lastIndexOf("updateAccountRecord")],
  ])("loses nothing if the process dies before %s (threat 422)", async (_, openStep, placeIn) => {
    const whole: WriteLog = { names: [] }
    await (await enrollingAda(whole)).finish()
    const log: WriteLog = { names: [] }
    const { client, codeAt, finish, open, answer } = await enrollingAda(log)
    await new Promise<void>((died) => {
      const by = () => {
        died()
        return new Promise<never>(() => undefined)
      }
      log.die = { before: placeIn(whole.names), by }
      void finish()
    })
    expect(await signedIn(client)).toBeNull()

    expect((await open(client))["step"]).toBe(openStep)
    const next = await answer(client, openStep, { method: "totp", code: await codeAt(0) })
    expect(location(next)).toBe("https://app.test/auth/step/recovery-codes")
    expect((await open(client))["codes"]).toHaveLength(10)
    expect(location(await answer(client, "recovery-codes", {}))).toBe("https://app.test/")
    expect(await signedIn(client)).toBe(ADA.email)
  })

  test("has no more tries and emails at the mailbox's code by signing in again (threats 425, 442)", async () => {
    const { browser, prove, answer, newest } = await unprotectedAda()
    const codes = new Set<string>()
    const results: string[] = []
    for (let turn = 0; turn < 25; turn++) {
      const attacker = browser()
      await prove(attacker, "credentials")
      codes.add(newest().code ?? "")
      results.push(location(await answer(attacker, "prove-mailbox", { code: "000000" })) ?? "")
    }
    expect(codes.size).toBeLessThanOrEqual(5)
    expect(results.filter((result) => result.includes("InvalidCode"))).toHaveLength(20)
    expect(results.filter((result) => result.includes("RateLimited"))).toHaveLength(5)
  })

  test("enrolls without the mailbox right after a magic link", async () => {
    const { browser, prove } = await unprotectedAda()
    expect(location(await prove(browser(), "magic link"))).toBe("https://app.test/auth/step/enroll-totp")
  })

  test("can't use an enrollment of another attempt (threat 433)", async () => {
    const { browser, prove, open, answer } = await unprotectedAda()
    const [one, other] = [browser(), browser()]
    await prove(one, "magic link")
    await prove(other, "magic link")
    const { secretText = "" } = await open(one)
    const secret = fromBase32(secretText.replaceAll(" ", ""))
    const typed = await totpCode(secret ?? new Uint8Array(), totpStep(Date.now()))
    expect(location(await answer(other, "enroll-totp", { code: typed, secret: secretText }))).toContain("InvalidCode")
  })
})

test("a request asks the app once whether a second factor is required", async () => {
  const asked: unknown[] = []
  const required = ({ user }: { user: unknown }) => asked.push(user) > 0
  const { adapter, ada, browser, prove } = await pauseService({ config: { secondFactor: { required }, steps: [] } })
  for (const { credentialID } of await adapter.listAuthenticatorsByUserId(ada.id))
    await adapter.deleteAuthenticator(credentialID)
  expect(location(await prove(browser(), "credentials"))).toBe("https://app.test/auth/step/prove-mailbox")
  expect(asked).toHaveLength(1)
})

test("if `required` fails, a second factor is needed (threat 410)", async () => {
  const required = () => Promise.reject(new Error("The database is down"))
  const { browser, prove } = await pauseService({ config: { secondFactor: { required }, steps: [] } })
  expect(location(await prove(browser(), "magic link"))).toBe(STEP)
})

test("the attempt's cookie is gone after the second factor", async () => {
  const { browser, prove, answer, code } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  await answer(client, { method: "totp", code: await code() })
  expect(client.jar.has(ATTEMPT)).toBe(false)
})

test("its pages work without a script", async () => {
  const { browser, prove } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const html = await (await client.get("/step/second-factor?method=totp&error=InvalidCode")).text()
  expect(html).toContain('action="/auth/step/second-factor')
  expect(html).toContain('name="attempt"')
  expect(html).toContain("That code is incorrect")
  expect(html).not.toContain(ADA.email)
})

test("its pages are never stored, and never shown in a frame (threats 421, 439)", async () => {
  const { browser, prove } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const page = await client.get("/step/second-factor")
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
  for (const response of [page, await client.get("/step", { accept: "application/json" })])
    expect(response.headers.get("cache-control")).toContain("no-store")
})

test("a later or unknown step's page leads to the open one (threat 407)", async () => {
  const { browser, prove, open } = await protectedAda()
  const client = browser()
  await prove(client, "credentials")
  const { attempt = "", csrfToken = "" } = await open(client)
  for (const step of ["enroll-totp", "recovery-codes", "prove-mailbox"]) {
    expect(location(await client.get(`/step/${step}`))).toBe(STEP)
    expect(location(await client.post(`/step/${step}`, { attempt, csrfToken }))).toBe(STEP)
  }
  expect(await signedIn(client)).toBeNull()
})

test("a user who identifies as another user starts again, with none of the earlier proofs (threat 406)", async () => {
  const { adapter, browser, issuer, prove, answer, code, step, auth } = await protectedAda({}, "jwt", [
    { id: "terms", url: "/terms", needed: () => step.needed as boolean },
  ])
  step.needed = true
  const client = browser()
  await prove(client, "credentials")
  expect(location(await answer(client, { method: "totp", code: await code() }))).toBe("https://app.test/terms")
  const eve = { sub: "eve", email: "eve@app.test", email_verified: true, name: "Eve" }
  const started = await client.post("/signin/acme", { csrfToken: await client.csrfToken() })
  await client.get(`/callback/acme?${issuer.authorize(started.headers.get("location") ?? "", eve)}`)
  const { step: open } = await auth.openStep(client.request("/terms"))
  step.needed = false
  const fields = { csrfToken: await client.csrfToken(), attempt: open?.fields.attempt ?? "" }
  await client.post("/step/terms", fields)
  expect(await signedIn(client)).toBe("eve@app.test")
  expect(open?.userId).toBe((await adapter.getUserByEmail("eve@app.test"))?.id)
})

test("a mailed code finishes nothing in another browser, and its link shows the sign-in page there (threat 412)", async () => {
  const { browser, prove, answer, newest } = await protectedAda({ emailCode: true })
  const client = browser()
  await prove(client, "credentials")
  await answer(client, { method: "email" })
  const phone = browser()
  expect(location(await phone.get(newest().url))).toBe("https://app.test/auth/signin")
  expect(await signedIn(client)).toBeNull()
  expect(await signedIn(phone)).toBeNull()
})

test("choosing another method proves nothing (threat 408)", async () => {
  const { browser, prove, answer, open } = await protectedAda({ emailCode: true })
  const client = browser()
  await prove(client, "credentials")
  await client.get("/step/second-factor?method=recovery")
  await answer(client, {})
  await answer(client, { method: "email" })
  await answer(client, { method: "totp", code: "" })
  expect((await open(client))["step"]).toBe("second-factor")
  expect(await signedIn(client)).toBeNull()
})
