import { describe, expect, test, vi } from "vitest"
import { catalogFor, LANGUAGES } from "../../components/view/messages/languages.ts"
import { MemoryAdapter } from "../adapters/memory.ts"
import { authjs } from "../migrate/authjs/index.ts"
import type { AuthConfig } from "../config/types.ts"
import { customFetch, type AccountNotice, type EmailConfig } from "../providers/types.ts"
import { accountNoticeMail, Loops, Resend, type MailOptions } from "../providers/email/index.ts"
import { signedInEmail, emailService, openMagicLink, plainAdapter, requestEmail } from "../testing/email-service.ts"
import { mailbox } from "../testing/mailbox.ts"
import { oauthService, signedInName } from "../testing/oauth-service.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const ADA = "ada@app.test"

type Options = Partial<AuthConfig> & { plain?: boolean }

/** Creates a service with a user whose address was never verified, and whom an attacker may have created. */
async function prepared(provider: Partial<EmailConfig> = {}, { plain = false, ...config }: Options = {}) {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "ada", email: ADA, emailVerified: null })
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
    const notices: AccountNotice[] = []
    const sendAccountNotice = (notice: AccountNotice) => void notices.push(notice)
    const { signIn, warnings, now } = await prepared({ sendAccountNotice }, { siteName: "Acme" })
    const { browser } = await signIn({ "accept-language": "de" })
    expect(await signedInEmail(browser)).toBe(ADA)
    await vi.waitFor(() => expect(notices).toHaveLength(1))
    expect(notices[0]).toMatchObject({ kind: "reclaimed", identifier: ADA, at: now(), url: "https://app.test" })
    expect(accountNoticeMail(notices[0] ?? expect.fail()).subject).toBe("Wir haben Ihr Konto bei Acme abgesichert")
    await signIn()
    expect(notices).toHaveLength(1)
    expect(warnings).not.toContain("reclaim-not-emailed")
  })

  test("isn't told if there was nothing to reclaim", async () => {
    const sendAccountNotice = vi.fn()
    const { auth, newest } = emailService({ provider: { sendAccountNotice } })
    const browser = cookieClient(auth)
    await requestEmail(browser, ADA)
    await openMagicLink(browser, newest().url)
    expect(sendAccountNotice).not.toHaveBeenCalled()
  })

  test("is signed in before the email is sent", async () => {
    const { signIn } = await prepared({ sendAccountNotice: () => new Promise(() => undefined) })
    expect(await signedInEmail((await signIn()).browser)).toBe(ADA)
  })

  test.each<[string, EmailConfig["sendAccountNotice"]]>([
    ["throws", () => { throw new Error("The mail server is down") }], // prettier-ignore
    ["rejects", () => Promise.reject(new Error("The mail server is down"))],
  ])("is signed in if the sender %s, and the log says so", async (_, sendAccountNotice = expect.fail()) => {
    const { signIn, errors } = await prepared({ sendAccountNotice })
    expect(await signedInEmail((await signIn()).browser)).toBe(ADA)
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    expect(errors[0]?.message).toContain("The mail server is down")
  })

  test("is told with an adapter of Auth.js, too", async () => {
    const sendAccountNotice = vi.fn()
    const { signIn } = await prepared({ sendAccountNotice }, { ...authjs(), plain: true })
    await signIn()
    await vi.waitFor(() => expect(sendAccountNotice).toHaveBeenCalledOnce())
  })

  test("is told if a provider proved the mailbox, through the email provider", async () => {
    const { mail } = mailbox()
    const sendAccountNotice = vi.fn()
    const client = { issuer: "https://issuer.test", clientId: "client", clientSecret: "secret" }
    const acme = { id: "acme", name: "Acme", type: "oidc", ...client, allowDangerousEmailAccountLinking: true } as const
    const service = await oauthService({ ...authjs(), providers: [acme, { ...mail, sendAccountNotice }] })
    await service.adapter.createUser({ id: "ada", email: ADA, emailVerified: null })
    const browser = service.browser()
    await service.enter(browser, { sub: "ada", email: ADA, email_verified: true })
    expect(await signedInName(browser)).toBe(ADA)
    await vi.waitFor(() => expect(sendAccountNotice).toHaveBeenCalledOnce())
    expect(sendAccountNotice.mock.calls[0]?.[0]).toMatchObject({ identifier: ADA })
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
  expect(Resend(own).sendAccountNotice).toBeUndefined()
  const sendAccountNotice = () => undefined
  expect(Resend({ ...own, sendAccountNotice }).sendAccountNotice).toBe(sendAccountNotice)
})

test.each<[string, (options: MailOptions) => EmailConfig, object]>([
  ["Resend", Resend, { to: ADA, subject: "We secured your app.test account" }],
  [
    "Loops",
    (options) => Loops({ ...options, transactionalId: "link", noticeTransactionalId: "notice" }),
    { transactionalId: "notice", email: ADA, dataVariables: { url: "https://app.test" } },
  ],
])("%s gets the notice in its own form", async (_, make, body) => {
  const fetch = vi.fn((_: unknown, init?: RequestInit) => {
    expect(JSON.parse(String(init?.body))).toMatchObject(body)
    return Promise.resolve(new Response("{}"))
  })
  const { sendAccountNotice = expect.fail("none"), ...sender } = make({
    from: "hello@acme.test",
    apiKey: "k3y",
    [customFetch]: fetch,
  })
  const { sendVerificationRequest: _own, ...rest } = sender
  const { signIn, errors } = await prepared({ ...rest, id: "email", sendAccountNotice })
  await signIn()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect(errors).toEqual([])
})

test("Loops sends no notice without a template for it", () => {
  expect(Loops({ apiKey: "k3y", transactionalId: "link" }).sendAccountNotice).toBeUndefined()
})

test.each(LANGUAGES)("the email fills every name, in %s", async (lang) => {
  const messages = await catalogFor(lang)
  const hostile = `Acme</title><img src=x>"\r\nBcc: z@evil.test`
  const facts = { identifier: ADA, at: new Date(0), url: "https://app.test", theme: {}, siteName: hostile }
  const provider: EmailConfig = { id: "email", name: "Email", type: "email", sendVerificationRequest: () => undefined }
  const notice = { ...facts, kind: "reclaimed", provider, messages, request: new Request("https://app.test") } as const
  const { subject, text, html } = accountNoticeMail(notice)
  expect(`${subject}${text}${html.replace(/<style>.*<\/style>/, "")}`).not.toMatch(/[{}]/)
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toMatch(/<img|evil\.test"/)
  expect(html).toContain('href="https://app.test"')
  expect(text.split("\n\n")).toHaveLength(5)
})
