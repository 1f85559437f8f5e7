import { describe, expect, test, vi } from "vitest"
import { catalogFor, LANGUAGES } from "../../../components/view/messages/languages.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import type { AuthConfig } from "../../service/config.ts"
import { customFetch, type AccountEmail, type EmailConfig } from "../../providers/types.ts"
import { Credentials } from "../../providers/index.ts"
import { renderAccountEmail, Loops, Resend, type MailOptions } from "../../providers/email/index.ts"
import { signedInEmail, emailService, openMagicLink, plainAdapter, requestEmail } from "../../test-kit/email-service.ts"
import { mailbox } from "../../test-kit/mailbox.ts"
import { ACME, oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const ADA = "ada@app.test"

type Options = Partial<AuthConfig> & { plain?: boolean }

/** Creates a service with a user whose address was never verified, and whom an attacker may have created. */
async function prepared(provider: Partial<EmailConfig> = {}, { plain = false, ...config }: Options = {}) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "ada", email: ADA, emailVerified: null })
  await adapter.linkAccount({ userId: "ada", type: "oauth", provider: "github", providerAccountId: "eve" })
  const service = emailService({ provider, config: { adapter: plain ? plainAdapter(adapter) : adapter, ...config } })
  const signIn = async (headers: Record<string, string> = {}) => {
    const browser = cookieClient(service.auth)
    await requestEmail(browser, ADA)
    const answer = await browser.get(service.newest().url, headers)
    return { browser, answer }
  }
  return { ...service, signIn }
}

describe("the owner of a reclaimed user", () => {
  test("is told by email, once, in the language of their browser", async () => {
    const notices: AccountEmail[] = []
    const sendAccountEmail = (notice: AccountEmail) => void notices.push(notice)
    const { signIn, warnings, now } = await prepared({ sendAccountEmail }, { siteName: "Acme" })
    const { browser } = await signIn({ "accept-language": "de" })
    expect(await signedInEmail(browser)).toBe(ADA)
    await vi.waitFor(() => expect(notices).toHaveLength(1))
    expect(notices[0]).toMatchObject({ kind: "reclaimed", identifier: ADA, at: now(), url: "https://app.test" })
    expect(renderAccountEmail(notices[0] ?? expect.fail()).subject).toBe("Wir haben Ihr Konto bei Acme abgesichert")
    await signIn()
    expect(notices).toHaveLength(1)
    expect(warnings).not.toContain("reclaim-not-emailed")
  })

  test("isn't told if there was nothing to reclaim", async () => {
    const sendAccountEmail = vi.fn()
    const { auth, newest } = emailService({ provider: { sendAccountEmail } })
    const browser = cookieClient(auth)
    await requestEmail(browser, ADA)
    await openMagicLink(browser, newest().url)
    expect(sendAccountEmail).not.toHaveBeenCalled()
  })

  test("isn't told if nobody else could sign in, and the app's own row keeps its name and picture", async () => {
    const sendAccountEmail = vi.fn()
    const reclaimUser = vi.fn()
    const adapter = MemoryAdapter()
    const row = { name: "Ada King", image: "https://app.test/ada.png" }
    await adapter.createUser({ id: "ada", email: ADA, emailVerified: null, ...row })
    const service = emailService({ provider: { sendAccountEmail }, config: { adapter, events: { reclaimUser } } })
    const browser = cookieClient(service.auth)
    await requestEmail(browser, ADA)
    await openMagicLink(browser, service.newest().url)
    expect(await signedInEmail(browser)).toBe(ADA)
    expect(await adapter.getUser("ada")).toMatchObject({ ...row, emailVerified: expect.any(Date) })
    expect(reclaimUser).toHaveBeenCalledOnce()
    expect(sendAccountEmail).not.toHaveBeenCalled()
  })

  test("is told if the app checks passwords of its own, which Latchkit doesn't know", async () => {
    const sendAccountEmail = vi.fn()
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: "ada", email: ADA, emailVerified: null, name: "Eve" })
    const own = Credentials({ credentials: { password: { type: "password" } }, authorize: () => null })
    const { mail, newest } = mailbox()
    const { auth } = emailService({ config: { adapter, providers: [own, { ...mail, sendAccountEmail }] } })
    const browser = cookieClient(auth)
    await requestEmail(browser, ADA)
    await openMagicLink(browser, newest().url)
    expect(await adapter.getUser("ada")).toMatchObject({ name: null })
    await vi.waitFor(() => expect(sendAccountEmail).toHaveBeenCalledOnce())
  })

  test("is told if someone had a session, which the app may have opened itself", async () => {
    const sendAccountEmail = vi.fn()
    const adapter = MemoryAdapter()
    await adapter.createUser({ id: "ada", email: ADA, emailVerified: null, name: "Eve" })
    const service = emailService({ provider: { sendAccountEmail }, config: { adapter } })
    await adapter.createSession({
      sessionToken: "eve",
      userId: "ada",
      expires: new Date(service.now().getTime() + 60_000),
    })
    const browser = cookieClient(service.auth)
    await requestEmail(browser, ADA)
    await openMagicLink(browser, service.newest().url)
    expect(await adapter.getUser("ada")).toMatchObject({ name: null })
    expect(await adapter.getSessionAndUser("eve")).toBeNull()
    await vi.waitFor(() => expect(sendAccountEmail).toHaveBeenCalledOnce())
  })

  test("is signed in before the email is sent", async () => {
    const { signIn } = await prepared({ sendAccountEmail: () => new Promise(() => undefined) })
    expect(await signedInEmail((await signIn()).browser)).toBe(ADA)
  })

  test.each<[string, EmailConfig["sendAccountEmail"]]>([
    [
      "throws",
      () => {
        throw new Error("The mail server is down")
      },
    ],
    ["rejects", () => Promise.reject(new Error("The mail server is down"))],
  ])("is signed in if the sender %s, and the log says so", async (_, sendAccountEmail = expect.fail()) => {
    const { signIn, errors } = await prepared({ sendAccountEmail })
    expect(await signedInEmail((await signIn()).browser)).toBe(ADA)
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    expect(errors[0]?.message).toContain("The mail server is down")
  })

  test("is told with an adapter of Auth.js, too", async () => {
    const sendAccountEmail = vi.fn()
    const { signIn } = await prepared({ sendAccountEmail }, { ...authjs(), plain: true })
    await signIn()
    await vi.waitFor(() => expect(sendAccountEmail).toHaveBeenCalledOnce())
  })

  test("is told if a provider proved the mailbox, through the email provider", async () => {
    const { mail } = mailbox()
    const sendAccountEmail = vi.fn()
    const acme = { ...ACME, allowDangerousEmailAccountLinking: true }
    const service = await oauthService({ ...authjs(), providers: [acme, { ...mail, sendAccountEmail }] })
    await service.adapter.createUser({ id: "ada", email: ADA, emailVerified: null })
    await service.adapter.linkAccount({ userId: "ada", type: "oauth", provider: "github", providerAccountId: "eve" })
    const browser = service.browser()
    await service.enter(browser, { sub: "ada", email: ADA, email_verified: true })
    expect(await signedInName(browser)).toBe(ADA)
    await vi.waitFor(() => expect(sendAccountEmail).toHaveBeenCalledOnce())
    expect(sendAccountEmail.mock.calls[0]?.[0]).toMatchObject({ identifier: ADA })
  })
})

