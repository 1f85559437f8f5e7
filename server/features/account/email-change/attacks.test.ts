import { describe, expect, test, vi } from "vitest"
import type { Adapter } from "../../../adapters/contract.ts"
import { MemoryAdapter } from "../../../adapters/memory.ts"
import { renderAccountEmail } from "../../../providers/email/mail.ts"
import type { AccountEmail, EmailConfig } from "../../../providers/types.ts"
import { fakeIssuer } from "../../../testing/fake-issuer.ts"
import { looseAdapter } from "../../../test-kit/loose-adapter.ts"
import { mailbox } from "../../../test-kit/mailbox.ts"
import { oauthService } from "../../../test-kit/oauth-service.ts"
import { GRACE, passwordAccountService, signedIn, type Browser } from "../../../test-kit/password-account-service.ts"
import { ADA, pauseService, signedIn as signedInEmail } from "../../../test-kit/pause-service.ts"

const SITE = "https://app.test"
const NEW = "hopper@navy.test"
const VERIFICATION = `${SITE}/auth/error?error=Verification`
const location = (response: Response) => response.headers.get("location") ?? ""
const PASSWORD = "the password of a stranger"

/** Grace, who is signed in, and the emails that were sent to an address. */
async function signedInGrace({
  invited = false,
  adapter = MemoryAdapter(),
  mail = {},
}: { invited?: boolean; adapter?: Adapter; mail?: Partial<EmailConfig> } = {}) {
  const service = passwordAccountService({ config: { rateLimit: false }, adapter, mail })
  const { auth, browser, signUp, post, emails, sent, tokenIn } = service
  if (invited) await auth.invite({ email: GRACE.email })
  const grace = browser()
  await signUp(grace)
  const ask = (email: string, from: Browser = grace) => post(from, "/account", { change: "change-email", email })
  const confirm = (token: string, from: Browser = grace) => post(from, "/change-email", { token })
  const mailsTo = async (address: string) => {
    await sent()
    return emails.filter(({ identifier }) => identifier === address)
  }
  const tokenTo = async (address: string) => {
    const mail = await vi.waitFor(async () => (await mailsTo(address)).at(-1) ?? expect.fail(`no email to ${address}`))
    return tokenIn(mail)
  }
  return { ...service, grace, ask, confirm, mailsTo, tokenTo }
}

describe("of several requests to change the address", () => {
  test("only the newest can be proven, by its own link (threat 489)", async () => {
    const { grace, ask, confirm, tokenTo, adapter, emails, post, sent, later } = await signedInGrace()
    await ask("mine@evil.test")
    const older = await tokenTo("mine@evil.test")
    const { code: olderCode = "" } = emails.at(-1) ?? {}
    later(1)
    await ask(NEW)
    await sent()
    expect(location(await confirm(older))).toBe(VERIFICATION)
    expect((await post(grace, "/change-email", { code: olderCode })).status).toBe(400)
    expect(await signedIn(grace)).toBe(GRACE.email)
    expect(location(await confirm(await tokenTo(NEW)))).toBe(`${SITE}/`)
    expect(await signedIn(grace)).toBe(NEW)
    expect(await adapter.getUserByEmail("mine@evil.test")).toBeNull()
  })

  test.each([
    ["an address", NEW],
    ["an address that the app keeps as it was typed", "Hopper@Navy.test"],
    ["a text that isn't an address", "+15551234567"],
  ])(
    "%s waits for a first sign-in with it, and that for it, where the table has no unique key",
    async (_kind, address) => {
      const { adapter } = looseAdapter()
      const held = { started: Promise.withResolvers<void>(), go: Promise.withResolvers<void>() }
      const created: string[] = []
      const service = await signedInGrace({
        mail: { normalizeIdentifier: (text) => text },
        adapter: {
          ...adapter,
          createUser(user) {
            created.push(user.email)
            return adapter.createUser(user)
          },
          async updateUser(user) {
            if (user.email === address) {
              held.started.resolve()
              await held.go.promise
            }
            return adapter.updateUser(user)
          },
        },
      })
      const { browser, post, links, ask, confirm, tokenTo } = service
      const guest = browser()
      await post(guest, "/signin/email", { email: address })
      const { url = "" } = links.at(-1) ?? {}
      await ask(address)
      const change = confirm(await tokenTo(address))
      await held.started.promise
      const signIn = guest.get(url)
      await new Promise((resolve) => setTimeout(resolve, 50))
      held.go.resolve()
      await signIn
      expect(location(await change)).toBe(`${SITE}/`)
      expect(created).toEqual([GRACE.email])
      expect(await signedIn(service.grace)).toBe(address)
    },
  )

  test("none gets another user's address, of 50 at once that take turns with it (threat 489)", async () => {
    const { grace, browser, signUp, ask, confirm, mailsTo, tokenIn, adapter } = await signedInGrace()
    const victim = { email: "victim@app.test", password: "the password of the victim" }
    await signUp(browser(), victim)
    const owner = await adapter.getUserByEmail(victim.email)
    const turns = Array.from({ length: 50 }, (_, turn) => (turn % 2 === 0 ? "mine@evil.test" : victim.email))
    expect((await Promise.all(turns.map((email) => ask(email)))).map(({ status }) => status)).toEqual(
      turns.map(() => 303),
    )
    const [first = expect.fail("no email"), ...others] = await mailsTo("mine@evil.test")
    const kinds = new Set((await mailsTo(victim.email)).map(({ kind }) => kind))
    expect([...kinds]).toEqual(["confirm-sign-up", "email-taken"])
    const done = await Promise.all([first, ...others].map((mail) => confirm(tokenIn(mail))))
    expect(done.filter(({ status }) => status >= 500)).toEqual([])
    expect(await adapter.getUserByEmail(victim.email)).toEqual(owner)
    expect([GRACE.email, "mine@evil.test"]).toContain(await signedIn(grace))
  })
})

