import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { totpCode, totpStep } from "../../core/proofs/totp.ts"
import {
  GRACE,
  NEW_PASSWORD,
  passwordAccountService,
  signedIn,
  type Browser,
} from "../../test-kit/password-account-service.ts"

const JSON_MODE = { "x-auth-return-redirect": "1" }
const HOME = "https://app.test/"
const MAILBOX = "https://app.test/auth/step/prove-mailbox"
const REPLACE = "https://app.test/auth/step/replace-password"
const BREACHED = "hydrogen helium lithium"

const sha1 = (text: string) => createHash("sha1").update(text).digest("hex").toUpperCase()

/** Creates a service whose user has a password that is later found in a breach. */
async function breachedService(options: Parameters<typeof passwordAccountService>[0] = {}) {
  const breached = new Set<string>()
  const asked: string[] = []
  const fetch = async (input: RequestInfo | URL) => {
    const prefix = new Request(input).url.slice(-5)
    asked.push(prefix)
    return new Response([...breached].map((hash) => `${hash.slice(5)}:7`).join("\r\n"))
  }
  const service = passwordAccountService({
    ...options,
    password: { breachCheck: true },
    config: { fetch, ...options.config },
  })
  const session = service.browser()
  await service.signUp(session)
  breached.add(sha1(GRACE.password)).add(sha1(BREACHED))
  asked.length = 0
  const attempt = async (from: Browser) => {
    const body = (await (await from.get("/step", { accept: "application/json" })).json()) as { attempt: string } // the shape of the response
    return body.attempt
  }
  const submit = async (from: Browser, step: string, fields: Record<string, string>) =>
    service.post(from, `/step/${step}`, { attempt: await attempt(from), ...fields })
  const proveMailbox = (from: Browser) => submit(from, "prove-mailbox", { code: service.links.at(-1)?.code ?? "" })
  return { ...service, session, asked, breached, attempt, submit, proveMailbox }
}

describe.each(["jwt", "database"] as const)("a breached password at sign-in (%s sessions)", (strategy) => {
  test("is replaced before the session opens, after a code by email (threats 401 and 467)", async () => {
    const service = await breachedService({ config: { session: { strategy } } })
    const { browser, signIn, submit, proveMailbox, newest, emails, session, events } = service
    const grace = browser()
    emails.length = events.length = 0
    expect((await signIn(grace)).headers.get("location")).toBe(MAILBOX)
    expect(await (await grace.get("/step/prove-mailbox")).text()).toContain('autocomplete="one-time-code"')
    // The password alone replaces nothing
    const skipped = await submit(grace, "replace-password", { password: NEW_PASSWORD })
    expect(skipped.headers.get("location")).toBe(MAILBOX)
    expect((await submit(grace, "prove-mailbox", { code: "000000" })).headers.get("location")).toContain("InvalidCode")
    expect((await proveMailbox(grace)).headers.get("location")).toBe(REPLACE)
    const page = await (await grace.get("/step/replace-password")).text()
    expect(page).toContain("This password appeared in a data breach.")
    expect(page).toContain('autocomplete="new-password"')
    expect([await signedIn(grace), events]).toEqual([null, []])
    for (const [password, message] of [
      ["short", "Use at least 15 characters"],
      [BREACHED, "This password appeared in a data breach."],
      ["", "Enter your password."],
    ] as const) {
      const rejected = await submit(grace, "replace-password", { password })
      expect(rejected.status).toBe(400)
      const html = await rejected.text()
      expect(html).toContain(message)
      expect(html).not.toContain(`value="${password}"`)
      expect(await signedIn(grace)).toBeNull()
    }
    expect((await submit(grace, "replace-password", { password: NEW_PASSWORD })).headers.get("location")).toBe(HOME)
    expect(await signedIn(grace)).toBe(GRACE.email)
    expect(events).toEqual(["signIn"])
    expect((await newest("password-changed")).identifier).toBe(GRACE.email)
    // Everything of the old password has ended
    expect(await signedIn(session)).toBeNull()
    const id = (await service.adapter.getUserByEmail(GRACE.email))?.id ?? expect.fail("no user")
    expect(await service.adapter.listSessions(id)).toHaveLength(strategy === "database" ? 1 : 0)
    const [old, fresh] = [browser(), browser()]
    await signIn(old)
    await signIn(fresh, { email: GRACE.email, password: NEW_PASSWORD })
    expect([await signedIn(old), await signedIn(fresh)]).toEqual([null, GRACE.email])
  })

  test("gives one session to 50 parallel forms, and one password (threat 467)", async () => {
    const service = await breachedService({ config: { session: { strategy } } })
    const { browser, signIn, proveMailbox, attempt, post, adapter } = service
    const grace = browser()
    await signIn(grace)
    await proveMailbox(grace)
    const id = await attempt(grace)
    const passwords = Array.from({ length: 50 }, (_, index) => `${NEW_PASSWORD} ${index}`)
    const responses = await Promise.all(
      passwords.map((password) => post(grace, "/step/replace-password", { attempt: id, password })),
    )
    const winners = responses.flatMap((response, index) => (response.headers.get("location") === HOME ? [index] : []))
    expect(winners).toHaveLength(1)
    const works = browser()
    await signIn(works, { email: GRACE.email, password: passwords[winners[0] ?? 0] ?? "" })
    expect(await signedIn(works)).toBe(GRACE.email)
    expect(await adapter.getUserByEmail(GRACE.email)).not.toBeNull()
  })
})

