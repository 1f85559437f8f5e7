import { beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { createAuth } from "../../service/auth.ts"
import type { AuthConfig } from "../../service/config.ts"
import { cookieClient } from "../../testing/cookie-client.ts"

const COOKIE = "__Host-latchkit.session-token"
const HOUR = 3_600_000
const DAY = 24 * HOUR
const time = { now: Date.UTC(2026, 0, 1) }
const quiet = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
const ada = { id: "ada", name: "Ada", email: "ada@app.test", emailVerified: null, image: null }

const password = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { username: {} },
  authorize: ({ username }: { username?: string }) => (username ? { id: username } : null),
} as const

function createService(config: Partial<AuthConfig> = {}, { anew = false } = {}) {
  const adapter = MemoryAdapter()
  void adapter.createUser(ada)
  void adapter.createUser({ ...ada, id: "eve", email: "eve@app.test" })
  const calls: string[] = []
  const counted = new Proxy(adapter, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== "function") return value
      return (...given: unknown[]) => (calls.push(String(name)), Reflect.apply(value, target, given) as unknown)
    },
  })
  const clock = () => time.now
  const shared = { providers: [password], secret: "s".repeat(32), logger: quiet, clock, adapter: counted, ...config }
  const env = { AUTH_URL: "https://app.test/auth" }
  return { auth: createAuth(anew ? () => ({ ...shared }) : shared, { env }), adapter, calls }
}

async function signInAs(
  auth: Parameters<typeof cookieClient>[0],
  username = "ada",
  jar?: Parameters<typeof cookieClient>[1],
) {
  const browser = cookieClient(auth, jar)
  await browser.signInWith("credentials", { username }, { "user-agent": "Test/1" })
  return browser
}

beforeEach(() => {
  time.now = Date.UTC(2026, 0, 1)
  vi.clearAllMocks()
})

test("opens a stored session on a sign-in with a password", async () => {
  const { auth } = createService()
  const browser = await signInAs(auth)
  expect(await (await browser.get("/session")).json()).toEqual({
    user: { name: "Ada", email: "ada@app.test", image: null },
    expires: new Date(time.now + 30 * DAY).toISOString(),
  })
})

test("reads a session with one query, and writes nothing within an hour", async () => {
  const { auth, calls } = createService()
  const browser = await signInAs(auth)
  time.now += HOUR - 1
  calls.length = 0
  const answer = await browser.get("/session")
  expect(calls).toEqual(["getSessionAndUser"])
  expect(answer.headers.getSetCookie()).toEqual([])
})

test("extends a session at most once a day, from the exact millisecond on which it is due", async () => {
  const { auth, calls } = createService()
  const browser = await signInAs(auth)
  time.now += DAY - 1
  await browser.get("/session")
  expect(calls).not.toContain("updateSession")
  time.now += 1
  const answer = await browser.get("/session")
  expect(((await answer.json()) as { expires: string }).expires).toBe(new Date(time.now + 30 * DAY).toISOString())
  expect(answer.headers.getSetCookie().join()).toContain(COOKIE)
  await browser.get("/session")
  expect(calls.filter((name) => name === "updateSession")).toHaveLength(1)
})

test("deletes the row of an expired session and clears its cookie (threat 192)", async () => {
  const { auth, adapter, calls } = createService()
  const browser = await signInAs(auth)
  time.now += 30 * DAY - 1
  expect(await (await cookieClient(auth, new Map(browser.jar)).get("/session")).json()).not.toBeNull()
  time.now += 30 * DAY
  expect(await (await browser.get("/session")).json()).toBeNull()
  expect(browser.cookie(COOKIE)).toBeUndefined()
  expect(await adapter.listSessions("ada")).toEqual([])
  expect(calls.filter((name) => name === "deleteSession")).toHaveLength(1)
  expect(await auth.getSession({ headers: { cookie: browser.cookieHeader() } })).toBeNull()
})

test("opens no session with the value that the database stores (threat 189)", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const [stored] = await adapter.listSessions("ada")
  const token = browser.cookie(COOKIE)?.value
  expect(token).toMatch(/^[\w-]{43}~~[\da-f]{24}~\w+-p$/)
  expect(JSON.stringify(stored)).not.toContain(token)
  const thief = cookieClient(auth, new Map([[COOKIE, { value: stored?.sessionToken ?? "" }]]))
  expect(await (await thief.get("/session")).json()).toBeNull()
})

