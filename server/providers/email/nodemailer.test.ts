import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { startMailServer } from "../../test-kit/mail-server.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { Nodemailer } from "./index.ts"

const started: { server?: Awaited<ReturnType<typeof startMailServer>> } = {}
const startedServer = () => started.server ?? expect.fail("no mail server")

beforeAll(async () => {
  started.server = await startMailServer({ refuses: (recipient) => recipient.startsWith("nobody@") })
})
afterAll(() => started.server?.close())

function createService(config: Partial<AuthConfig> = {}) {
  const mail = Nodemailer({ server: startedServer().url, from: "Acme <hello@acme.test>" })
  const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
  const shared = { providers: [mail], adapter: MemoryAdapter(), secret: "s".repeat(32), logger: quiet }
  return createAuth({ ...shared, ...config }, { env: { AUTH_URL: "https://app.test/auth" } })
}

async function sendEmailTo(
  email: string,
  { config = {}, headers = {} }: { config?: Partial<AuthConfig>; headers?: HeadersInit } = {},
) {
  const browser = cookieClient(createService(config))
  const answer = await browser.post("/signin/nodemailer", { csrfToken: await browser.csrfToken(), email }, headers)
  return { browser, answer, got: startedServer().received.at(-1) }
}

const findLink = (text: string | undefined): string => /https:\/\/\S+/.exec(text ?? "")?.[0] ?? expect.fail("no link")

