import { describe, expect, test, vi } from "vitest"
import type { Session } from "../../../client/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { ADA, passwordService } from "../../test-kit/password-service.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const COOKIE = "__Host-latchkit.session-token"
const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null, image: null, role: "editor" }

async function signInAda(config: Partial<AuthConfig> = {}) {
  const adapter = MemoryAdapter()
  void adapter.createUser(user)
  const auth = passwordService({ ...config, ...(config.session?.strategy === "database" && { adapter }) })
  const ada = cookieClient(auth)
  const answer = await ada.signInWith("credentials", ADA)
  const update = async (data: unknown) => ada.postJson("/session", { csrfToken: await ada.csrfToken(), data })
  return { auth, ada, answer, adapter, update, request: () => ({ headers: { cookie: ada.cookieHeader() } }) }
}

const STRATEGIES = ["jwt", "database"] as const

describe("the session callback", () => {
  const wrong: [string, unknown][] = [
    ["an empty object", {}],
    ["a session without expires", { user: { name: "Ada" } }],
    ["a session whose expires is no date", { user: {}, expires: "soon" }],
    ["a session whose expires is past", { user: {}, expires: "2020-01-01T00:00:00.000Z" }],
    ["null", null],
    ["undefined", undefined],
    ["a list", []],
  ]

  test.each(wrong.flatMap(([name, value]) => STRATEGIES.map((strategy) => [name, strategy, value] as const)))(
    "responds with 503 and keeps the user signed in if it returns %s (%s)",
    async (_, strategy, value) => {
      const error = vi.fn()
      const state = { broken: true }
      const session: NonNullable<AuthConfig["callbacks"]>["session"] = ({ session }) =>
        state.broken ? (value as typeof session) : session
      const { ada, auth, request } = await signInAda({
        session: { strategy },
        callbacks: { session },
        logger: { error },
      })
      const answer = await ada.get("/session")
      expect([answer.status, await answer.json()]).toEqual([503, null])
      expect(String(error.mock.calls[0]?.[0])).toContain("`session` callback returned")
      await expect(auth.getSession(request())).rejects.toMatchObject({ type: "SessionTokenError" })
      state.broken = false
      expect(await (await ada.get("/session")).json()).not.toBeNull()
    },
  )

  test.each(STRATEGIES)("may return `expires` as a date (%s)", async (strategy) => {
    const expires = new Date(Date.now() + 60_000)
    const session = () => ({ expires: expires as unknown as string })
    const { auth, request } = await signInAda({ session: { strategy }, callbacks: { session } })
    expect(await auth.getSession(request())).toMatchObject({ expires: expires.toISOString() })
  })

  test.each(STRATEGIES)(
    "may return null for signed out, or any object, under the Auth.js preset (%s)",
    async (strategy) => {
      for (const value of [null, { user: { name: "Ada" } }, { expires: "2020-01-01T00:00:00.000Z" }]) {
        const session = () => value as { expires: string }
        const { ada, auth, request } = await signInAda({ ...authjs(), session: { strategy }, callbacks: { session } })
        const answer = await ada.get("/session")
        expect([answer.status, await answer.json()]).toEqual([200, value])
        if (value === null) expect(await auth.getSession(request())).toBeNull()
        expect(ada.cookie("__Secure-authjs.session-token")).toBeDefined()
      }
    },
  )

  test.each(STRATEGIES)(
    "receives `newSession` and `trigger` during an update (%s), and only then",
    async (strategy) => {
      const calls: unknown[] = []
      const session: NonNullable<AuthConfig["callbacks"]>["session"] = ({ session, newSession, trigger }) => {
        calls.push({ newSession, trigger })
        return session
      }
      const { ada, auth, update, request } = await signInAda({ session: { strategy }, callbacks: { session } })
      await update({ mood: "good" })
      await auth.updateSession(request(), { mood: "better" })
      await ada.get("/session")
      expect(calls).toEqual([
        { newSession: { mood: "good" }, trigger: "update" },
        { newSession: { mood: "better" }, trigger: "update" },
        { newSession: undefined, trigger: undefined },
      ])
    },
  )
})