test("keeps a session open after the secret is rotated, until the old secret is removed", async () => {
  const [old, fresh] = ["o".repeat(32), "n".repeat(32)]
  const { auth, adapter } = createService({ secret: old })
  const browser = await signInAs(auth)
  const rotated = createService({ secret: [fresh, old], adapter }).auth
  expect(await (await cookieClient(rotated, browser.jar).get("/session")).json()).not.toBeNull()
  const removed = createService({ secret: fresh, adapter }).auth
  expect(await (await cookieClient(removed, browser.jar).get("/session")).json()).toBeNull()
})

test("deletes the row on sign-out, and emits which session it was", async () => {
  const signOut = vi.fn()
  const { auth, adapter } = createService({ events: { signOut } })
  const browser = await signInAs(auth)
  const copy = new Map(browser.jar)
  await browser.post("/signout", { csrfToken: await browser.csrfToken() })
  expect(await adapter.listSessions("ada")).toEqual([])
  expect(signOut).toHaveBeenCalledExactlyOnceWith({ session: expect.objectContaining({ userId: "ada" }) })
  expect(await (await cookieClient(auth, copy).get("/session")).json()).toBeNull()
})

test("ends another user's session when a user signs in over it (threat 135)", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const before = new Map(browser.jar)
  await signInAs(auth, "eve", browser.jar)
  expect(await adapter.listSessions("ada")).toEqual([])
  expect(browser.cookie(COOKIE)?.value).not.toBe(before.get(COOKIE)?.value)
  expect(await (await cookieClient(auth, before).get("/session")).json()).toBeNull()
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "eve@app.test" } })
})

test("keeps a session deleted if it is deleted while it is being extended (threat 188)", async () => {
  const { auth, adapter } = createService({
    callbacks: { session: ({ session }) => session },
  })
  const browser = await signInAs(auth)
  time.now += 2 * DAY
  const { updateSession } = adapter
  adapter.updateSession = async (...given) => {
    await adapter.deleteSessions("ada")
    return updateSession(...given)
  }
  expect(await (await browser.get("/session")).json()).toBeNull()
  expect(await adapter.listSessions("ada")).toEqual([])
})

test("never returns an unstored token for a password sign-in with the database strategy (threat 170)", async () => {
  const { auth } = createService()
  const answer = await (await signInAs(auth, "stranger")).get("/session")
  expect(await answer.json()).toBeNull()
  expect(String(quiet.error.mock.calls[0]?.[0])).toContain("the adapter doesn't know")
})

test("opens no session for a deleted user (threat 200)", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  await adapter.deleteUser("ada")
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("signs no user out if the database fails once (threat 202)", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const { getSessionAndUser } = adapter
  adapter.getSessionAndUser = () => {
    throw new Error("connection lost")
  }
  const failed = await browser.get("/session")
  expect([failed.status, await failed.json()]).toEqual([503, null])
  expect(browser.cookie(COOKIE)).toBeDefined()
  adapter.getSessionAndUser = getSessionAndUser
  expect(await (await browser.get("/session")).json()).not.toBeNull()
})

