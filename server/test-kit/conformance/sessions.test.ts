// interface.md, "States and transitions", "Events" (callbacks), and the limits of sessions.
import { beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { decode } from "../../jwt.ts"
import { oauthService } from "../oauth-service.ts"
import { ADA, passwordService } from "../password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const COOKIE = "__Host-latchkit.session-token"
const DAY = 86_400
const secret = "s".repeat(32)
const time = { now: Date.parse("2026-01-01T00:00:00Z") }
const clock = () => time.now
const advanceClock = (seconds: number) => (time.now += seconds * 1000)
beforeEach(() => void (time.now = Date.parse("2026-01-01T00:00:00Z")))

async function signInAda(config: Partial<AuthConfig> = {}) {
  const ada = cookieClient(passwordService({ clock, ...config }))
  await ada.signInWith("credentials", ADA)
  return ada
}
const claims = (ada: ReturnType<typeof cookieClient>) =>
  decode({ token: ada.cookie(COOKIE)?.value ?? "", secret, salt: COOKIE })
const fetchSession = async (ada: ReturnType<typeof cookieClient>) =>
  (await (await ada.get("/session")).json()) as { expires: string } | null // the shape of the response

/** Stores the users that `authorize` returns first, as an app's own sign-up does. */
async function createStoredUser(config: Partial<AuthConfig> = {}) {
  const adapter = MemoryAdapter()
  const user = await adapter.createUser({ id: "", name: "Ada", email: "ada@example.com", emailVerified: null })
  const provider = {
    id: "credentials",
    name: "Password",
    type: "credentials",
    credentials: { username: {}, password: {} },
    authorize: ({ password }: { password?: string }) => (password === "lovelace" ? user : null),
  } as const
  return { adapter, user, ada: await signInAda({ adapter, providers: [provider], ...config }) }
}

describe("strategies", () => {
  test("jwt is the default, and the session is a JWE in the cookie", async () => {
    const ada = await signInAda({ clock: Date.now })
    expect(ada.cookie(COOKIE)?.value.split(".")).toHaveLength(5)
    expect(JSON.parse(atob((ada.cookie(COOKIE)?.value ?? "").split(".")[0] ?? ""))).toMatchObject({
      alg: "dir",
      enc: "A256CBC-HS512",
    })
    expect(await claims(ada)).toMatchObject({ name: "Ada", email: "ada@example.com", sub: "1" })
  })

  test("with an adapter the default is database, and the cookie holds a token that is looked up", async () => {
    const { adapter, user, ada } = await createStoredUser()
    expect(ada.cookie(COOKIE)?.value).not.toContain(".")
    expect(await adapter.listSessions(user.id)).toHaveLength(1)
  })

  test("jwt can be forced beside an adapter", async () => {
    const { adapter, user, ada } = await createStoredUser({ session: { strategy: "jwt" } })
    expect(ada.cookie(COOKIE)?.value.split(".")).toHaveLength(5)
    expect(await adapter.listSessions(user.id)).toHaveLength(0)
  })
})

describe("a database session", () => {
  test("is extended by maxAge if it is used before it expires, at most once per updateAge", async () => {
    const { ada } = await createStoredUser()
    const first = await fetchSession(ada)
    advanceClock(DAY - 1)
    expect((await fetchSession(ada))?.expires).toBe(first?.expires)
    advanceClock(1)
    expect((await fetchSession(ada))?.expires).toBe(new Date(time.now + 30 * DAY * 1000).toISOString())
  })

  test("is extended on every use with updateAge 0", async () => {
    const { ada } = await createStoredUser({ session: { updateAge: 0, maxAge: 600 } })
    advanceClock(1)
    expect((await fetchSession(ada))?.expires).toBe(new Date(time.now + 600_000).toISOString())
  })

  test("is removed if it is used after its expiry, from the database too", async () => {
    const { adapter, user, ada } = await createStoredUser({ session: { maxAge: 600 } })
    advanceClock(601)
    expect(await fetchSession(ada)).toBeNull()
    expect(ada.cookie(COOKIE)).toBeUndefined()
    expect(await adapter.listSessions(user.id)).toEqual([])
  })

  test("is deleted with its cookie on sign-out", async () => {
    const { adapter, user, ada } = await createStoredUser()
    await ada.post("/signout", { csrfToken: await ada.csrfToken() })
    expect(ada.cookie(COOKIE)).toBeUndefined()
    expect(await adapter.listSessions(user.id)).toEqual([])
  })

  test("has a token from generateSessionToken", async () => {
    const { ada } = await createStoredUser({
      session: { generateSessionToken: () => "a-token-of-the-hosts-own-making-42" },
    })
    expect(ada.cookie(COOKIE)?.value).toMatch(/^a-token-of-the-hosts-own-making-42~~[\da-f]{24}~\w+-p$/)
  })
})

describe("limits", () => {
  test("session.maxAge is 30 days by default", async () => {
    expect((await fetchSession(await signInAda()))?.expires).toBe(new Date(time.now + 30 * DAY * 1000).toISOString())
  })

  test("jwt.maxAge follows session.maxAge unless it is set", async () => {
    const end = async (config: Partial<AuthConfig>) => {
      const payload = await claims(await signInAda({ clock: Date.now, ...config }))
      return (payload?.exp ?? 0) - (payload?.iat ?? 0)
    }
    expect(await end({})).toBe(30 * DAY)
    expect(await end({ session: { maxAge: 3600 } })).toBe(3600)
    expect(await end({ jwt: { maxAge: 60 } })).toBe(60)
  })
})

describe("the jwt callback", () => {
  const jwt = vi.fn(({ token }) => token)
  beforeEach(() => void jwt.mockClear())
  const calls = () =>
    jwt.mock.calls.map(([{ trigger, user, account, profile }]) => ({ trigger, user, account, profile }))

  test("receives user, account and profile on signIn", async () => {
    const service = await oauthService({ adapter: undefined, callbacks: { jwt } })
    await service.enter(service.browser(), { sub: "ada", name: "Ada", email: "ada@example.com" })
    expect(jwt.mock.calls[0]?.[0]).toMatchObject({
      trigger: "signIn",
      user: { name: "Ada" },
      account: { provider: "acme", providerAccountId: "ada" },
      profile: { sub: "ada" },
    })
  })

  test("receives a token with name, email, picture and the user's id on signIn", async () => {
    await signInAda({ callbacks: { jwt } })
    const { token } = jwt.mock.calls[0]?.[0] ?? {}
    expect(Object.keys(token).sort()).toEqual(["email", "name", "picture", "sub"])
  })

  test("receives signUp when the user was just created", async () => {
    const service = await oauthService({ session: { strategy: "jwt" }, callbacks: { jwt } })
    const person = { sub: "ada", email: "ada@example.com" }
    await service.enter(service.browser(), person)
    await service.enter(service.browser(), person)
    expect(calls().map(({ trigger }) => trigger)).toEqual(["signUp", "signIn"])
    expect(jwt.mock.calls.map(([{ isNewUser }]) => isNewUser)).toEqual([true, false])
  })

  test("receives the data that the client sent as session on update", async () => {
    const ada = await signInAda({ callbacks: { jwt } })
    jwt.mockClear()
    await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data: { name: "Countess" } })
    expect(jwt.mock.calls.at(-1)?.[0]).toMatchObject({ trigger: "update", session: { name: "Countess" } })
  })

  test("receives the whole token without a trigger on a later read", async () => {
    const ada = await signInAda({ callbacks: { jwt } })
    jwt.mockClear()
    await ada.get("/session")
    expect(calls()).toEqual([{ trigger: undefined, user: undefined, account: undefined, profile: undefined }])
    expect(jwt.mock.calls[0]?.[0].token).toMatchObject({ sub: "1", exp: expect.any(Number), jti: expect.any(String) })
  })

  test("returns what is stored and forwarded to the session callback", async () => {
    const ada = await signInAda({
      clock: Date.now,
      callbacks: {
        jwt: ({ token, user }) => (user ? { ...token, role: "countess" } : token),
        session: (params) => ({ ...params.session, role: "token" in params ? params.token["role"] : undefined }),
      },
    })
    expect(await fetchSession(ada)).toMatchObject({ role: "countess" })
    expect(await claims(ada)).toMatchObject({ role: "countess" })
  })
})

describe("the session callback", () => {
  test("receives {session, token} with the jwt strategy", async () => {
    const session = vi.fn((params) => params.session)
    await fetchSession(await signInAda({ callbacks: { session } }))
    expect(session).toHaveBeenLastCalledWith(
      expect.objectContaining({
        session: expect.objectContaining({ user: expect.anything() }),
        token: expect.objectContaining({ sub: "1" }),
      }),
    )
  })

  test("receives {session, user} with the database strategy", async () => {
    const session = vi.fn((params) => params.session)
    const { user, ada } = await createStoredUser({ callbacks: { session } })
    await fetchSession(ada)
    expect(session).toHaveBeenLastCalledWith(
      expect.objectContaining({ user: expect.objectContaining({ id: user.id }) }),
    )
  })

  test("receives {newSession, trigger: update} on update", async () => {
    const session = vi.fn((params) => params.session)
    const { ada } = await createStoredUser({ callbacks: { session } })
    await ada.postJson("/session", { csrfToken: await ada.csrfToken(), data: { a: 1 } })
    expect(session).toHaveBeenLastCalledWith(expect.objectContaining({ newSession: { a: 1 }, trigger: "update" }))
  })
})
