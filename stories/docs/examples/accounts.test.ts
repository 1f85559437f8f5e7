import "./environment.fixture.ts" // before the examples, which read it
import { expect, test, vi } from "vitest"
import { authjs } from "latchkit/migrate/authjs"
import { createAuth } from "latchkit/server"
import { MemoryAdapter } from "latchkit/adapters/memory"
import { mintSession, cookieClient } from "latchkit/testing"
import { softAuthenticator } from "../../../server/test-kit/authenticator.ts"
import { startMailServer } from "../../../server/test-kit/mail-server.ts"
import type { WebAuthnOptions } from "latchkit/headless"
import { handle as after } from "./authjs/after.ts"
import { handle as before } from "./authjs/before.ts"
import { handle as later } from "./authjs/later.ts"
import { readRole } from "./authjs/token.ts"
import { email as ownApi } from "./mail/own-api.ts"
import { ownMail } from "./mail/own-sender.ts"
import { config as passwordsOnly } from "./mail/passwords-only.ts"
import { passkeys as relatedPasskeys } from "./passkeys/related.ts"
import { auth as passkeys, config as passkeysConfig } from "./passkeys/auth.ts"
import { providers as oldIds } from "./authjs/old-ids.ts"

type Browser = ReturnType<typeof cookieClient>

const emailIn = async (browser: Browser) => {
  const session = (await (await browser.get("/session")).json()) as { user?: { email?: string } } | null // what the wire says
  return session?.user?.email ?? null
}
const ask = async (browser: Browser, provider: string) =>
  browser.post(`/signin/${provider}`, { csrfToken: await browser.csrfToken(), email: "ada@example.com" })

test("a mail is sent, and its link signs in", async () => {
  const server = await startMailServer()
  process.env["SMTP_URL"] = server.url
  const { auth } = await import("./mail/auth.ts")
  const browser = cookieClient(auth)
  expect((await ask(browser, "nodemailer")).headers.get("location")).toContain("/auth/verify-request")
  const [mail] = server.received
  expect(mail?.recipients).toEqual(["ada@example.com"])
  const [link = ""] = /https:\/\/app\.test\/auth\/callback\S+/.exec(mail?.mail.text ?? "") ?? []
  await browser.get(link)
  expect(await emailIn(browser)).toBe("ada@example.com")
  await server.close()
})

test("a sender of one's own has the address and the link", async () => {
  const sent: string[][] = []
  const provider = ownMail(async (to, text) => void sent.push([to, text]))
  const browser = cookieClient(createAuth({ adapter: MemoryAdapter(), providers: [provider] }))
  await ask(browser, "email")
  const [[to, text = ""] = []] = sent
  expect(to).toBe("ada@example.com")
  await browser.get(text.split("\n").at(-1) ?? "")
  expect(await emailIn(browser)).toBe("ada@example.com")
})

test("an email API of one's own gets the rendered email", async () => {
  const request = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response("{}"))
  const browser = cookieClient(createAuth({ adapter: MemoryAdapter(), providers: [ownApi] }))
  await ask(browser, "email")
  const mail = JSON.parse(String(request.mock.calls[0]?.[1]?.body)) as Record<string, string> // what the example sends
  request.mockRestore()
  expect(mail).toMatchObject({ to: "ada@example.com", from: "hello@acme.example", subject: "Sign in to app.test" })
  expect(mail["html"]).toContain("<!doctype html>")
  await browser.get(/https:\/\/\S+/.exec(mail["text"] ?? "")?.[0] ?? "")
  expect(await emailIn(browser)).toBe("ada@example.com")
})

test("an email provider for passwords only is no sign-in method", async () => {
  const providers = await (await cookieClient(createAuth(passwordsOnly)).get("/providers")).json()
  expect(Object.keys(providers as object)).toEqual(["password"])
})

test("who is signed in adds a passkey, and comes back with it on another device", async () => {
  const { cookies } = await mintSession(passkeysConfig, { name: "Ada", email: "ada@example.com" })
  const device = softAuthenticator()
  const laptop = cookieClient(passkeys)
  for (const { name, value } of cookies) laptop.jar.set(name, { value: decodeURIComponent(value) })
  await finish(laptop, "register", (options) => device.create(options))
  const phone = cookieClient(passkeys)
  await finish(phone, "authenticate", (options) => device.get(options))
  expect(await emailIn(phone)).toBe("ada@example.com")
})