test.each<[string, (row: { session: object; user: object }) => unknown]>([
  ["somebody else's row", (row) => ({ ...row, user: { ...ada, id: "eve" } })],
  ["another token's row", (row) => ({ ...row, session: { ...row.session, sessionToken: "other" } })],
  ["an expiry that is no date", (row) => ({ ...row, session: { ...row.session, expires: "soon" } })],
])("opens nothing if the adapter returns %s (threat 273)", async (_, tamper) => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const { getSessionAndUser } = adapter
  adapter.getSessionAndUser = async (token) => {
    const row = await getSessionAndUser(token)
    return row && (tamper(row) as typeof row)
  }
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("fails when a missing operation is needed, and names it in the log and on the page (threat 276)", async () => {
  const { getUser: _, ...adapter } = MemoryAdapter()
  await adapter.createUser(ada)
  const { auth } = createService({ adapter })
  const browser = cookieClient(auth)
  const rejected = await browser.signInWith("credentials", { username: "ada" })
  expect(quiet.error.mock.calls.map(([error]) => String(error)).join()).toContain("getUser")
  expect(rejected.headers.get("location")).toBe("https://app.test/auth/error?error=Configuration&code=getUser")
  const page = await browser.get("/error?error=Configuration&code=getUser")
  expect([page.status, await page.text()]).toEqual([500, expect.stringContaining("adapter.getUser")])
  const other = await browser.get("/error?error=Configuration&code=callUsNow")
  expect(await other.text()).not.toContain("callUsNow")
})

test.each(["", "short", "with spaces and more of them", "ümlaut-ümlaut-ümlaut-ümlaut", undefined, 42])(
  "opens no session if the generator returns %j (threat 190)",
  async (made) => {
    const generateSessionToken = () => made as string
    const { auth, adapter } = createService({ session: { generateSessionToken } })
    const browser = await signInAs(auth)
    expect(browser.cookie(COOKIE)).toBeUndefined()
    expect(await adapter.listSessions("ada")).toEqual([])
  },
)

test("ends a session after its absolute limit, however much it is used (threat 191)", async () => {
  const { auth } = createService({ session: { maxAge: 7 * 24 * 3600, absoluteMaxAge: 30 * 24 * 3600 } })
  const browser = await signInAs(auth)
  let days = 0
  for (; days < 400; days++) {
    if ((await (await browser.get("/session")).json()) === null) break
    time.now += DAY
  }
  expect(days).toBe(30)
})

test("doesn't accept later terms that a user writes into the token (threat 191)", async () => {
  const { auth } = createService({ session: { absoluteMaxAge: 30 * 24 * 3600 } })
  const browser = await signInAs(auth)
  const token = browser.cookie(COOKIE)?.value ?? ""
  expect(token).toMatch(/~\w+~\w+~\w+-p$/)
  browser.jar.set(COOKIE, { value: token.replace(/~\w+~/, "~zzzzzz~") })
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("changes nothing by an update of a stored session alone (threat 195)", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const data = { user: { id: "eve", email: "eve@app.test", role: "admin" }, expires: "2099-01-01T00:00:00.000Z" }
  const answer = await browser.postJson("/session", { csrfToken: await browser.csrfToken(), data })
  expect(await answer.json()).toMatchObject({ user: { email: "ada@app.test" } })
  expect(await adapter.getUser("ada")).toEqual(ada)
})

test("passes the stored user to the session callback, and during an update the data that the client sent", async () => {
  const session = vi.fn(({ session, user, newSession }) => ({ ...session, id: user.id, seen: newSession ?? null }))
  const { auth } = createService({ callbacks: { session } })
  const browser = await signInAs(auth)
  expect(await (await browser.get("/session")).json()).toMatchObject({ id: "ada", seen: null })
  const update = await browser.postJson("/session", { csrfToken: await browser.csrfToken(), data: { theme: "dark" } })
  expect(await update.json()).toMatchObject({ id: "ada", seen: { theme: "dark" } })
  expect(session).toHaveBeenLastCalledWith(expect.objectContaining({ trigger: "update" }))
})

test.each(["one configuration", "one for each request"])(
  "deletes expired rows on a sign-in, at most once an hour, with %s",
  async (of) => {
    const { auth, adapter, calls } = createService({}, { anew: of !== "one configuration" })
    await signInAs(auth)
    time.now += 40 * DAY
    await signInAs(auth, "eve")
    await signInAs(auth, "eve")
    expect(await adapter.listSessions("ada")).toEqual([])
    expect(calls.filter((name) => name === "deleteExpired")).toHaveLength(2)
  },
)

describe("a user's sessions", () => {
  const cookieHeaders = (browser: { cookieHeader(): string }) => ({ headers: { cookie: browser.cookieHeader() } })

  test("are listed for that user only, without their tokens", async () => {
    const { auth } = createService()
    const [laptop, phone, eve] = [await signInAs(auth), await signInAs(auth), await signInAs(auth, "eve")]
    const listed = await auth.listSessions(cookieHeaders(phone))
    expect(listed.map(({ current }) => current)).toEqual([true, false])
    expect(listed[0]).toMatchObject({ userAgent: "Test/1", createdAt: new Date(time.now) })
    for (const { jar } of [laptop, phone]) expect(JSON.stringify(listed)).not.toContain(jar.get(COOKIE)?.value)
    expect(await auth.listSessions(cookieHeaders(eve))).toHaveLength(1)
    expect(await auth.listSessions({ headers: {} })).toEqual([])
  })

  test("exclude other users' sessions, even if the database lists some of them (threat 141)", async () => {
    const { auth, adapter } = createService()
    const [mine, eve] = [await signInAs(auth), await signInAs(auth, "eve")]
    const { listSessions } = adapter
    adapter.listSessions = async () => [...(await listSessions("ada")), ...(await listSessions("eve"))]
    const [others = expect.fail("Eve has a session")] = (await auth.listSessions(cookieHeaders(eve))).map(
      ({ id }) => id,
    )
    expect(await auth.listSessions(cookieHeaders(mine))).toHaveLength(1)
    expect(await auth.revokeSession(cookieHeaders(mine), others)).toBe(false)
    expect(await (await eve.get("/session")).json()).not.toBeNull()
  })

  test("are listed until they expire", async () => {
    const { auth } = createService()
    await signInAs(auth)
    time.now += 29 * DAY
    const later = await signInAs(auth)
    expect(await auth.listSessions(cookieHeaders(later))).toHaveLength(2)
    time.now += 2 * DAY
    expect(await auth.listSessions(cookieHeaders(later))).toHaveLength(1)
  })

  test("can be ended one by one, by that user only", async () => {
    const { auth } = createService()
    const [laptop, phone, eve] = [await signInAs(auth), await signInAs(auth), await signInAs(auth, "eve")]
    const other = (await auth.listSessions(cookieHeaders(phone))).find(({ current }) => !current)?.id ?? ""
    expect(await auth.revokeSession(cookieHeaders(eve), other)).toBe(false)
    expect(await (await laptop.get("/session")).json()).not.toBeNull()
    expect(await auth.revokeSession(cookieHeaders(phone), other)).toBe(true)
    expect(await (await laptop.get("/session")).json()).toBeNull()
    expect(await (await phone.get("/session")).json()).not.toBeNull()
  })

  test("can all be ended except the current one", async () => {
    const { auth } = createService()
    const [laptop, phone, eve] = [await signInAs(auth), await signInAs(auth), await signInAs(auth, "eve")]
    expect(await auth.revokeOtherSessions(cookieHeaders(phone))).toBe(1)
    expect(await (await laptop.get("/session")).json()).toBeNull()
    for (const kept of [phone, eve]) expect(await (await kept.get("/session")).json()).not.toBeNull()
  })
})

test("rejects a session that was deleted in the database on the next request, on every route (threat 279)", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const headers = { cookie: browser.cookieHeader() }
  expect(await auth.getSession({ headers })).not.toBeNull() // a cache would have stored the session now
  await adapter.deleteSessions("ada")
  expect(await auth.getSession({ headers })).toBeNull()
  expect(await auth.getAccount({ headers })).toBeNull()
  expect(await (await cookieClient(auth, new Map(browser.jar)).get("/account")).json()).toBeNull()
  expect(await (await browser.get("/session")).json()).toBeNull()
})

describe("an adapter that throws if a session is gone, as Prisma's does", () => {
  /** An adapter that throws for missing rows. `meanwhile` runs before each change, as another process would. */
  function strict(meanwhile: { end?: boolean; failing?: boolean } = {}) {
    const { wantsTokenHashes: _, keepsSessionDetails: __, ...memory } = MemoryAdapter()
    const found = async (token: string) => {
      if (meanwhile.failing) throw new Error("The database is down")
      if (meanwhile.end) await memory.deleteSession(token)
      if (!(await memory.getSessionAndUser(token))) throw new Error("Record to change not found")
    }
    const adapter: typeof memory = {
      ...memory,
      deleteSession: async (token) => (await found(token), memory.deleteSession(token)),
      updateSession: async (changes) => (await found(changes.sessionToken), memory.updateSession(changes)),
      getSessionAndUser: async (token) => {
        if (meanwhile.failing) throw new Error("The database is down")
        return memory.getSessionAndUser(token)
      },
    }
    void memory.createUser(ada)
    return { adapter, meanwhile }
  }

  test("returns no session if another request removes the expired one first", async () => {
    const { adapter, meanwhile } = strict()
    const { auth } = createService({ adapter })
    const browser = await signInAs(auth)
    time.now += 31 * DAY
    meanwhile.end = true
    const read = await browser.get("/session")
    expect([read.status, await read.json()]).toEqual([200, null])
  })

  test("ends a session that ends while it is extended, and allows a sign-out of one that just ended", async () => {
    const { adapter, meanwhile } = strict()
    const { auth } = createService({ adapter })
    const browser = await signInAs(auth)
    time.now += 2 * DAY
    meanwhile.end = true
    const read = await browser.get("/session")
    expect([read.status, await read.json()]).toEqual([200, null])

    meanwhile.end = false
    const again = await signInAs(auth)
    const csrfToken = await again.csrfToken()
    meanwhile.end = true
    const left = await again.post("/signout", { csrfToken })
    expect([left.status, left.headers.get("location")]).toEqual([302, "https://app.test/"])
  })

  test("doesn't treat a failing database as a session that is gone", async () => {
    const { adapter, meanwhile } = strict()
    const { auth } = createService({ adapter })
    const browser = await signInAs(auth)
    time.now += 2 * DAY
    meanwhile.failing = true
    expect((await browser.get("/session")).status).toBe(503)
    meanwhile.failing = false
    expect(await (await browser.get("/session")).json()).toMatchObject({ user: { name: "Ada" } })
  })
})
