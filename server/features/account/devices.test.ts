import { describe, expect, test, vi } from "vitest"
import type { AccountDetails, SessionDetails } from "../../../client/account-contract.ts"
import { accountTables } from "../../adapters/account-tables.ts"
import type { Adapter } from "../../adapters/contract.ts"
import { MemoryAdapter } from "../../adapters/memory.ts"
import type { AuthConfig } from "../../service/config.ts"
import {
  errorParam,
  oauthService,
  signedInName,
  type Browser,
  type OAuthService,
} from "../../test-kit/oauth-service.ts"

const HOUR = 60 * 60 * 1000
const ada = { sub: "ada", name: "Ada", email: "ada@app.test", email_verified: true }
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0" }
const CHROME = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
}

const signIn = async (service: OAuthService, headers: HeadersInit = FIREFOX, browser = service.browser()) => {
  const response = await browser.get(await service.start(browser, ada), headers)
  expect(errorParam(response)).toBeNull()
  return browser
}

const details = async (browser: Browser) =>
  ((await (await browser.get("/account")).json()) as AccountDetails | null) ?? expect.fail("nobody is signed in") // the endpoint's JSON

const devices = async (browser: Browser): Promise<SessionDetails[]> =>
  (await details(browser)).sessions ?? expect.fail("sessions aren't listed")

const change = async (browser: Browser, fields: Record<string, string>) =>
  browser.postJson("/account", { csrfToken: await browser.csrfToken(), ...fields })

/** An adapter as one of Auth.js: tokens as they are, no lists, no details. Records are stored beside it. */
function besideAuthjs(): Adapter {
  const memory = MemoryAdapter()
  const users = ["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount"] as const
  const sessions = ["createSession", "getSessionAndUser", "updateSession", "deleteSession"] as const
  const base = Object.fromEntries([...users, ...sessions].map((name) => [name, memory[name]])) as Adapter // those of the adapter
  return { ...base, ...accountTables(memory) }
}

const ADAPTERS: readonly (readonly [string, () => Adapter])[] = [
  ["an adapter of Latchkit", () => MemoryAdapter()],
  ["account tables beside another adapter", besideAuthjs],
]

