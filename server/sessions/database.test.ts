import { beforeEach, describe, expect, test, vi } from "vitest"
import { MemoryAdapter } from "../adapters/memory.ts"
import { createAuth } from "../auth.ts"
import type { AuthConfig } from "../config/types.ts"
import { cookieClient } from "../testing/cookie-client.ts"

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

test("a sign-in with a password opens a stored session", async () => {
  const { auth } = createService()
  const browser = await signInAs(auth)
  expect(await (await browser.get("/session")).json()).toEqual({
    user: { name: "Ada", email: "ada@app.test", image: null },
    expires: new Date(time.now + 30 * DAY).toISOString(),
  })
})

test("reading a session is one query, and writes nothing before it is due", async () => {
  const { auth, calls } = createService()
  const browser = await signInAs(auth)
  time.now += 23 * HOUR
  calls.length = 0
  const answer = await browser.get("/session")
  expect(calls).toEqual(["getSessionAndUser"])
  expect(answer.headers.getSetCookie()).toEqual([])
})

test("a session is extended once a day at most, from the very millisecond on which it is due", async () => {
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

test("attack 192: at its expiry a session is over, its row is deleted and its cookie cleared", async () => {
  const { auth, adapter, calls } = createService()
  const browser = await signInAs(auth)
  time.now += 30 * DAY - 1
  expect(await (await cookieClient(auth, new Map(browser.jar)).get("/session")).json()).not.toBeNull()
  time.now += 30 * DAY
  expect(await (await browser.get("/session")).json()).toBeNull()
  expect(browser.cookie(COOKIE)).toBeUndefined()
  expect(adapter.listSessions("ada")).toEqual([])
  expect(calls.filter((name) => name === "deleteSession")).toHaveLength(1)
  expect(await auth.session({ headers: { cookie: browser.cookieHeader() } })).toBeNull()
})

test("attack 189: what is stored opens no session", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const [stored] = await adapter.listSessions("ada")
  const token = browser.cookie(COOKIE)?.value
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(stored)).not.toContain(token)
  const thief = cookieClient(auth, new Map([[COOKIE, { value: stored?.sessionToken ?? "" }]]))
  expect(await (await thief.get("/session")).json()).toBeNull()
})

test("a session outlives the rotation of the secret, until the old one is removed", async () => {
  const [old, fresh] = ["o".repeat(32), "n".repeat(32)]
  const { auth, adapter } = createService({ secret: old })
  const browser = await signInAs(auth)
  const rotated = createService({ secret: [fresh, old], adapter }).auth
  expect(await (await cookieClient(rotated, browser.jar).get("/session")).json()).not.toBeNull()
  const removed = createService({ secret: fresh, adapter }).auth
  expect(await (await cookieClient(removed, browser.jar).get("/session")).json()).toBeNull()
})

test("signing out deletes the row and tells which session it was", async () => {
  const signOut = vi.fn()
  const { auth, adapter } = createService({ events: { signOut } })
  const browser = await signInAs(auth)
  const copy = new Map(browser.jar)
  await browser.post("/signout", { csrfToken: await browser.csrfToken() })
  expect(adapter.listSessions("ada")).toEqual([])
  expect(signOut).toHaveBeenCalledExactlyOnceWith({ session: expect.objectContaining({ userId: "ada" }) })
  expect(await (await cookieClient(auth, copy).get("/session")).json()).toBeNull()
})

test("attack 135: who signs in over another's session ends it", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const before = new Map(browser.jar)
  await signInAs(auth, "eve", browser.jar)
  expect(await adapter.listSessions("ada")).toEqual([])
  expect(browser.cookie(COOKIE)?.value).not.toBe(before.get(COOKIE)?.value)
  expect(await (await cookieClient(auth, before).get("/session")).json()).toBeNull()
  expect(await (await browser.get("/session")).json()).toMatchObject({ user: { email: "eve@app.test" } })
})

