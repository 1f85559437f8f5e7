import { expect, test, vi } from "vitest"
import { createAuth } from "./auth.ts"
import type { AuthConfig } from "./config.ts"
import { CredentialsSignin } from "../errors.ts"
import { cookieClient } from "../testing/cookie-client.ts"

const people = { ada: "lovelace" }

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { username: { label: "Name" }, password: { label: "Password", type: "password" } },
  authorize: ({ username, password }: { username?: string; password?: string }) =>
    username === "ada" && password === people.ada
      ? { id: "1", name: "Ada", email: "ada@example.com", image: null }
      : null,
} as const

const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
const base: AuthConfig = { providers: [password], secret: "s".repeat(32), logger: quiet }
const serviceOptions = { env: { AUTH_URL: "https://app.test/auth" } }
const createService = (config: Partial<AuthConfig> = {}) => createAuth({ ...base, ...config }, serviceOptions)

test("returns no session to a user who never signed in", async () => {
  const answer = await cookieClient(createService()).get("/session")
  expect(answer.status).toBe(200)
  expect(await answer.json()).toBeNull()
})

test("a correct password creates a session that lasts across requests", async () => {
  const ada = cookieClient(createService())
  const answer = await ada.signInWith("credentials", { username: "ada", password: "lovelace", callbackUrl: "/private" })
  expect(answer.headers.get("location")).toBe("https://app.test/private")
  const session = await (await ada.get("/session")).json()
  expect(session).toEqual({ user: { name: "Ada", email: "ada@example.com", image: null }, expires: expect.any(String) })
  expect(ada.cookie("__Host-latchkit.session-token")).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: "lax",
    path: "/",
  })
})

test("a wrong password redirects to the sign-in page and creates no session", async () => {
  const eve = cookieClient(createService())
  const answer = await eve.signInWith("credentials", { username: "ada", password: "wrong" })
  expect(answer.headers.get("location")).toBe("https://app.test/auth/signin?error=CredentialsSignin&code=credentials")
  expect(await (await eve.get("/session")).json()).toBeNull()
})

test("a rejected sign-in may have a code of the app's own", async () => {
  class Locked extends CredentialsSignin {
    override code = "locked out&x=1"
  }
  const authorize = () => {
    throw new Locked()
  }
  const eve = cookieClient(createService({ providers: [{ ...password, authorize }] }))
  const answer = await eve.signInWith("credentials", { username: "ada" }, { "x-auth-return-redirect": "1" })
  expect(await answer.json()).toEqual({
    url: "https://app.test/auth/signin?error=CredentialsSignin&code=lockedoutx1",
    error: "CredentialsSignin",
    code: "lockedoutx1",
  })
})

test("signing out ends the session", async () => {
  const ada = cookieClient(createService())
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  const answer = await ada.post("/signout", { csrfToken: await ada.csrfToken() })
  expect(answer.headers.get("location")).toBe("https://app.test/")
  expect(await (await ada.get("/session")).json()).toBeNull()
  expect(ada.cookie("__Host-latchkit.session-token")).toBeUndefined()
})

test("passes an update to the jwt callback, and returns the result to the client", async () => {
  const ada = cookieClient(
    createService({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === "update" ? { ...token, name: String((session as { name: unknown }).name) } : token,
      },
    }),
  )
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  const answer = await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data: { name: "Augusta" } })
  expect((await answer.json()).user.name).toBe("Augusta")
  expect((await (await ada.get("/session")).json()).user.name).toBe("Augusta")
})

test("returns the session from a helper without an HTTP request", async () => {
  const auth = createService()
  const ada = cookieClient(auth)
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  expect((await auth.getSession({ headers: { cookie: ada.cookieHeader() } }))?.user?.name).toBe("Ada")
  expect(await auth.getSession({ headers: {} })).toBeNull()
})

test("refreshes a session after `updateAge`, and not before", async () => {
  const time = { now: Date.parse("2026-01-01") }
  const ada = cookieClient(createService({ clock: () => time.now, session: { maxAge: 3600, updateAge: 600 } }))
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  time.now += 599_000
  expect((await ada.get("/session")).headers.getSetCookie()).toEqual([])
  time.now += 1_000
  expect((await ada.get("/session")).headers.getSetCookie()).toHaveLength(1)
  time.now += 3_600_000 + 16_000
  expect(await (await ada.get("/session")).json()).toBeNull()
})

test("decrypts with an old secret and encrypts with the newest", async () => {
  const secrets = { secret: ["o".repeat(32)] }
  const ada = cookieClient(createService(secrets))
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  const rotated = cookieClient(createService({ secret: ["n".repeat(32), "o".repeat(32)] }), ada.jar)
  expect(await (await rotated.get("/session")).json()).not.toBeNull()
  const removed = cookieClient(createService({ secret: ["n".repeat(32)] }), ada.jar)
  expect(await (await removed.get("/session")).json()).toBeNull()
})

test("splits a session that is too large for one cookie, and joins it when it is read", async () => {
  const ada = cookieClient(
    createService({ callbacks: { jwt: ({ token }) => ({ ...token, roles: "r".repeat(6000) }) } }),
  )
  await ada.signInWith("credentials", { username: "ada", password: "lovelace" })
  expect(ada.cookie("__Host-latchkit.session-token")).toBeUndefined()
  expect(ada.cookie("__Host-latchkit.session-token.1")).toBeDefined()
  expect(await (await ada.get("/session")).json()).not.toBeNull()
})

test.each<[string, Partial<AuthConfig>, string]>([
  ["no secret", { secret: "" }, "AUTH_SECRET"],
  ["a short secret in production", { secret: "short" }, "5 characters"],
  ["an unknown need of an adapter", { session: { strategy: "database" }, adapter: {} }, "createSession"],
  ["a page that is no path", { pages: { signIn: "//evil.test/" } }, "pages.signIn"],
  ["two providers with one id", { providers: [password, password] }, 'have the id "credentials"'],
])("reports %s at startup, with the name of the setting", async (_, config, wanted) => {
  const error = vi.fn()
  const auth = createAuth({ ...base, ...config, logger: { ...quiet, error } }, serviceOptions)
  expect(error.mock.calls.map(([problem]) => (problem as Error).message).join("\n")).toContain(wanted)
  const answer = await auth.handle(new Request("https://app.test/auth/session"))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: expect.stringContaining("server configuration") })
})