describe("stored sessions", () => {
  const stored = { session: { strategy: "database" } } as const
  const onWire = async (ada: Awaited<ReturnType<typeof signInAda>>["ada"]) => (await ada.get("/session")).json()

  test("include the user's id on the server, but in responses only if the callback adds it", async () => {
    const { auth, ada, request } = await signInAda(stored)
    expect((await auth.getSession(request()))?.user).toEqual({ id: "1", name: "Ada", email: user.email, image: null })
    expect((await auth.refreshSession(request())).session?.user?.id).toBe("1")
    expect((await auth.updateSession(request(), {})).session?.user?.id).toBe("1")
    expect(await onWire(ada)).toMatchObject({ user: { name: "Ada", email: user.email, image: null } })
    expect((await onWire(ada)).user).not.toHaveProperty("id")
  })

  test("include the user's id on the server, whatever the callback returns", async () => {
    for (const [returned, id] of [
      [{ name: "A" }, "1"],
      [undefined, "1"],
      [{ id: "own" }, "own"],
    ] as const) {
      const callbacks: AuthConfig["callbacks"] = {
        session: ({ session }) => ({ expires: session.expires, ...(returned && { user: returned }) }),
      }
      const { auth, request } = await signInAda({ ...stored, callbacks })
      expect((await auth.getSession(request()))?.user?.id).toBe(id)
    }
  })

  test("pass the row with the whole user to the callback under the Auth.js preset, as Auth.js does", async () => {
    const given: unknown[] = []
    const callbacks: AuthConfig["callbacks"] = { session: (params) => (given.push(params), params.session) }
    const { auth, adapter, ada, request } = await signInAda({ ...authjs(), ...stored, callbacks })
    const [row] = await adapter.listSessions("1")
    expect(await auth.getSession(request())).toMatchObject({ userId: "1", user: { id: "1", role: "editor" } })
    expect(given[0]).toEqual({
      session: { ...row, user: expect.objectContaining(user) },
      user: expect.objectContaining(user),
    })
    expect(await onWire(ada)).toMatchObject({ user: { id: "1", role: "editor" }, expires: expect.any(String) })
  })

  test("never send the session token to a script under the Auth.js preset, even if the callback returns the row", async () => {
    const callbacks = { session: ({ session }: { session: Session }) => session }
    const { ada } = await signInAda({ ...authjs(), ...stored, callbacks })
    const shown: unknown = await (await ada.get("/session")).json()
    expect(shown).toMatchObject({ userId: "1" })
    expect(shown).not.toHaveProperty("sessionToken")
  })

  test("include the whole user on the server and no user fields on the client, under the Auth.js preset without a callback", async () => {
    const { auth, ada, request } = await signInAda({ ...authjs(), ...stored })
    expect(await auth.getSession(request())).toMatchObject({ user })
    expect(Object.keys((await onWire(ada)).user).sort()).toEqual(["email", "image", "name"])
  })

  test("pass the name, email and picture to the callback under the next-auth 4 preset, as next-auth 4 did", async () => {
    const given: unknown[] = []
    const callbacks: AuthConfig["callbacks"] = { session: (params) => (given.push(params.session), params.session) }
    const { auth, request } = await signInAda({ ...authjs({ version: 4 }), ...stored, callbacks })
    expect((await auth.getSession(request()))?.user?.id).toBe("1")
    expect(given[0]).toEqual({ user: { name: "Ada", email: user.email, image: null }, expires: expect.any(String) })
  })
})

describe("the session event", () => {
  test("includes the token that the jwt callback returned, on a read and on an update", async () => {
    const told = vi.fn()
    const jwt: NonNullable<AuthConfig["callbacks"]>["jwt"] = ({ token, session }) => ({
      ...token,
      plan: session ?? "pro",
    })
    const { ada, auth, update, request } = await signInAda({ callbacks: { jwt }, events: { session: told } })
    await ada.get("/session")
    await update("team")
    await auth.getSession(request())
    await auth.updateSession(request(), "free")
    expect(told.mock.calls.map(([message]) => message.token.plan)).toEqual(["pro", "team", "pro", "free"])
    expect(told.mock.calls[0]?.[0].session).toMatchObject({ user: { name: "Ada" } })
  })

  test("includes the adapter's session and user with stored sessions, with the extended expiry", async () => {
    const told = vi.fn()
    const time = { now: Date.now() }
    const config = { session: { strategy: "database", updateAge: 0 } as const, clock: () => time.now }
    const { ada, auth, adapter, request } = await signInAda({ ...config, events: { session: told } })
    time.now += 1000
    await ada.get("/session")
    const [row] = await adapter.listSessions("1")
    expect(told).toHaveBeenLastCalledWith({ session: row, user: expect.objectContaining(user) })
    await auth.updateSession(request(), {})
    expect(told).toHaveBeenCalledTimes(2)
    expect(told.mock.calls[1]?.[0].session).toMatchObject({ userId: "1", sessionToken: row?.sessionToken })
  })

  test("includes what the callback returned under the Auth.js preset", async () => {
    const told = vi.fn()
    const session: NonNullable<AuthConfig["callbacks"]>["session"] = ({ session }) => ({ ...session, mood: "good" })
    const config = { session: { strategy: "database" } as const, callbacks: { session }, events: { session: told } }
    const { ada } = await signInAda({ ...authjs(), ...config })
    await ada.get("/session")
    expect(told.mock.calls[0]?.[0].session).toMatchObject({ mood: "good" })
  })
})