type OptionsFor<Action> = Extract<WebAuthnOptions, { action: Action }>["options"]

async function finish<Action extends WebAuthnOptions["action"]>(
  browser: Browser,
  action: Action,
  answer: (options: OptionsFor<Action>) => string,
) {
  const asked = await browser.get(`/webauthn-options/passkey?action=${action}`)
  const { options } = (await asked.json()) as { options: OptionsFor<Action> } // what the wire says
  const data = answer(options)
  return browser.post("/callback/passkey", { csrfToken: await browser.csrfToken(), action, data })
}

const ADA = { name: "Ada", password: "open sesame" }
const services = { before, after, later }
const at = (name: keyof typeof services, jar?: Browser["jar"]) => cookieClient({ handle: services[name] }, jar)

test.each([
  ["before", "after", "ada@example.com"],
  ["after", "before", "ada@example.com"],
  ["before", "later", "ada@example.com"],
  ["after", "later", "ada@example.com"],
  ["later", "before", null],
] as const)("who signed in %s the move is known %s", async (first, second, email) => {
  const browser = at(first)
  await browser.signInWith("credentials", ADA)
  expect(await emailIn(browser)).toBe("ada@example.com")
  expect(await emailIn(at(second, browser.jar))).toBe(email)
})

test("a form that was open while the app moved still works", async () => {
  const browser = at("before")
  const csrfToken = await browser.csrfToken()
  const moved = at("after", browser.jar)
  await moved.post("/callback/credentials", { ...ADA, csrfToken })
  expect(await emailIn(moved)).toBe("ada@example.com")
})

test("the app's own code reads the token as before", async () => {
  const { encode } = await import("@auth/core/jwt")
  const salt = "__Secure-authjs.session-token"
  const value = await encode({ token: { sub: "1", role: "editor" }, secret: process.env["AUTH_SECRET"] ?? "", salt })
  expect(await readRole(new Request("https://app.test", { headers: { cookie: `${salt}=${value}` } }))).toBe("editor")
})

const TOKEN = `e30.${btoa(JSON.stringify({ sub: "CHARACTER:EVE:123", name: "Ada", owner: "o-1", iss: "https://login.eveonline.com" }))}.x`

test.each([
  ["trakt", "ada-slug", { user: { ids: { slug: "ada-slug", uuid: "b6589fc6" }, username: "ada", name: "Ada" } }],
  ["pinterest", "ada", { id: "2783", username: "ada" }],
  ["eveonline", "123", {}],
])(
  "a user of %s with the account id of Auth.js signs in, if a `profile` callback keeps it",
  async (id, old, profile) => {
    const adapter = MemoryAdapter()
    const user = await adapter.createUser({ id: "u-1", name: "Ada", email: "ada@example.com", emailVerified: null })
    await adapter.linkAccount({ userId: user.id, type: "oauth", provider: id, providerAccountId: old })
    const fetch = async (input: string | URL | Request) => {
      const isToken = new URL(input instanceof Request ? input.url : input).pathname.endsWith("/token")
      return Response.json(isToken ? { access_token: TOKEN, token_type: "bearer" } : profile)
    }
    const client = { AUTH_TRAKT_ID: "c", AUTH_TRAKT_SECRET: "s", AUTH_PINTEREST_ID: "c", AUTH_PINTEREST_SECRET: "s" }
    const env = { ...client, AUTH_EVEONLINE_ID: "c", AUTH_EVEONLINE_SECRET: "s", AUTH_URL: "https://app.test/auth" }
    const auth = createAuth({ ...authjs(), secret: "s".repeat(32), adapter, providers: oldIds, fetch }, { env })
    const browser = cookieClient(auth)
    const start = await ask(browser, id)
    const state = new URL(start.headers.get("location") ?? "").searchParams.get("state") ?? ""
    await browser.get(`/callback/${id}?${new URLSearchParams({ code: "c", state })}`)
    expect(await emailIn(browser)).toBe("ada@example.com")
  },
)

test("sites on other domains may use the passkeys of the guide's domain", async () => {
  const config = { providers: [relatedPasskeys], adapter: MemoryAdapter(), secret: "s".repeat(32) }
  const site = createAuth(config, { env: { AUTH_URL: "https://acme.com/auth" } })
  const response = await site.handle(new Request("https://acme.com/.well-known/webauthn"))
  expect(await response.json()).toEqual({ origins: ["https://acme.de", "https://acme.shop"] })
})