describe("a phase of a change of the address", () => {
  test("isn't another one: an unproven request moves nothing, and its token undoes nothing (threat 490)", async () => {
    const { grace, ask, confirm, tokenTo, post, browser, adapter } = await signedInGrace()
    await ask(NEW)
    const proof = await tokenTo(NEW)
    for (const fields of [{}, { code: "" }, { token: "" }, { email: NEW }, { status: "confirm" }])
      expect(location(await post(grace, "/change-email", fields as Record<string, string>))).not.toBe(`${SITE}/`)
    expect(location(await post(browser(), "/undo", { token: proof }))).toBe(VERIFICATION)
    expect(await adapter.getUserByEmail(NEW)).toBeNull()
    await confirm(proof)
    const undo = await tokenTo(GRACE.email)
    expect(location(await confirm(undo))).toBe(VERIFICATION)
    expect(location(await confirm(proof))).toBe(VERIFICATION)
    expect(await signedIn(grace)).toBe(NEW)
  })

  test("leaves nothing to a stranger who registered the new address before, or was invited to it (threats 490, 493)", async () => {
    const { auth, grace, browser, ask, confirm, mailsTo, post, tokenIn, links, adapter } = await signedInGrace()
    const [squatter, guest, byLink] = [browser(), browser(), browser()]
    await post(squatter, "/sign-up", { email: NEW, password: PASSWORD })
    await auth.invite({ email: NEW })
    await post(byLink, "/signin/email", { email: NEW })
    const link = links.at(-1) ?? expect.fail("no link")
    await ask(NEW)
    const sent = await vi.waitFor(async () => {
      const found = Object.fromEntries((await mailsTo(NEW)).map((mail) => [mail.kind, mail]))
      expect(Object.keys(found).toSorted()).toEqual(["confirm-sign-up", "email-change", "invitation"])
      return found
    })
    const token = (kind: string) => tokenIn(sent[kind] ?? expect.fail(kind))
    expect(location(await confirm(token("email-change")))).toBe(`${SITE}/`)
    await post(squatter, "/sign-up", { token: token("confirm-sign-up") })
    await post(squatter, "/sign-up", { code: sent["confirm-sign-up"]?.code ?? "" })
    await post(guest, "/sign-up", { token: token("invitation"), email: NEW, password: PASSWORD })
    await byLink.get(link.url)
    await post(byLink, "/callback/email", { code: link.code ?? "" })
    expect(await Promise.all([squatter, guest, byLink].map(signedIn))).toEqual([null, null, null])
    const stranger = browser()
    await post(stranger, "/callback/password", { email: NEW, password: PASSWORD })
    await post(grace, "/signout", {})
    await post(grace, "/callback/password", { email: NEW, password: GRACE.password })
    expect([await signedIn(stranger), await signedIn(grace)]).toEqual([null, NEW])
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
  })

  test("leaves nothing to an invitation or a code that was sent to the old address (threat 493)", async () => {
    const { browser, ask, confirm, tokenTo, mailsTo, post, tokenIn, links, adapter } = await signedInGrace({
      invited: true,
    })
    const [guest, byCode] = [browser(), browser()]
    await post(byCode, "/signin/email", { email: GRACE.email })
    const { code = "" } = links.at(-1) ?? {}
    const invitation = (await mailsTo(GRACE.email)).find(({ kind }) => kind === "invitation")
    await ask(NEW)
    await confirm(await tokenTo(NEW))
    await post(byCode, "/callback/email", { code })
    const token = tokenIn(invitation ?? expect.fail("no invitation"))
    await post(guest, "/sign-up", { token, email: GRACE.email, password: PASSWORD })
    expect(await Promise.all([guest, byCode].map(signedIn))).toEqual([null, null])
    expect(await adapter.getUserByEmail(GRACE.email)).toBeNull()
  })
})

