import { describe, expect, test, vi } from "vitest"
import type { AccountDetails } from "../../../../client/account-contract.ts"
import { accountTables } from "../../../adapters/account-tables.ts"
import { MemoryAdapter } from "../../../adapters/memory.ts"
import type { AccountEmail } from "../../../providers/types.ts"
import { cookieClient } from "../../../testing/cookie-client.ts"
import { plainAdapter } from "../../../test-kit/email-service.ts"
import { fakeIssuer } from "../../../testing/fake-issuer.ts"
import { ADA, pauseService } from "../../../test-kit/pause-service.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../../test-kit/password-account-service.ts"

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
  const readError = async (from: Browser, email: string) => {
    const response = await askJson(from, { email })
    return [response.status, ((await response.json()) as { error?: string }).error] // the shape of the response
  }
  expect(await readError(browser(), NEW)).toEqual([401, "SessionRequired"])
  for (const email of ["", "no address", "a@b.test, c@d.test", GRACE.email, "GRACE@App.test"])
    expect(await readError(grace, email)).toEqual([400, "EmailRejected"])
  later(11)
  expect(await readError(grace, NEW)).toEqual([401, "StepUpRequired"])
  expect(location(await ask(grace))).toContain("/auth/confirm?")
  expect(emails).toHaveLength(sent)
})

describe("a new address", () => {
  test("gets the same response if another user has it, and only its mailbox is told (threat 490)", async () => {
    const { grace, browser, signUp, ask, askJson, adapter, emails, sent } = await graceWith()
    await signUp(browser(), { email: "taken@app.test", password: "another user's password" })
    const responses = [await ask(grace, "taken@app.test"), await ask(grace, "free@app.test")]
    expect(responses.map((one) => [one.status, location(one), [...one.headers.keys()]])).toEqual([
      [303, `${SITE}/auth/change-email?status=sent`, [...(responses[0]?.headers.keys() ?? [])]],
      [303, `${SITE}/auth/change-email?status=sent`, [...(responses[0]?.headers.keys() ?? [])]],
    ])
    const asJson = await Promise.all(
      ["taken@app.test", "fresh@app.test"].map(async (email) => {
        const body = JSON.stringify(await (await askJson(grace, { email })).json())
        return body.replaceAll(/"(?:email|csrfToken|expires|lastActiveAt)":"[^"]*"/g, "")
      }),
    )
    expect(asJson[0]).toBe(asJson[1])
    await sent()
    const kinds = emails.filter(({ identifier }) => identifier === "taken@app.test").map(({ kind }) => kind)
    expect(kinds).toEqual(["confirm-sign-up", "email-taken", "email-taken"])
    expect((await adapter.getUserByEmail("taken@app.test"))?.id).not.toBe(
      (await adapter.getUserByEmail(GRACE.email))?.id,
    )
  })

  test("can't be proven by another user, another browser's code, or without a session (threat 489)", async () => {
    const { grace, browser, signUp, ask, byLink, byCode, stored, newest } = await graceWith()
    const mallory = browser()
    await signUp(mallory, { email: "mallory@app.test", password: "the password of mallory" })
    await ask(grace)
    const { url, code = "" } = await newest("email-change")
    expect(location(await byLink(browser(), url))).toContain("/auth/signin?callbackUrl=")
    expect(location(await browser().get(url))).toContain("status=confirm")
    expect(location(await byLink(mallory, url))).toContain("/auth/signin?callbackUrl=")
    expect((await byCode(mallory, code)).status).toBe(400)
    expect((await stored())?.email).toBe(GRACE.email)
    expect(location(await byLink(grace, url))).toBe(`${SITE}/me`)
  })

  test("isn't canceled by a stranger who requests a new password (threat 490)", async () => {
    const { grace, browser, ask, byLink, post, newest } = await graceWith()
    await ask(grace)
    const { url } = await newest("email-change")
    await post(browser(), "/forgot-password", { email: GRACE.email })
    expect(location(await byLink(grace, url))).toBe(`${SITE}/me`)
    expect(await signedIn(grace)).toBe(NEW)
  })

  test("is the newest one that was asked for, of 50 at once (threat 489)", async () => {
    const { grace, auth, emails, adapter, sent, tokenIn, post } = await graceWith({ config: { rateLimit: false } })
    const csrfToken = await grace.csrfToken()
    const addresses = Array.from({ length: 50 }, (_, turn) => `evil-${turn}@evil.test`)
    await Promise.all(addresses.map((email) => grace.post("/account", { csrfToken, change: "change-email", email })))
    await sent()
    const asked = emails.filter(({ kind }) => kind === "email-change")
    expect(asked).toHaveLength(50)
    const done = await Promise.all(
      asked.map((email) => post(cookieClient(auth, new Map(grace.jar)), "/change-email", { token: tokenIn(email) })),
    )
    expect(done.filter(({ status }) => status >= 500)).toEqual([])
    const won = asked.filter((_, turn) => location(done[turn] ?? expect.fail()) === `${SITE}/`)
    expect(won).toHaveLength(1)
    const users = await Promise.all(addresses.map((email) => adapter.getUserByEmail(email)))
    expect(users.filter(Boolean).map((user) => user?.email)).toEqual(won.map(({ identifier }) => identifier))
  })
})

