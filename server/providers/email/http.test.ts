import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import { cookieClient } from "../../testing/cookie-client.ts"
import { customFetch, type EmailConfig } from "../types.ts"
import { ForwardEmail, Loops, Mailgun, Postmark, Resend, SendGrid, type MailOptions } from "./index.ts"

const receivedRequests: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
const serverResponse = { status: 200, location: "" }
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    receivedRequests.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() })
    response
      .writeHead(serverResponse.status, serverResponse.location ? { location: serverResponse.location } : {})
      .end('{"message":"said no"}')
  })
})

beforeAll(() => new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => service.close(resolve)))

// The path contains the email service's own URL, so that a test sees which host was requested
const local: NonNullable<EmailConfig[typeof customFetch]> = (input, init) => {
  const { port } = service.address() as AddressInfo // it listens on TCP
  return fetch(`http://127.0.0.1:${port}/${String(input)}`, init)
}

const mailOptions: MailOptions = { from: "Acme <hello@acme.test>", apiKey: "k3y", [customFetch]: local }

const SENDERS: readonly [string, EmailConfig, string, Record<string, string>, unknown][] = [
  [
    "resend",
    Resend(mailOptions),
    "https://api.resend.com/emails",
    { authorization: "Bearer k3y" },
    { from: "Acme <hello@acme.test>", to: "ada@app.test" },
  ],
  [
    "postmark",
    Postmark(mailOptions),
    "https://api.postmarkapp.com/email",
    { "x-postmark-server-token": "k3y" },
    { From: "Acme <hello@acme.test>", To: "ada@app.test" },
  ],
  [
    "sendgrid",
    SendGrid(mailOptions),
    "https://api.sendgrid.com/v3/mail/send",
    { authorization: "Bearer k3y" },
    { personalizations: [{ to: [{ email: "ada@app.test" }] }], from: { email: "hello@acme.test", name: "Acme" } },
  ],
  [
    "mailgun",
    Mailgun({ ...mailOptions, region: "eu" }),
    "https://api.eu.mailgun.net/v3/acme.test/messages",
    { authorization: `Basic ${btoa("api:k3y")}` },
    { to: "ada@app.test" },
  ],
  [
    "forwardemail",
    ForwardEmail(mailOptions),
    "https://api.forwardemail.net/v1/emails",
    { authorization: `Basic ${btoa("k3y:")}` },
    { to: "ada@app.test" },
  ],
  [
    "loops",
    Loops({ ...mailOptions, transactionalId: "t1" }),
    "https://app.loops.so/api/v1/transactional",
    { authorization: "Bearer k3y" },
    { transactionalId: "t1", email: "ada@app.test" },
  ],
]

async function sendEmail(provider: EmailConfig, env: Record<string, string> = {}) {
  const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
  const shared = { providers: [provider], adapter: MemoryAdapter(), secret: "s".repeat(32), logger: quiet }
  const browser = cookieClient(createAuth(shared, { env: { AUTH_URL: "https://app.test/auth", ...env } }))
  receivedRequests.length = 0
  const answer = await browser.post(`/signin/${provider.id}`, {
    csrfToken: await browser.csrfToken(),
    email: "ada@app.test",
  })
  return { location: answer.headers.get("location") ?? "", logged: quiet.error.mock.calls.join(), browser }
}

function parseBody({ headers, body }: (typeof receivedRequests)[number]): unknown {
  return headers["content-type"]?.startsWith("application/json")
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
}

test.each(SENDERS)("%s receives the email once, in its own format", async (_, provider, url, headers, body) => {
  Object.assign(serverResponse, { status: 200, location: "" })
  const { location, browser } = await sendEmail(provider)
  expect(location).toContain("/verify-request")
  expect(receivedRequests).toHaveLength(1)
  const [sent = expect.fail("nothing was sent")] = receivedRequests
  expect(sent.url).toBe(`/${url}`)
  expect(sent.headers).toMatchObject(headers)
  expect(parseBody(sent)).toMatchObject(body as object)
  const link =
    /https:\/\/app\.test\/auth\/callback\/[^\s"\\]+/.exec(JSON.stringify(parseBody(sent)))?.[0] ??
    expect.fail("no link")
  await browser.get(link.replaceAll("&#38;", "&"))
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
})

test.each(SENDERS)(
  "leads back to the sign-in page and logs the reason if %s rejects the email",
  async (_, provider) => {
    Object.assign(serverResponse, { status: 403, location: "" })
    const { location, logged } = await sendEmail(provider)
    expect(location).toContain("error=EmailSignin")
    expect(logged).toContain("responded with 403")
    expect(logged).not.toContain("k3y")
  },
)

test.each(SENDERS)(
  "doesn't follow a redirect of %s, and sends the key nowhere else (threat 102)",
  async (_, provider) => {
    Object.assign(serverResponse, { status: 307, location: "/https://evil.test/" })
    const { location } = await sendEmail(provider)
    expect(location).toContain("error=EmailSignin")
    expect(receivedRequests).toHaveLength(1)
  },
)

test("reads a key from the environment if the configuration has none", async () => {
  Object.assign(serverResponse, { status: 200, location: "" })
  const { apiKey: _, ...keyless } = mailOptions
  await sendEmail(Resend(keyless), { AUTH_RESEND_KEY: "from-env" })
  expect(receivedRequests[0]?.headers.authorization).toBe("Bearer from-env")
  expect((await sendEmail(Resend(keyless))).location).toContain("error=EmailSignin")
})

test("an email without a sender isn't handed over, and the error names the setting", async () => {
  const { location, logged } = await sendEmail(Resend({ ...mailOptions, from: undefined }))
  expect(location).toContain("error=EmailSignin")
  expect(logged).toContain('The provider "resend" has no `from`')
  expect(receivedRequests).toEqual([])
})
