import { describe, expect, test } from "vitest"
import type { AccountDetails } from "../../client/account-contract.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../testing/password-account-service.ts"

const SITE = "https://app.test"
const NEW = "hopper@navy.test"
const JSON_MODE = { accept: "application/json" }
const VERIFICATION = `${SITE}/auth/error?error=Verification`
const location = (response: Response) => response.headers.get("location") ?? ""

type Options = NonNullable<Parameters<typeof passwordAccountService>[0]>

/** Grace, who is signed in in one browser, and everything a test does with her address. */
async function graceWith(options: Options = {}) {
  const service = passwordAccountService(options)
  const { browser, signUp, post, newest, tokenIn, adapter } = service
  const grace = browser()
  await signUp(grace)
  const ask = (from: Browser, email = NEW) =>
    post(from, "/account", { change: "change-email", email, callbackUrl: "/me" })
  const askJson = async (from: Browser, fields: Record<string, string>) =>
    from.postJson("/account", { csrfToken: await from.csrfToken(), change: "change-email", ...fields })
  const byCode = async (from: Browser, code?: string) =>
    post(from, "/change-email", { code: code ?? (await newest("email-change")).code ?? "" })
  const byLink = async (from: Browser, url?: string) =>
    post(from, "/change-email", { token: tokenIn({ url: url ?? (await newest("email-change")).url }) })
  const change = async (from: Browser, email = NEW) => {
    await ask(from, email)
    return byCode(from)
  }
  const undo = async (from: Browser, url?: string) =>
    post(from, "/undo", { token: tokenIn({ url: url ?? (await newest("email-changed")).url }) })
  const stored = async () => (await adapter.getUserByEmail(GRACE.email)) ?? (await adapter.getUserByEmail(NEW))
  const details = async (from: Browser) =>
    (await (await from.get("/account", JSON_MODE)).json()) as AccountDetails | null // the shape of the response
  return { ...service, grace, ask, askJson, byCode, byLink, change, undo, stored, details }
}

describe.each(["jwt", "database"] as const)("with %s sessions, a signed-in user", (strategy) => {
  const config = { session: { strategy } } as const

  test("changes the address with the emailed code, and other sessions end (threats 489, 490)", async () => {
    const { grace, browser, signIn, ask, byCode, newest, details } = await graceWith({ config })
    const other = browser()
    await signIn(other)
    const asked = await ask(grace)
    expect([asked.status, location(asked)]).toEqual([303, `${SITE}/auth/change-email?status=sent`])
    const page = await (await grace.get("/change-email?status=sent")).text()
    expect(page).toContain(NEW)
    expect(page).toContain('name="code"')
    expect((await details(grace))?.email).toMatchObject({ verified: true, pending: { email: NEW } })
    expect(await newest("email-change")).toMatchObject({ identifier: NEW, kind: "email-change" })
    const changed = await byCode(grace)
    expect([changed.status, location(changed)]).toEqual([303, `${SITE}/me`])
    expect([await signedIn(grace), await signedIn(other)]).toEqual([NEW, null])
    expect((await details(grace))?.email).toEqual({ verified: true, pending: null })
    expect(await newest("email-changed")).toMatchObject({ identifier: GRACE.email })
    await signIn(other, { email: NEW, password: GRACE.password })
    expect(await signedIn(other)).toBe(NEW)
    const old = browser()
    await signIn(old)
    expect(await signedIn(old)).toBeNull()
  })

  test("changes the address with the emailed link, without JavaScript (threat 490)", async () => {
    const { grace, browser, ask, byLink, newest } = await graceWith({ config })
    await ask(grace)
    const { url } = await newest("email-change")
    for (const method of ["GET", "HEAD"]) await browser().send(url, { method })
    const opened = await grace.get(url)
    expect(location(opened)).toBe(`${SITE}/auth/change-email?status=confirm`)
    const page = await (await grace.get("/change-email?status=confirm")).text()
    expect(page).toContain(NEW)
    expect(await signedIn(grace)).toBe(GRACE.email)
    expect(location(await byLink(grace))).toBe(`${SITE}/me`)
    expect(await signedIn(grace)).toBe(NEW)
    expect(location(await byLink(grace))).toBe(VERIFICATION)
  })

  test("gets the old address back, and everyone is signed out (threats 491, 492)", async () => {
    const { grace, browser, change, undo, newest, stored, signIn, emails, later } = await graceWith({ config })
    later(1)
    await change(grace)
    const mail = await newest("email-changed")
    const page = await browser().get(mail.url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain("Undo the change")
    const owner = browser()
    expect(location(await undo(owner))).toBe(`${SITE}/auth/forgot-password?status=sent`)
    expect((await stored())?.email).toBe(GRACE.email)
    expect([await signedIn(grace), await signedIn(owner)]).toEqual([null, null])
    expect(location(await undo(owner, mail.url))).toBe(VERIFICATION)
    expect(await newest("reset-password")).toMatchObject({ identifier: GRACE.email })
    expect(emails.filter(({ kind }) => kind === "email-changed")).toHaveLength(1)
    await signIn(owner)
    expect(await signedIn(owner)).toBe(GRACE.email)
  })
})

test("needs a recent confirmation, a session and a good address (threat 490)", async () => {
  const { grace, browser, askJson, later, emails, ask } = await graceWith()
  const sent = emails.length
  const errorOf = async (from: Browser, email: string) => {
    const response = await askJson(from, { email })
    return [response.status, ((await response.json()) as { error?: string }).error] // the shape of the response
  }
  expect(await errorOf(browser(), NEW)).toEqual([401, "SessionRequired"])
  for (const email of ["", "no address", "a@b.test, c@d.test", GRACE.email, "GRACE@App.test"])
    expect(await errorOf(grace, email)).toEqual([400, "EmailRejected"])
  later(11)
  expect(await errorOf(grace, NEW)).toEqual([401, "StepUpRequired"])
  expect(location(await ask(grace))).toContain("/auth/confirm?")
  expect(emails).toHaveLength(sent)
})