test("a warning says that no email was sent, unless the app handles the event", async () => {
  for (const [events, expected] of [
    [{}, ["reclaim-not-emailed"]],
    [{ reclaimUser: () => undefined }, []],
  ] as const) {
    const { signIn, warnings } = await prepared({}, { events, secret: crypto.randomUUID() })
    await signIn()
    expect(warnings.filter((code) => code === "reclaim-not-emailed")).toEqual(expected)
  }
})

test("an app that sends its own emails sends its own notices, or none", () => {
  const own = { from: "Acme <hello@acme.test>", sendVerificationRequest: () => undefined }
  expect(Resend(own).sendAccountEmail).toBeUndefined()
  const sendAccountEmail = () => undefined
  expect(Resend({ ...own, sendAccountEmail }).sendAccountEmail).toBe(sendAccountEmail)
})

test.each<[string, (options: MailOptions) => EmailConfig, object]>([
  ["Resend", Resend, { to: ADA, subject: "We secured your app.test account" }],
  [
    "Loops",
    (options) => Loops({ ...options, transactionalId: "link", accountTransactionalId: "notice" }),
    { transactionalId: "notice", email: ADA, dataVariables: { url: "https://app.test" } },
  ],
])("%s gets the notice in its own form", async (_, make, body) => {
  const fetch = vi.fn((_: unknown, init?: RequestInit) => {
    expect(JSON.parse(String(init?.body))).toMatchObject(body)
    return Promise.resolve(new Response("{}"))
  })
  const { sendAccountEmail = expect.fail("none"), ...sender } = make({
    from: "hello@acme.test",
    apiKey: "k3y",
    [customFetch]: fetch,
  })
  const { sendVerificationRequest: _own, ...rest } = sender
  const { signIn, errors } = await prepared({ ...rest, id: "email", sendAccountEmail })
  await signIn()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect(errors).toEqual([])
})

test("Loops sends no notice without a template for it", () => {
  expect(Loops({ apiKey: "k3y", transactionalId: "link" }).sendAccountEmail).toBeUndefined()
})

const NOTICES = [
  ["reclaimed", undefined, 6],
  ["factor-added", "totp", 5],
  ["passkey-added", undefined, 5],
  ["account-linked", undefined, 5],
  ["passkey-removed", undefined, 5],
  ["account-unlinked", undefined, 5],
  ["factor-removed", "passkey", 5],
  ["recovery-codes-replaced", undefined, 5],
  ["factor-guesses", undefined, 5],
  ["confirm-guesses", undefined, 5],
] as const

test.each(LANGUAGES)("the email fills every name, in %s", async (lang) => {
  const messages = await catalogFor(lang)
  const hostile = `Acme</title><img src=x>"\r\nBcc: z@evil.test`
  const facts = { identifier: ADA, at: new Date(0), url: "https://app.test", theme: {}, siteName: hostile }
  const provider: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined }
  const request = new Request("https://app.test")
  for (const [kind, factor, blocks] of NOTICES) {
    const { subject, text, html } = renderAccountEmail({ ...facts, kind, factor, provider, messages, request })
    expect(`${subject}${text}${html.replace(/<style>.*<\/style>/, "")}`).not.toMatch(/[{}]/)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toMatch(/<img|evil\.test"/)
    expect(html).toContain('href="https://app.test"')
    expect(text.split("\n\n")).toHaveLength(blocks)
    if (factor) expect(text).toContain(messages.secondFactor[factor])
  }
})