test("sends an email with the same content as HTML and as text, whose link signs in", async () => {
  const { browser, got } = await sendEmailTo("ada@app.test")
  expect(got?.recipients).toEqual(["ada@app.test"])
  expect(got?.mail).toMatchObject({
    subject: "Sign in to app.test",
    from: { name: "Acme", address: "hello@acme.test" },
  })
  const { text, html = "" } = got?.mail ?? {}
  const link = findLink(text)
  expect(/href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&#38;", "&")).toBe(link)
  await browser.get(link)
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
})

test("names the site if it has a name", async () => {
  const { got } = await sendEmailTo("ada@app.test", { config: { siteName: "Acme <Mail>\r\n" } })
  expect(got?.mail.subject).toBe("Sign in to Acme <Mail>")
  expect(got?.mail.html).toMatch(/<h1[^>]*>Sign in to Acme &#60;Mail&#62;\s*<\/h1>/)
  expect(got?.mail.text).toMatch(/^Sign in to Acme <Mail>/)
})

test("signs in with the code in the email", async () => {
  const { browser, got } = await sendEmailTo("ada@app.test")
  const code = /^(\d{3}) (\d{3})$/m.exec(got?.mail.text ?? "")
  expect(got?.mail.html).toContain(`>${code?.[0]}</span>`)
  await browser.post("/callback/nodemailer", { csrfToken: await browser.csrfToken(), code: `${code?.[1]}${code?.[2]}` })
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
})

test.each([
  ["de-CH, en;q=0.5", "Bei app.test anmelden", 'lang="de" dir="ltr"'],
  ["xx, fr;q=0.8, de;q=0.9", "Bei app.test anmelden", 'lang="de"'],
  ["ar", "تسجيل الدخول إلى app.test", 'lang="ar" dir="rtl"'],
  ["ja", "app.test にログイン", 'lang="ja"'],
  ["constructor, __proto__", "Sign in to app.test", 'lang="en"'],
  ["*;q=0", "Sign in to app.test", 'lang="en"'],
])("writes the email in the user's language: %s", async (accept, subject, attributes) => {
  const { got } = await sendEmailTo("ada@app.test", { headers: { "accept-language": accept } })
  expect(got?.mail.subject).toBe(subject)
  expect(got?.mail.html).toContain(attributes)
})

test("uses the default brand color with readable text if the app's is a CSS variable", async () => {
  const theme = { brandColor: "var(--color-primary)", buttonText: "#000000" }
  const { got } = await sendEmailTo("ada@app.test", { config: { theme } })
  expect(got?.mail.html).toMatch(/background:#5a4ae0;color:#ffffff/)
})

test("uses the app's color for the button, with readable text", async () => {
  const { got } = await sendEmailTo("ada@app.test", { config: { theme: { brandColor: "#ffdd00" } } })
  expect(got?.mail.html).toMatch(/background:#ffdd00;color:#000000/)
})

test("escapes themes, addresses and callback URLs in the email (threat 158)", async () => {
  const theme = {
    brandColor: 'red"><a href="https://evil.test">',
    buttonText: "red}</style><script>",
    logo: "javascript:1",
  }
  const siteName = `Acme</title><img src=x onerror=alert(1)>'"\r\nBcc: z@evil.test`
  const browser = cookieClient(createService({ theme, siteName }))
  const callbackUrl = '/x?"><a href="https://evil.test">'
  await browser.post("/signin/nodemailer", {
    csrfToken: await browser.csrfToken(),
    email: "o'neil&co@app.test",
    callbackUrl,
  })
  const { mail: { html = "", text, subject } = {}, recipients } = startedServer().received.at(-1) ?? {}
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).not.toMatch(/<script|<img|evil\.test">|javascript:/)
  expect(html.match(/<\/title>/g)).toHaveLength(1)
  expect(subject).toBe(`Sign in to Acme</title><img src=x onerror=alert(1)>'" Bcc: z@evil.test`)
  expect(recipients).toEqual(["o'neil&co@app.test"])
  const link = findLink(text)
  expect(
    html.replaceAll(
      link.replace(/[&']/g, (found) => `&#${found.charCodeAt(0)};`),
      "",
    ),
  ).not.toContain("neil")
  expect(new URL(link).host).toBe("app.test")
})

test("names one recipient in the header, and no line that a user wrote (threat 138)", async () => {
  const count = startedServer().received.length
  for (const email of ["a@app.test\r\nBcc: z@evil.test", "a@app.test%0d%0aBcc:z@evil.test", "-oQ/tmp@x.test"])
    await sendEmailTo(email)
  expect(startedServer().received).toHaveLength(count)
  const { got } = await sendEmailTo("ada+news@app.test")
  expect(got?.mail.to).toEqual([{ name: "", address: "ada+news@app.test" }])
  expect(got?.raw.split("\r\n\r\n")[0]).not.toMatch(/^(?:b?cc):/im)
})

test("leads back to the sign-in page if the server rejects the mailbox", async () => {
  const { answer } = await sendEmailTo("nobody@app.test")
  expect(answer.headers.get("location")).toBe("https://app.test/auth/signin?error=EmailSignin")
})

test("sends a notice of what changed in the account", async () => {
  const adapter = MemoryAdapter()
  await adapter.createUser({ id: "ada", email: "grace@app.test", emailVerified: null })
  await adapter.linkAccount({ userId: "ada", type: "oauth", provider: "github", providerAccountId: "eve" })
  const { browser, got } = await sendEmailTo("grace@app.test", { config: { adapter, siteName: "Acme" } })
  const count = startedServer().received.length
  await browser.get(findLink(got?.mail.text))
  await vi.waitFor(() => expect(startedServer().received).toHaveLength(count + 1))
  const { mail, recipients } = startedServer().received.at(-1) ?? {}
  expect(recipients).toEqual(["grace@app.test"])
  expect(mail?.subject).toBe("We secured your Acme account")
  expect(mail?.text).toContain("we removed unverified sign-in methods and signed out all other devices")
})

test("prints the email in development if there is no mail server, and fails elsewhere", async () => {
  const printed = vi.spyOn(console, "log").mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const errors: Error[] = []
  const config = (server: string | object | undefined): Partial<AuthConfig> => ({
    providers: [Nodemailer({ server, from: "hello@acme.test" })],
    logger: { error: (error) => void errors.push(error), warn: vi.fn(), debug: vi.fn() },
  })
  vi.stubEnv("NODE_ENV", "development")
  onTestFinished(() => void vi.unstubAllEnvs())
  const { browser } = await sendEmailTo("ada@app.test", { config: config(undefined) })
  const text = String(printed.mock.calls[0]?.[0])
  expect(text).toContain("`server` of `Nodemailer()` is not set")
  expect(text).toMatch(/To: ada@app\.test\n {2}Subject: Sign in to app\.test\n[\s\S]*^ {2}\d{3} \d{3}$/m)
  await browser.get(findLink(text))
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
  for (const mode of ["production", ""]) {
    vi.stubEnv("NODE_ENV", mode)
    printed.mockClear()
    await sendEmailTo("ada@app.test", { config: config("") })
    expect(printed).not.toHaveBeenCalled()
  }
  expect(
    errors
      .map(
        (error) =>
          JSON.stringify(error.cause, (_, value) => (value instanceof Error ? value.message : value)) + error.message,
      )
      .join(),
  ).toMatch(/`server` of `Nodemailer\(\)` is not set.* NODE_ENV=development prints/)
})

test("names the package if it isn't installed", async () => {
  vi.doMock("nodemailer", () => ({
    get createTransport() {
      throw new Error("Cannot find package 'nodemailer'")
    },
  }))
  onTestFinished(() => void vi.doUnmock("nodemailer"))
  const error = vi.fn()
  await sendEmailTo("ada@app.test", { config: { logger: { error, warn: vi.fn() } } })
  expect(error.mock.calls.flat().map((thrown: Error) => thrown.message)).toEqual([
    expect.stringContaining("`npm install nodemailer`"),
  ])
})