describe("an old address", () => {
  test("is reserved for sign-ups at a provider too, also one that verified it (threat 492)", async () => {
    const issuer = await fakeIssuer({ clock: () => Date.UTC(2026, 0, 1) })
    const acme = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
    const { grace, browser, change, post, adapter } = await graceWith({
      providers: [acme],
      config: { fetch: issuer.fetch },
    })
    await change(grace)
    const enter = async (from: Browser, email: string) => {
      const url = location(await post(from, "/signin/acme", {}))
      return from.get(`/callback/acme?${issuer.authorize(url, { sub: email, email, email_verified: true })}`)
    }
    const eve = browser()
    expect(location(await enter(eve, GRACE.email))).toContain("error=OAuthAccountNotLinked")
    expect([await signedIn(eve), await adapter.getUserByEmail(GRACE.email)]).toEqual([null, null])
    await enter(eve, "eve@app.test")
    expect(await signedIn(eve)).toBe("eve@app.test")
  })

  test("is reserved in each spelling that the app's own `normalizeIdentifier` keeps (threat 492)", async () => {
    const { grace, browser, change, post, links, newest } = await graceWith({
      mail: { normalizeIdentifier: (typed) => typed.trim() },
    })
    await change(grace)
    await post(browser(), "/signin/email", { email: "Grace@App.test" })
    expect(links).toHaveLength(0)
    expect((await newest("address-reserved")).identifier).toBe("Grace@App.test")
  })

  test("is reserved for 7 days: no one signs up with it, and only its mailbox is told (threat 492)", async () => {
    const {
      grace,
      browser,
      change,
      signUp,
      post,
      links,
      adapter,
      later,
      newest,
      ask,
      stored,
      links: sentLinks,
    } = await graceWith()
    await change(grace)
    const eve = browser()
    const answer = await post(eve, "/sign-up", { email: GRACE.email, password: "the password of eve" })
    expect(location(answer)).toContain("/auth/sign-up?status=sent")
    expect(await newest("address-reserved")).toMatchObject({ identifier: GRACE.email })
    expect(location(await post(eve, "/signin/email", { email: GRACE.email }))).toContain("/auth/verify-request")
    expect(links).toHaveLength(0)
    await signUp(eve, { email: "eve@app.test", password: "the password of eve" })
    expect(location(await ask(eve, GRACE.email))).toContain("status=sent")
    expect((await newest("address-reserved")).identifier).toBe(GRACE.email)
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    expect((await stored())?.email).toBe(NEW)
    later(7 * 24 * 60 + 1)
    const free = browser()
    await post(free, "/signin/email", { email: GRACE.email })
    expect(sentLinks).toHaveLength(1)
  })

  test("can be taken back by its user (threat 492)", async () => {
    const { grace, change, later } = await graceWith()
    later(1)
    await change(grace)
    later(1)
    await change(grace, GRACE.email)
    expect(await signedIn(grace)).toBe(GRACE.email)
  })

  test("opens nothing with links, codes or resets that were sent to it before (threat 493)", async () => {
    const { grace, browser, change, post, links, forgot, adapter, tokenIn } = await graceWith()
    const [byLink, byReset] = [browser(), browser()]
    await post(byLink, "/signin/email", { email: GRACE.email })
    const [link] = links
    const reset = await forgot(byReset)
    await change(grace)
    await byLink.get(link?.url ?? "")
    await post(byLink, "/callback/email", { code: link?.code ?? "" })
    expect(await signedIn(byLink)).toBeNull()
    await byReset.get(reset.url)
    const done = await post(byReset, "/reset-password", { token: tokenIn(reset), password: "another long password" })
    expect(done.status).toBe(400)
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
    expect(await signedIn(grace)).toBe(NEW)
  })

  test("is the one that the oldest link restores, and later links end (threat 492)", async () => {
    const { grace, browser, change, undo, emails, later, sent, adapter, askJson, post } = await graceWith()
    later(1)
    await change(grace)
    later(1)
    await change(grace, "second@evil.test")
    later(1)
    await change(grace, GRACE.email)
    later(1)
    await change(grace, NEW)
    await sent()
    const found = emails.filter(({ kind }) => kind === "email-changed")
    // Each later change is also told to the first address, with a link of its own
    expect(found.map(({ identifier }) => identifier)).toEqual([
      ...[GRACE.email, NEW, GRACE.email, "second@evil.test", GRACE.email, GRACE.email],
    ])
    expect((await askJson(grace, { change: "set-password", password: "whatever it is now" })).status).toBe(404)
    await post(grace, "/account", { change: "change-password", password: "the password of a thief" })
    const [first, second] = found
    expect((await undo(browser(), second?.url)).status).toBe(303)
    expect((await adapter.getUserByEmail(NEW))?.email).toBe(NEW)
    expect((await undo(browser(), first?.url)).status).toBe(303)
    expect((await adapter.getUserByEmail(GRACE.email))?.email).toBe(GRACE.email)
    for (const { url } of found) expect(location(await undo(browser(), url))).toBe(VERIFICATION)
    const thief = browser()
    await post(thief, "/callback/password", { email: GRACE.email, password: "the password of a thief" })
    expect(await signedIn(thief)).toBeNull()
  })

  test("is restored for 7 days, on one site, once of 50 at once (threats 491, 494)", async () => {
    const { grace, browser, change, newest, later, adapter, tokenIn, post } = await graceWith()
    later(1)
    await change(grace)
    const mail = await newest("email-changed")
    const pressed = await Promise.all(
      Array.from({ length: 50 }, () => post(browser(), "/undo", { token: tokenIn(mail) }).then(location)),
    )
    expect(pressed.filter((to) => to !== VERIFICATION)).toHaveLength(1)
    expect((await adapter.getUserByEmail(GRACE.email))?.email).toBe(GRACE.email)
    const late = await graceWith()
    await late.change(late.grace)
    const { url } = await late.newest("email-changed")
    late.later(7 * 24 * 60)
    expect(location(await late.undo(late.browser(), url))).toBe(VERIFICATION)
    expect((await late.stored())?.email).toBe(NEW)
  })
})

