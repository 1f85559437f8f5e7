import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../auth.ts"
import { visitor } from "../../testing/visitor.ts"
import { customFetch, type EmailConfig } from "../types.ts"
import { ForwardEmail, Loops, Mailgun, Postmark, Resend, SendGrid, type MailOptions } from "./index.ts"

const got: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
const answers = { status: 200, location: "" }
const service = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    got.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() })
    response
      .writeHead(answers.status, answers.location ? { location: answers.location } : {})
      .end('{"message":"said no"}')
  })
})

beforeAll(() => new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve)))
afterAll(() => new Promise((resolve) => service.close(resolve)))

// The service's own address stays in the path, so that a test sees which host was asked
const local: NonNullable<EmailConfig[typeof customFetch]> = (input, init) => {
  const { port } = service.address() as AddressInfo // it listens on TCP
  return fetch(`http://127.0.0.1:${port}/${String(input)}`, init)
}

const common: MailOptions = { from: "Acme <hello@acme.test>", apiKey: "k3y", [customFetch]: local }

const SENDERS: readonly [string, EmailConfig, string, Record<string, string>, unknown][] = [
  [
    "resend",
    Resend(common),
    "https://api.resend.com/emails",
    { authorization: "Bearer k3y" },
    { from: "Acme <hello@acme.test>", to: "ada@app.test" },
  ],
  [
    "postmark",
    Postmark(common),
    "https://api.postmarkapp.com/email",
    { "x-postmark-server-token": "k3y" },
    { From: "Acme <hello@acme.test>", To: "ada@app.test" },
  ],
  [
    "sendgrid",
    SendGrid(common),
    "https://api.sendgrid.com/v3/mail/send",
    { authorization: "Bearer k3y" },
    { personalizations: [{ to: [{ email: "ada@app.test" }] }], from: { email: "hello@acme.test", name: "Acme" } },
  ],
  [
    "mailgun",
    Mailgun({ ...common, region: "eu" }),
    "https://api.eu.mailgun.net/v3/acme.test/messages",
    { authorization: `Basic ${btoa("api:k3y")}` },
    { to: "ada@app.test" },
  ],
  [
    "forwardemail",
    ForwardEmail(common),
    "https://api.forwardemail.net/v1/emails",
    { authorization: `Basic ${btoa("k3y:")}` },
    { to: "ada@app.test" },
  ],
  [
    "loops",
    Loops({ ...common, transactionalId: "t1" }),
    "https://app.loops.so/api/v1/transactional",
    { authorization: "Bearer k3y" },
    { transactionalId: "t1", email: "ada@app.test" },
  ],
]

async function ask(provider: EmailConfig, env: Record<string, string> = {}) {
  const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
  const shared = { providers: [provider], adapter: MemoryAdapter(), secret: "s".repeat(32), logger: quiet }
  const browser = visitor(createAuth(shared, { env: { AUTH_URL: "https://app.test/auth", ...env } }))
  got.length = 0
  const answer = await browser.post(`/signin/${provider.id}`, {
    csrfToken: await browser.csrfToken(),
    email: "ada@app.test",
  })
  return { location: answer.headers.get("location") ?? "", logged: quiet.error.mock.calls.join(), browser }
}

function bodyOf({ headers, body }: (typeof got)[number]): unknown {
  return headers["content-type"]?.startsWith("application/json")
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
}

test.each(SENDERS)("%s is handed the mail, once, in its own form", async (_, provider, url, headers, body) => {
  Object.assign(answers, { status: 200, location: "" })
  const { location, browser } = await ask(provider)
  expect(location).toContain("/verify-request")
  expect(got).toHaveLength(1)
  const [sent = expect.fail("nothing was sent")] = got
  expect(sent.url).toBe(`/${url}`)
  expect(sent.headers).toMatchObject(headers)
  expect(bodyOf(sent)).toMatchObject(body as object)
  const link =
    /https:\/\/app\.test\/auth\/callback\/[^\s"\\]+/.exec(JSON.stringify(bodyOf(sent)))?.[0] ?? expect.fail("no link")
  await browser.get(link.replaceAll("&#38;", "&"))
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "ada@app.test" } })
})

test.each(SENDERS)(
  "%s refusing the mail leads back to the sign-in page, and says in the log what it was",
  async (_, provider) => {
    Object.assign(answers, { status: 403, location: "" })
    const { location, logged } = await ask(provider)
    expect(location).toContain("error=EmailSignin")
    expect(logged).toContain("answered 403")
    expect(logged).not.toContain("k3y")
  },
)

test.each(SENDERS)(
  "attack 102: %s sending elsewhere is not followed, and the key goes nowhere else",
  async (_, provider) => {
    Object.assign(answers, { status: 307, location: "/https://evil.test/" })
    const { location } = await ask(provider)
    expect(location).toContain("error=EmailSignin")
    expect(got).toHaveLength(1)
  },
)

test("a key comes from the environment where the configuration has none", async () => {
  Object.assign(answers, { status: 200, location: "" })
  const { apiKey: _, ...keyless } = common
  await ask(Resend(keyless), { AUTH_RESEND_KEY: "from-env" })
  expect(got[0]?.headers.authorization).toBe("Bearer from-env")
  expect((await ask(Resend(keyless))).location).toContain("error=EmailSignin")
})