test.each(["jwt", "database"] as const)(
  "an undo removes only what was added after the change, with %s sessions (threats 491, 492)",
  async (strategy) => {
    const time = { now: Date.UTC(2026, 10, 22, 20) }
    const config = { steps: [], clock: () => time.now }
    const { browser, prove, issuer, adapter, ada, notices } = await pauseService({ strategy, config })
    const thief = browser()
    await prove(thief, "magic link")
    const post = async (from: Browser, path: string, fields: Record<string, string>) =>
      from.post(path, { csrfToken: await from.csrfToken(), ...fields })
    const held = async () => ({
      accounts: (await adapter.listAccounts(ada.id)).map(
        ({ provider, providerAccountId }) => `${provider} ${providerAccountId}`,
      ),
      passkeys: (await adapter.listAuthenticatorsByUserId(ada.id)).map(({ credentialID }) => credentialID),
    })
    const before = await held()
    expect([before.accounts.length > 1, before.passkeys.length]).toEqual([true, 1])
    time.now += 60_000
    await post(thief, "/account", { change: "change-email", email: NEW })
    const proof = await vi.waitFor(() => notices.find(({ kind }) => kind === "email-change") ?? expect.fail())
    expect(location(await post(thief, "/change-email", { code: proof.code ?? "" }))).toBe(`${SITE}/`)
    time.now += 60_000
    const started = await post(thief, "/signin/acme", {})
    const person = { sub: "thief", email: "thief@evil.test", email_verified: true }
    await thief.get(`/callback/acme?${issuer.authorize(location(started), person)}`)
    expect((await held()).accounts).toContain("acme thief")
    const notice = await vi.waitFor(() => notices.find(({ kind }) => kind === "email-changed") ?? expect.fail())
    const token = new URL(notice.url).searchParams.get("token") ?? ""
    const owner = browser()
    await post(owner, "/undo", { token })
    expect(await held()).toEqual(before)
    expect([await signedInEmail(thief), await signedInEmail(owner)]).toEqual([null, null])
    expect((await adapter.getUser(ada.id))?.email).toBe(ADA.email)
    await prove(owner, "passkey")
    expect(await signedInEmail(owner)).toBe(ADA.email)
  },
)

test("an email is sent although the app emptied its texts in the user's language (threat 495)", async () => {
  const empty = { accountMail: { emailChanged: { subject: "", text: "", undo: "", undoButton: "" } } }
  const service = passwordAccountService({ config: { messages: { de: empty } } })
  const { browser, signUp, post, newest } = service
  const grace = browser({ "accept-language": "de" })
  await signUp(grace)
  await post(grace, "/account", { change: "change-email", email: NEW })
  await post(grace, "/change-email", { code: (await newest("email-change")).code ?? "" })
  const email = await newest("email-changed")
  expect(email.identifier).toBe(GRACE.email)
  const { subject, text, html } = renderAccountEmail(email)
  expect(subject).toContain("Ihre E-Mail-Adresse")
  for (const part of [text, html]) expect([part.includes(email.url), part.includes("rückgängig")]).toEqual([true, true])
})