describe.each(["jwt", "database"] as const)(
  "without passwords, with %s sessions and an adapter of Auth.js",
  (strategy) => {
    test("a user changes the address, and the undo ends every session (threats 489, 491)", async () => {
      const memory = MemoryAdapter()
      const adapter = { ...plainAdapter(memory), ...accountTables(memory) } as ReturnType<typeof MemoryAdapter>
      const { auth, browser, prove, notices, ada } = await pauseService({ strategy, adapter, config: { steps: [] } })
      const [first, other] = [browser(), browser()]
      await prove(first, "magic link")
      await prove(other, "oidc")
      const post = async (from: Browser, path: string, fields: Record<string, string>) =>
        from.post(path, { csrfToken: await from.csrfToken(), ...fields })
      await post(first, "/account", { change: "change-email", email: NEW })
      const proof = await vi.waitFor(() => notices.find(({ kind }) => kind === "email-change") ?? expect.fail(), {
        interval: 2,
      })
      expect(location(await post(first, "/change-email", { code: proof.code ?? "" }))).toBe(`${SITE}/`)
      expect([await signedIn(first), await signedIn(other)]).toEqual([NEW, null])
      const notice = await vi.waitFor(() => notices.find(({ kind }) => kind === "email-changed") ?? expect.fail(), {
        interval: 2,
      })
      expect(notice.identifier).toBe(ADA.email)
      const token = new URL(notice.url).searchParams.get("token") ?? ""
      expect(location(await post(cookieClient(auth), "/undo", { token }))).toBe(`${SITE}/auth/signin`)
      expect(await signedIn(first)).toBeNull()
      expect((await adapter.getUser(ada.id))?.email).toBe(ADA.email)
    })
  },
)