test("a second factor is enough to replace a breached password, and a trusted device isn't (threat 467)", async () => {
  const config = { secondFactor: { required: ({ isNewUser }: { isNewUser: boolean }) => !isNewUser } }
  const service = await breachedService({ config })
  const { browser, signIn, submit, newest, later } = service
  const grace = browser()
  await signIn(grace)
  await service.proveMailbox(grace)
  await submit(grace, "replace-password", { password: NEW_PASSWORD })
  const enroll = (await (await grace.get("/step", { accept: "application/json" })).json()) as { secretText: string } // as above
  const secret = fromBase32(enroll.secretText.replaceAll(" ", "")) ?? expect.fail("The secret isn't base32")
  const code = (minutes: number) => totpCode(secret, totpStep(Date.UTC(2026, 0, 1) + minutes * 60_000))
  await submit(grace, "enroll-totp", { code: await code(0) })
  await submit(grace, "recovery-codes", {})
  expect(await signedIn(grace)).toBe(GRACE.email)
  expect((await newest("factor-added")).identifier).toBe(GRACE.email)
  service.breached.add(sha1(NEW_PASSWORD))
  later(5)
  const again = browser()
  const typed = { email: GRACE.email, password: NEW_PASSWORD }
  expect((await signIn(again, typed)).headers.get("location")).toContain("/step/second-factor")
  const proven = await submit(again, "second-factor", { method: "totp", code: await code(5), trust: "on" })
  expect(proven.headers.get("location")).toBe(REPLACE)
  await submit(again, "replace-password", { password: `${NEW_PASSWORD} again` })
  expect(await signedIn(again)).toBe(GRACE.email)
  // This device is trusted now, so its sign-in proves only the password
  service.breached.add(sha1(`${NEW_PASSWORD} again`))
  await service.post(again, "/signout", {})
  const last = await signIn(again, { email: GRACE.email, password: `${NEW_PASSWORD} again` })
  expect(last.headers.get("location")).toBe(MAILBOX)
})

test("a script gets the step and the errors as JSON", async () => {
  const { browser, proveMailbox, attempt } = await breachedService()
  const grace = browser()
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await grace.post(path, { csrfToken: await grace.csrfToken(), ...fields }, JSON_MODE)
    return [response.status, await response.json()]
  }
  const paused = { url: MAILBOX, step: "prove-mailbox" }
  expect(await post("/callback/password", GRACE)).toMatchObject([200, { ...paused, stepProps: paused }])
  await proveMailbox(grace)
  const shown = await (await grace.get("/step", { accept: "application/json" })).json()
  expect(shown).toMatchObject({ step: "replace-password", url: REPLACE, minLength: 15 })
  expect(JSON.stringify(shown)).not.toContain(GRACE.email)
  const id = await attempt(grace)
  expect(await post("/step/replace-password", { attempt: id, password: GRACE.password })).toEqual([
    400,
    {
      ...{ url: REPLACE, step: "replace-password", error: "InvalidForm", failed: true, formErrors: [] },
      fieldErrors: { password: ["PasswordBreached"] },
    },
  ])
  expect(await post("/step/replace-password", { attempt: id, password: NEW_PASSWORD })).toEqual([200, { url: HOME }])
  expect(await signedIn(grace)).toBe(GRACE.email)
})

test("the same password is no replacement, also while Have I Been Pwned is down (threat 467)", async () => {
  const service = await breachedService()
  const grace = service.browser()
  await service.signIn(grace)
  await service.proveMailbox(grace)
  service.breached.clear()
  const rejected = await service.submit(grace, "replace-password", { password: GRACE.password })
  expect(await rejected.text()).toContain("That&#39;s your current password.")
  expect(await signedIn(grace)).toBeNull()
})

test("Have I Been Pwned is asked only about a correct password (threat 468)", async () => {
  const { browser, signIn, asked } = await breachedService()
  await signIn(browser(), { email: GRACE.email, password: "not the right password" })
  await signIn(browser(), { email: "nobody@app.test", password: GRACE.password })
  expect(asked).toEqual([])
  await signIn(browser())
  expect(asked).toEqual([sha1(GRACE.password).slice(0, 5)])
})

test("a reset ends the attempt that waits for the new password (threats 467 and 482)", async () => {
  const service = await breachedService()
  const { browser, signIn, reset } = service
  const eve = browser()
  await signIn(eve)
  await service.proveMailbox(eve)
  const id = await service.attempt(eve)
  await reset(browser())
  const late = await service.post(eve, "/step/replace-password", { attempt: id, password: `${NEW_PASSWORD} eve` })
  expect(late.headers.get("location")).toContain("error=AttemptExpired")
  expect(await signedIn(eve)).toBeNull()
})