test("a sign-in by email doesn't tell which addresses are reserved, by its time or by a failure (threat 490)", async () => {
  const mails: { fail: boolean; wait: Promise<unknown> } = { fail: false, wait: Promise.resolve() }
  const emails: AccountEmail[] = []
  const send = async () => {
    await mails.wait
    if (mails.fail) throw new Error("The mail server is down")
  }
  const { browser, post } = passwordAccountService({
    config: { rateLimit: false },
    mail: {
      sendVerificationRequest: send,
      sendAccountEmail: (sent) => {
        emails.push(sent)
        return send()
      },
    },
  })
  const codeFor = async (kind: string) =>
    (await vi.waitFor(() => emails.find((one) => one.kind === kind) ?? expect.fail(kind))).code ?? ""
  const grace = browser()
  await post(grace, "/sign-up", GRACE)
  await post(grace, "/sign-up", { code: await codeFor("confirm-sign-up") })
  await post(grace, "/account", { change: "change-email", email: NEW })
  await post(grace, "/change-email", { code: await codeFor("email-change") })
  expect(await signedIn(grace)).toBe(NEW)

  const ask = async (email: string) => post(browser(), "/signin/email", { email })
  const addresses = [GRACE.email, "nobody@app.test"]
  const { promise, resolve } = Promise.withResolvers<void>()
  mails.wait = promise
  const answers = addresses.map(ask)
  const quick = await Promise.race([...answers, new Promise((soon) => setTimeout(soon, 50, "none"))])
  resolve()
  expect([quick, ...(await Promise.all(answers)).map(location)]).toEqual([
    "none",
    ...addresses.map(() => `${SITE}/auth/verify-request?provider=email&type=email`),
  ])
  mails.fail = true
  const failed = await Promise.all(addresses.map(ask))
  expect(failed.map(location)).toEqual(addresses.map(() => `${SITE}/auth/signin?error=EmailSignin`))
})

describe.each([true, false])("an address that a provider verified: %j", (verified) => {
  test("is reserved only if it was proven, so that no one keeps its owner out (threat 492)", async () => {
    const { mail, newest } = mailbox()
    const notices: AccountEmail[] = []
    const issuer = await fakeIssuer()
    const provider = { id: "acme", name: "Acme", type: "oidc", issuer: issuer.issuer, clientId: "client" } as const
    const { browser } = await oauthService({
      providers: [provider, { ...mail, sendAccountEmail: (sent) => void notices.push(sent) }],
      fetch: issuer.fetch,
    })
    const post = async (from: Browser, path: string, fields: Record<string, string> = {}) =>
      from.post(path, { csrfToken: await from.csrfToken(), ...fields })
    const eve = browser()
    const started = location(await post(eve, "/signin/acme"))
    const person = { sub: "eve", email: GRACE.email, email_verified: verified }
    await eve.get(`/callback/acme?${issuer.authorize(started, person)}`)
    await post(eve, "/account", { change: "change-email", email: "eve@evil.test" })
    const proof = await vi.waitFor(() => notices.find(({ kind }) => kind === "email-change") ?? expect.fail())
    await post(eve, "/change-email", { code: proof.code ?? "" })
    expect(await signedIn(eve)).toBe("eve@evil.test")
    const owner = browser()
    await post(owner, "/signin/email", { email: GRACE.email })
    const told = (kind: AccountEmail["kind"]) =>
      vi.waitFor(() => notices.find((one) => one.kind === kind && one.identifier === GRACE.email) ?? expect.fail(kind))
    if (verified) return void (await told("email-changed"), await told("address-reserved"))
    await owner.get(newest().url)
    expect([await signedIn(owner), await signedIn(eve)]).toEqual([GRACE.email, "eve@evil.test"])
    expect(notices.filter(({ identifier }) => identifier === GRACE.email)).toEqual([])
  })
})