test("waits for no other one: it can be canceled, and turned off (threat 490)", async () => {
  const { grace, ask, askJson, byLink, details, newest } = await graceWith()
  await ask(grace)
  const { url } = await newest("email-change")
  expect((await askJson(grace, { change: "cancel-email-change" })).status).toBe(200)
  expect((await details(grace))?.email?.pending).toBeNull()
  expect(location(await byLink(grace, url))).toBe(VERIFICATION)
  expect((await askJson(grace, { change: "cancel-email-change" })).status).toBe(404)
  const off = await graceWith({ config: { account: { changeEmail: false } } })
  expect((await off.askJson(off.grace, { email: NEW })).status).toBe(400)
  expect((await off.grace.get("/change-email")).status).toBe(404)
  expect(await off.details(off.grace)).not.toHaveProperty("email")
})

describe("the email about a change of the address", () => {
  test("is sent again after a failure, and the address stays changed (threat 495)", async () => {
    const failing = { left: 1 }
    const delivered: AccountEmail[] = []
    const sendAccountEmail = (email: AccountEmail) => {
      if (email.kind === "email-changed" && failing.left-- > 0) throw new Error("The mail server is down")
      delivered.push(email)
    }
    const service = passwordAccountService({ mail: { sendAccountEmail } })
    const { browser, post, errors } = service
    const grace = browser()
    const newest = (kind: AccountEmail["kind"]) =>
      vi.waitFor(() => delivered.find((one) => one.kind === kind) ?? expect.fail(kind))
    await post(grace, "/sign-up", GRACE)
    await post(grace, "/sign-up", { code: (await newest("confirm-sign-up")).code ?? "" })
    await post(grace, "/account", { change: "change-email", email: NEW })
    await post(grace, "/change-email", { code: (await newest("email-change")).code ?? "" })
    expect(await signedIn(grace)).toBe(NEW)
    expect((await newest("email-changed")).identifier).toBe(GRACE.email)
    expect(errors.map(({ message }) => message).join()).toContain("The mail server is down")
  })

  test("isn't counted by the limits of sign-ins, and both addresses learn of later changes (threat 495)", async () => {
    const { grace, browser, change, post, emails, sent } = await graceWith()
    for (let turn = 0; turn < 12; turn++) await post(browser(), "/signin/email", { email: GRACE.email })
    await change(grace)
    await post(grace, "/account", { change: "change-password", password: "another long password" })
    await sent()
    const told = emails.filter(({ kind }) => kind === "password-changed" || kind === "email-changed")
    expect(told.map(({ kind, identifier }) => [kind, identifier])).toEqual([
      ["email-changed", GRACE.email],
      ["password-changed", NEW],
      ["password-changed", GRACE.email],
    ])
  })

  test("isn't the last one to the old address, which also learns of new devices and guesses (threat 495)", async () => {
    const { grace, browser, change, post, signIn, emails, sent, later } = await graceWith({
      config: { account: { newDeviceEmail: true } },
    })
    await change(grace)
    const thief = browser()
    await signIn(thief, { email: NEW, password: GRACE.password })
    later(11)
    const attempt = /name="attempt" value="([^"]+)"/.exec(await (await thief.get("/confirm")).text())?.[1]
    for (let turn = 0; turn < 16; turn++)
      await post(thief, "/confirm", { attempt: attempt ?? "", method: "password", password: "a wrong guess" })
    await sent()
    const told = emails.filter(({ kind }) => kind === "new-device" || kind === "confirm-guesses")
    // The two emails about one event are sent at the same time
    expect(told.map(({ kind, identifier }) => [kind, identifier]).sort()).toEqual([
      ["confirm-guesses", GRACE.email],
      ["confirm-guesses", NEW],
      ["new-device", GRACE.email],
      ["new-device", NEW],
    ])
  })
})