describe("a jwt callback that returns null at sign-in", () => {
  const callbacks = { jwt: () => null }

  test("denies access", async () => {
    const { ada, answer } = await signInAda({ callbacks })
    expect(answer.headers.get("location")).toContain("error=AccessDenied")
    expect(ada.cookie(COOKIE)).toBeUndefined()
  })

  test("continues without a session under the Auth.js preset, and signs out the user who was signed in", async () => {
    const { ada } = await signInAda(authjs())
    const again = cookieClient(passwordService({ ...authjs(), callbacks }), ada.jar)
    const answer = await again.signInWith("credentials", { ...ADA, callbackUrl: "/home" })
    expect(answer.headers.get("location")).toBe("https://app.test/home")
    expect(again.cookie("__Secure-authjs.session-token")).toBeUndefined()
    expect(await (await again.get("/session")).json()).toBeNull()
  })
})

describe("an update that doesn't fit into the session cookies", () => {
  const jwt: NonNullable<AuthConfig["callbacks"]>["jwt"] = ({ token, session }) => ({
    ...token,
    note: session ?? token["note"],
  })

  test("responds with 413 and leaves the session unchanged", async () => {
    const error = vi.fn()
    const { ada, auth, update, request } = await signInAda({ callbacks: { jwt }, logger: { error } })
    for (const length of [12_000, 50_000]) {
      const answer = await update("x".repeat(length))
      expect([answer.status, await answer.json()]).toEqual([413, null])
      await expect(auth.updateSession(request(), "x".repeat(length))).rejects.toMatchObject({ cause: { status: 413 } })
    }
    expect(await (await ada.get("/session")).json()).not.toBeNull()
    expect(error).not.toHaveBeenCalled()
    expect((await update("x".repeat(9000))).status).toBe(200)
  })
})

describe("too many session cookies", () => {
  const junk = (count: number) =>
    new Map(Array.from({ length: count }, (_, index) => [`${COOKIE}.${index}`, { value: "x" }] as const))

  test("open no session, and are cleared over several responses", async () => {
    for (const strategy of STRATEGIES) {
      const adapter = MemoryAdapter()
      const auth = passwordService({ session: { strategy }, ...(strategy === "database" && { adapter }) })
      const ada = cookieClient(auth, junk(450))
      if (strategy === "database") ada.jar.set(COOKIE, { value: "x".repeat(43) })
      for (let context = 0; context < 12; context++) {
        const answer = await ada.get("/session")
        expect([answer.status, await answer.json()]).toEqual([200, null])
        if (context === 0) expect(ada.cookie(`${COOKIE}.0`)).toBeUndefined()
      }
      await ada.get("/session")
      expect(ada.jar.size).toBe(0)
    }
  })

  test("don't prevent the user from signing in and out", async () => {
    const ada = cookieClient(passwordService(), junk(450))
    await ada.signInWith("credentials", ADA)
    expect(await (await ada.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
    expect((await ada.post("/signout", { csrfToken: await ada.csrfToken() })).status).toBe(302)
    expect(await (await ada.get("/session")).json()).toBeNull()
  })

  test("are left alone if their numbers are long, because clearing them would need more space than they take", async () => {
    const ada = cookieClient(
      passwordService(),
      new Map([[`${COOKIE}.${"1".repeat(3000)}`, { value: "x" }], ...junk(2)]),
    )
    expect((await ada.get("/session")).headers.getSetCookie().join().length).toBeLessThan(1000)
  })
})