test("attack 188: a session that is deleted while it is being extended stays deleted", async () => {
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

test("attack 170: with the database strategy a password never yields a token that is not stored", async () => {
  const { auth } = createService()
  const answer = await (await signInAs(auth, "stranger")).get("/session")
  expect(await answer.json()).toBeNull()
  expect(String(quiet.error.mock.calls[0]?.[0])).toContain("the adapter does not know")
})

test("attack 200: a deleted user has no session", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  await adapter.deleteUser("ada")
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("attack 202: a database that fails once signs nobody out", async () => {
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
])("attack 273: an adapter that answers %s opens nothing", async (_, tamper) => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const { getSessionAndUser } = adapter
  adapter.getSessionAndUser = async (token) => {
    const row = await getSessionAndUser(token)
    return row && (tamper(row) as typeof row)
  }
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("attack 276: an operation that is missing fails when it is needed, and is named in the log and on the page", async () => {
  const { getUser: _, ...adapter } = MemoryAdapter()
  await adapter.createUser(ada)
  const { auth } = createService({ adapter })
  const browser = cookieClient(auth)
  const refused = await browser.signInWith("credentials", { username: "ada" })
  expect(quiet.error.mock.calls.map(([error]) => String(error)).join()).toContain("getUser")
  expect(refused.headers.get("location")).toBe("https://app.test/auth/error?error=Configuration&code=getUser")
  const page = await browser.get("/error?error=Configuration&code=getUser")
  expect([page.status, await page.text()]).toEqual([500, expect.stringContaining("adapter.getUser")])
  const other = await browser.get("/error?error=Configuration&code=callUsNow")
  expect(await other.text()).not.toContain("callUsNow")
})

test.each(["", "short", "with spaces and more of them", "ümlaut-ümlaut-ümlaut-ümlaut", undefined, 42])(
  "attack 190: a generator that answers %j opens no session",
  async (made) => {
    const generateSessionToken = () => made as string
    const { auth, adapter } = createService({ session: { generateSessionToken } })
    const browser = await signInAs(auth)
    expect(browser.cookie(COOKIE)).toBeUndefined()
    expect(await adapter.listSessions("ada")).toEqual([])
  },
)

test("attack 191: with an absolute limit a session ends however much it is used", async () => {
  const { auth } = createService({ session: { maxAge: 7 * 24 * 3600, absoluteMaxAge: 30 * 24 * 3600 } })
  const browser = await signInAs(auth)
  let days = 0
  for (; days < 400; days++) {
    if ((await (await browser.get("/session")).json()) === null) break
    time.now += DAY
  }
  expect(days).toBe(30)
})

test("attack 191: nobody lengthens a session by writing later terms into its token", async () => {
  const { auth } = createService({ session: { absoluteMaxAge: 30 * 24 * 3600 } })
  const browser = await signInAs(auth)
  const token = browser.cookie(COOKIE)?.value ?? ""
  expect(token).toMatch(/~\w+~\w+$/)
  browser.jar.set(COOKIE, { value: token.replace(/~\w+~/, "~zzzzzz~") })
  expect(await (await browser.get("/session")).json()).toBeNull()
})

test("attack 195: an update of a stored session changes nothing by itself", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const data = { user: { id: "eve", email: "eve@app.test", role: "admin" }, expires: "2099-01-01T00:00:00.000Z" }
  const answer = await browser.postJson("/session", { csrfToken: await browser.csrfToken(), data })
  expect(await answer.json()).toMatchObject({ user: { email: "ada@app.test" } })
  expect(await adapter.getUser("ada")).toEqual(ada)
})

test("the session callback is given the stored user, and at an update what the client sent", async () => {
  const session = vi.fn(({ session, user, newSession }) => ({ ...session, id: user.id, seen: newSession ?? null }))
  const { auth } = createService({ callbacks: { session } })
  const browser = await signInAs(auth)
  expect(await (await browser.get("/session")).json()).toMatchObject({ id: "ada", seen: null })
  const update = await browser.postJson("/session", { csrfToken: await browser.csrfToken(), data: { theme: "dark" } })
  expect(await update.json()).toMatchObject({ id: "ada", seen: { theme: "dark" } })
  expect(session).toHaveBeenLastCalledWith(expect.objectContaining({ trigger: "update" }))
})

test.each(["one configuration", "one for each request"])(
  "what has expired is removed when somebody signs in, once an hour at most, by %s",
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
  const headersOf = (browser: { cookieHeader(): string }) => ({ headers: { cookie: browser.cookieHeader() } })

  test("are listed to that user alone, without what opens them", async () => {
    const { auth } = createService()
    const [laptop, phone, eve] = [await signInAs(auth), await signInAs(auth), await signInAs(auth, "eve")]
    const listed = await auth.listSessions(headersOf(phone))
    expect(listed.map(({ current }) => current)).toEqual([true, false])
    expect(listed[0]).toMatchObject({ userAgent: "Test/1", createdAt: new Date(time.now) })
    for (const { jar } of [laptop, phone]) expect(JSON.stringify(listed)).not.toContain(jar.get(COOKIE)?.value)
    expect(await auth.listSessions(headersOf(eve))).toHaveLength(1)
    expect(await auth.listSessions({ headers: {} })).toEqual([])
  })

  test("attack 141: are no others' where the database lists some of theirs as well", async () => {
    const { auth, adapter } = createService()
    const [mine, eve] = [await signInAs(auth), await signInAs(auth, "eve")]
    const { listSessions } = adapter
    adapter.listSessions = async () => [...(await listSessions("ada")), ...(await listSessions("eve"))]
    const [others = expect.fail("Eve has a session")] = (await auth.listSessions(headersOf(eve))).map(({ id }) => id)
    expect(await auth.listSessions(headersOf(mine))).toHaveLength(1)
    expect(await auth.revokeSession(headersOf(mine), others)).toBe(false)
    expect(await (await eve.get("/session")).json()).not.toBeNull()
  })

  test("are listed while they last", async () => {
    const { auth } = createService()
    await signInAs(auth)
    time.now += 29 * DAY
    const later = await signInAs(auth)
    expect(await auth.listSessions(headersOf(later))).toHaveLength(2)
    time.now += 2 * DAY
    expect(await auth.listSessions(headersOf(later))).toHaveLength(1)
  })

  test("are ended one by one, by that user alone", async () => {
    const { auth } = createService()
    const [laptop, phone, eve] = [await signInAs(auth), await signInAs(auth), await signInAs(auth, "eve")]
    const other = (await auth.listSessions(headersOf(phone))).find(({ current }) => !current)?.id ?? ""
    expect(await auth.revokeSession(headersOf(eve), other)).toBe(false)
    expect(await (await laptop.get("/session")).json()).not.toBeNull()
    expect(await auth.revokeSession(headersOf(phone), other)).toBe(true)
    expect(await (await laptop.get("/session")).json()).toBeNull()
    expect(await (await phone.get("/session")).json()).not.toBeNull()
  })

  test("are ended everywhere else at once", async () => {
    const { auth } = createService()
    const [laptop, phone, eve] = [await signInAs(auth), await signInAs(auth), await signInAs(auth, "eve")]
    expect(await auth.revokeOtherSessions(headersOf(phone))).toBe(1)
    expect(await (await laptop.get("/session")).json()).toBeNull()
    for (const kept of [phone, eve]) expect(await (await kept.get("/session")).json()).not.toBeNull()
  })
})

test("attack 279: a session that was deleted beside the service is refused at the next request, wherever it is asked for", async () => {
  const { auth, adapter } = createService()
  const browser = await signInAs(auth)
  const headers = { cookie: browser.cookieHeader() }
  expect(await auth.session({ headers })).not.toBeNull() // had there been a cache, it would know the session now
  await adapter.deleteSessions("ada")
  expect(await auth.session({ headers })).toBeNull()
  expect(await auth.account({ headers })).toBeNull()
  expect(await (await cookieClient(auth, new Map(browser.jar)).get("/account")).json()).toBeNull()
  expect(await (await browser.get("/session")).json()).toBeNull()
})

describe("an adapter that throws at a session that is gone, as Prisma's does", () => {
  /** Sessions as somebody else's adapter keeps them; `meanwhile` runs before each change, as another process would. */
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

  test("an expired session that another request removes first is nobody's", async () => {
    const { adapter, meanwhile } = strict()
    const { auth } = createService({ adapter })
    const browser = await signInAs(auth)
    time.now += 31 * DAY
    meanwhile.end = true
    const read = await browser.get("/session")
    expect([read.status, await read.json()]).toEqual([200, null])
  })

  test("a session that ends while it is extended is over, and none that ends while it is signed out of stands in the way", async () => {
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

  test("a database that is down is no session that is gone", async () => {
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