describe.each(ADAPTERS)("with %s", (_, adapter) => {
  const createService = (config: Partial<AuthConfig> = {}) => oauthService({ adapter: adapter(), ...config })

  test("lists the device, the place and the last use of each session, this one first", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const place = vi.fn(({ request }: { request: Request }) => request.headers.get("x-city"))
    const service = await createService({ clock: () => time.now, callbacks: { place } })
    const laptop = await signIn(service, { ...FIREFOX, "x-city": "Zürich" })
    time.now += 2 * HOUR
    const phone = await signIn(service, { ...CHROME, "x-city": "Bern" })
    time.now += 3 * HOUR
    await laptop.get("/session")
    await vi.waitFor(async () => expect((await devices(laptop))[0]?.lastActiveAt).toBe("2026-01-01T05:00:00.000Z"))
    const shown = (await devices(laptop)).map(({ current, createdAt, device, place, lastActiveAt }) => {
      return { current, createdAt, device, place, lastActiveAt }
    })
    expect(shown).toEqual([
      {
        ...{ current: true, createdAt: "2026-01-01T00:00:00.000Z", lastActiveAt: "2026-01-01T05:00:00.000Z" },
        ...{ device: { type: "desktop", browser: "Firefox", system: "Linux" }, place: "Zürich" },
      },
      {
        ...{ current: false, createdAt: "2026-01-01T02:00:00.000Z", lastActiveAt: "2026-01-01T02:00:00.000Z" },
        ...{ device: { type: "desktop", browser: "Chrome", system: "Windows" }, place: "Bern" },
      },
    ])
    expect((await devices(phone)).map(({ device }) => device?.browser)).toEqual(["Chrome", "Firefox"])
    expect(place).toHaveBeenCalledTimes(2) // at the sign-ins only
  })

  test("writes the last use at most once an hour, also when many requests come at once", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const stored = adapter()
    const service = await createService({ adapter: stored, clock: () => time.now })
    const browser = await signIn(service)
    const update = vi.spyOn(stored, "updateAccountRecord")
    const reading = vi.spyOn(stored, "getAccountRecord")
    for (const minutes of [59, 0, 2, 0, 58, 30]) {
      time.now += minutes * 60_000
      await Promise.all(Array.from({ length: 50 }, () => browser.get("/session")))
    }
    await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(2))
    expect(reading.mock.calls.filter(([kind]) => kind === "session")).toHaveLength(2)
    expect((await devices(browser))[0]?.lastActiveAt).toBe("2026-01-01T02:29:00.000Z")
  })

  test("ends one session by an id that opens nothing (threat 505)", async () => {
    const service = await createService()
    const [laptop, phone] = [await signIn(service), await signIn(service, CHROME)]
    const token = [...phone.jar.values()].map(({ value }) => value).find((value) => value.includes("~")) ?? "none"
    const text = await (await laptop.get("/account")).text()
    expect(text).not.toContain(token)
    const html = await (await laptop.get("/account", { accept: "text/html" })).text()
    expect([html.includes("This device"), html.includes(token)]).toEqual([true, false])
    const faked = { change: "revoke-session", id: token, current: "true", "sessions[0][current]": "true" }
    expect((await change(laptop, faked)).status).toBe(404)
    const id = (await devices(laptop))[1]?.id ?? ""
    expect((await change(laptop, { change: "revoke-session", id: token })).status).toBe(404)
    expect(await signedInName(phone)).toBe(ada.email)
    expect((await change(laptop, { change: "revoke-session", id })).status).toBe(200)
    expect([await signedInName(laptop), await signedInName(phone)]).toEqual([ada.email, null])
    expect(await devices(laptop)).toHaveLength(1)
  })

  test("ends all that existed when the others are signed out, and no sign-in that came later (threat 505)", async () => {
    const service = await createService()
    const laptop = await signIn(service)
    const others = await Promise.all(Array.from({ length: 20 }, () => signIn(service)))
    const [, ...later] = await Promise.all([
      change(laptop, { change: "revoke-other-sessions" }),
      ...Array.from({ length: 50 }, () => signIn(service, CHROME)),
    ])
    for (const browser of others) expect(await signedInName(browser)).toBeNull()
    const alive = (await Promise.all(later.map(signedInName))).filter((name) => name !== null)
    expect(await signedInName(laptop)).toBe(ada.email)
    expect(await devices(laptop)).toHaveLength(1 + alive.length)
    await change(laptop, { change: "revoke-other-sessions" })
    expect(await devices(laptop)).toMatchObject([{ current: true }])
    expect((await Promise.all(later.map(signedInName))).every((name) => name === null)).toBe(true)
  })

  test.each([
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["\u202eZürich\r\nBern\u0000", "ZürichBern"],
    ["x".repeat(10_000), "x".repeat(120)],
    ["Visit https://evil.test", null],
    ["evil.test", null],
    ["St. Gallen, Switzerland", "St. Gallen, Switzerland"],
    ["", null],
    [null, null],
    [new Error("no database of places"), null],
  ])("stores the place %j as %j (threats 496, 505)", async (found, expected) => {
    const place = () => {
      if (found instanceof Error) throw found
      return found
    }
    const service = await createService({ callbacks: { place } })
    const browser = await signIn(service)
    expect((await devices(browser))[0]?.place).toBe(expected)
    expect(service.logged().includes("no database of places")).toBe(found instanceof Error)
  })

  test("shows nothing that a browser makes up about itself (threats 496, 505)", async () => {
    const service = await createService()
    const hostile = `"<script>alert(1)</script>";v="1", "evil.test"`
    const headers = { "user-agent": `<b>${"x".repeat(5000)}`, "sec-ch-ua": hostile, "sec-ch-ua-platform": hostile }
    const [session] = await devices(await signIn(service, headers))
    expect(session?.device).toEqual({ type: null, browser: null, system: null })
    expect(session?.userAgent?.length ?? 0).toBeLessThanOrEqual(512)
  })

  test("keeps what is known about a session when its token is replaced", async () => {
    const time = { now: Date.UTC(2026, 0, 1) }
    const records = adapter()
    const service = await createService({ adapter: records, clock: () => time.now, callbacks: { place: () => "Bern" } })
    const browser = await signIn(service)
    time.now += HOUR / 2
    await signIn(service, CHROME, browser)
    const [session, ...more] = await devices(browser)
    expect([session?.place, session?.device?.browser, more]).toEqual(["Bern", "Chrome", []])
    const userId = (await records.getUserByEmail?.(ada.email))?.id ?? ""
    expect(await records.listAccountRecords?.("session", userId)).toHaveLength(1)
    await browser.post("/signout", { csrfToken: await browser.csrfToken() })
    expect(await records.listAccountRecords?.("session", userId)).toEqual([])
  })
})

test("a session from before the device list is listed after it is used", async () => {
  const stored = besideAuthjs()
  const { createAccountRecord } = stored
  const service = await oauthService({ adapter: stored })
  stored.createAccountRecord = () => true
  const old = await signIn(service)
  expect(await devices(old)).toEqual([])
  if (createAccountRecord) stored.createAccountRecord = createAccountRecord
  const restarted = await oauthService({ adapter: stored, clock: () => Date.now() + HOUR })
  const browser = restarted.browser(old.jar)
  await browser.get("/session", CHROME)
  await vi.waitFor(async () => expect(await devices(browser)).toMatchObject([{ current: true, createdAt: null }]))
})

test("sealed sessions aren't listed", async () => {
  const service = await oauthService({ session: { strategy: "jwt" } })
  expect((await details(await signIn(service))).sessions).toBeNull()
})
