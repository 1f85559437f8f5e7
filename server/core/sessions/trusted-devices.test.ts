import * as v from "valibot"
import { beforeEach, describe, expect, test, vi } from "vitest"
import type { AccountRecord } from "../../adapters/account-record.ts"
import { MemoryAdapter, type FullAdapter } from "../../adapters/memory.ts"
import { createSettings } from "../../service/features.ts"
import type { AuthConfig } from "../../service/config.ts"
import type { SetCookie } from "../cookies/options.ts"
import { createRequestContext, type RequestContext } from "../request/auth-request.ts"
import { sealedCookie } from "../request/sealed-cookie.ts"
import { passwordConfig } from "../../test-kit/password-service.ts"
import {
  createTrustedDevice,
  isTrustedDevice,
  listTrustedDevices,
  revokeTrustedDevice,
  revokeTrustedDevices,
  type DeviceOwner,
} from "./trusted-devices.ts"

const NOW = Date.UTC(2026, 0, 1)
const DAY = 24 * 60 * 60 * 1000
const APP = "https://app.test"
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"

const ada = { id: "ada", email: "ada@app.test", emailVerified: null }
const eve = { id: "eve", email: "eve@app.test", emailVerified: null }
const clock = { now: NOW }
const memory: { adapter: FullAdapter } = { adapter: MemoryAdapter() }

beforeEach(async () => {
  clock.now = NOW
  memory.adapter = MemoryAdapter()
  for (const user of [ada, eve]) await memory.adapter.createUser(user)
})

type Cookies = readonly Pick<SetCookie, "name" | "value">[]

interface Browser {
  cookies?: Cookies
  origin?: string
  userAgent?: string
  config?: Partial<AuthConfig>
}

/** A request of a browser that has these cookies. */
function from({ cookies = [], origin = APP, userAgent = CHROME, config = {} }: Browser = {}): RequestContext {
  const { adapter } = memory
  const settings = createSettings(passwordConfig({ adapter, trustHost: true, clock: () => clock.now, ...config }), {
    env: {},
  })
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const headers = new Headers({ host: new URL(origin).host, cookie, "user-agent": userAgent })
  return createRequestContext(settings, headers, { requestUrl: new URL(`${origin}/auth/signin`) })
}

const trusts = (browser: Browser, user: DeviceOwner = ada, options = {}) =>
  isTrustedDevice(from(browser), user, options)

const records = async (user: DeviceOwner = ada): Promise<AccountRecord[]> =>
  memory.adapter.listAccountRecords("trusted-device", user.id)

describe("a trusted device", () => {
  test("is the browser that got the cookie, for 30 days, and no use extends that", async () => {
    const cookies = await createTrustedDevice(from(), ada)
    expect(cookies).toMatchObject([
      { name: "__Host-latchkit.device", options: { httpOnly: true, secure: true, path: "/", maxAge: 30 * 24 * 3600 } },
    ])
    for (const days of [0, 10, 29.9]) {
      clock.now = NOW + days * DAY
      expect(await trusts({ cookies })).toBe(true)
    }
    for (const days of [30, 31, 400]) {
      clock.now = NOW + days * DAY
      expect(await trusts({ cookies })).toBe(false)
    }
    expect(await trusts({})).toBe(false)
  })

  test("has the lifetime that the app chose, also one that the app shortened later", async () => {
    const cookies = await createTrustedDevice(from(), ada, { maxAge: 7 * 24 * 3600 })
    clock.now = NOW + 6 * DAY
    expect(await trusts({ cookies }, ada, { maxAge: 7 * 24 * 3600 })).toBe(true)
    expect(await trusts({ cookies }, ada, { maxAge: 5 * 24 * 3600 })).toBe(false)
    clock.now = NOW + 8 * DAY
    expect(await trusts({ cookies })).toBe(false)
    for (const maxAge of [Number.NaN, Number.POSITIVE_INFINITY])
      await expect(createTrustedDevice(from(), ada, { maxAge })).rejects.toThrow("expiry")
  })

  test("stores no secret: neither the row nor the list contains what the cookie does", async () => {
    const [cookie] = await createTrustedDevice(from(), ada)
    const [row] = await records()
    expect(row).toMatchObject({ userId: "ada", id: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown })
    const own = sealedCookie({ name: "latchkit.device", maxAge: 1, schema: v.looseObject({}) as never })
    const opened = JSON.stringify(await own.read(from({ cookies: cookie ? [cookie] : [] })))
    expect(opened).toContain('"secret"')
    expect(opened).not.toContain(row?.id)
    expect(row?.data).not.toContain("ada@app.test")
  })

  test("of several users is trusted for each, and for four at most", async () => {
    const names = ["u1", "u2", "u3", "u4", "u5"]
    const browser: { cookies: Cookies } = { cookies: [] }
    for (const id of names) browser.cookies = await createTrustedDevice(from(browser), { id })
    const trusted = await Promise.all(names.map((id) => trusts(browser, { id })))
    expect(trusted).toEqual([false, true, true, true, true])
  })

  test("that is trusted again has one record", async () => {
    const first = await createTrustedDevice(from(), ada)
    const second = await createTrustedDevice(from({ cookies: first }), ada)
    expect(await records()).toHaveLength(1)
    expect([await trusts({ cookies: first }), await trusts({ cookies: second })]).toEqual([false, true])
  })

  test("that expired is deleted when another one is trusted", async () => {
    await createTrustedDevice(from(), ada)
    clock.now += 31 * DAY
    await createTrustedDevice(from(), eve)
    await vi.waitFor(async () =>
      expect([await records(ada), await records(eve)]).toMatchObject([[], [{ userId: "eve" }]]),
    )
  })

  test("stays trusted after an update of the browser", async () => {
    const cookies = await createTrustedDevice(from(), ada)
    expect(await trusts({ cookies, userAgent: CHROME.replace("131.0.0.0", "132.1.2.3") })).toBe(true)
  })
})

describe("a copied or forged cookie", () => {
  test.each<[string, Browser, DeviceOwner]>([
    ["another user", {}, eve],
    ["another site", { origin: "https://other.test" }, ada],
    ["another base path", { config: { basePath: "/login" } }, ada],
    ["another kind of browser", { userAgent: FIREFOX }, ada],
    ["another secret", { config: { secret: "o".repeat(32) } }, ada],
    ["another tenant's database", { config: { adapter: MemoryAdapter() } }, ada],
    ["no adapter", { config: { adapter: undefined as never } }, ada],
  ])("never makes a device trusted for %s (threat 440)", async (_, browser, user) => {
    const cookies = await createTrustedDevice(from(), ada)
    expect(await trusts({ cookies })).toBe(true)
    expect(await trusts({ cookies, ...browser }, user)).toBe(false)
  })

  test("rejects a device's cookie that is forged, changed or sealed for another purpose (threat 440)", async () => {
    const [cookie] = await createTrustedDevice(from(), ada)
    const { name = "", value = "" } = cookie ?? {}
    const schema = v.object({ devices: v.array(v.object({ userId: v.string(), secret: v.string() })) })
    const [row] = await records()
    const devices = [{ userId: "ada", secret: row?.id ?? "" }]
    const otherPurpose = await sealedCookie({ name: "latchkit.typed", maxAge: 300, schema }).write(from(), { devices })
    const ownPurpose = await sealedCookie({ name: "latchkit.device", maxAge: 300, schema }).write(from(), { devices })
    const forged = [otherPurpose.value, ownPurpose.value, `${value.slice(0, -4)}AAAA`, row?.id ?? "", "", "ada", "{}"]
    for (const each of [...forged, JSON.stringify({ devices }), btoa(JSON.stringify({ devices }))])
      expect(await trusts({ cookies: [{ name, value: encodeURIComponent(each) }] }), each).toBe(false)
    expect(await trusts({ cookies: [{ name: "latchkit.device", value }] })).toBe(false)
  })

  test("rejects a device whose record is another user's, another kind's, broken or from the future (threat 440)", async () => {
    const cookies = await createTrustedDevice(from(), ada)
    const [row] = await records()
    const put = async (changes: Partial<AccountRecord>) => {
      await memory.adapter.takeAccountRecord("trusted-device", row?.id ?? "")
      await memory.adapter.createAccountRecord({ ...(row ?? expect.fail("no row")), ...changes })
      return trusts({ cookies })
    }
    const data = JSON.parse(row?.data ?? "") as Record<string, unknown> // what this module wrote
    const withData = (changes: object) => put({ data: JSON.stringify({ ...data, ...changes }) })
    expect(await put({})).toBe(true)
    expect(await put({ userId: "eve" })).toBe(false)
    expect(await put({ userId: null })).toBe(false)
    expect(await put({ expires: null })).toBe(false)
    expect(await put({ expires: new Date(NOW) })).toBe(false)
    for (const broken of ["{}", "null", "[]", '"x"', "not JSON"]) expect(await put({ data: broken })).toBe(false)
    expect(await withData({ site: "https://other.test/auth" })).toBe(false)
    expect(await withData({ createdAt: NOW + DAY })).toBe(false)
    expect(await withData({ createdAt: String(NOW) })).toBe(false)
    expect(await withData({ credentials: "" })).toBe(false)
    await memory.adapter.takeAccountRecord("trusted-device", row?.id ?? "")
    expect(await memory.adapter.createAccountRecord({ ...(row ?? expect.fail("no row")), kind: "factor" })).toBe(true)
    expect(await trusts({ cookies })).toBe(false)
  })

  test("if the adapter fails, it throws, so that the second factor is needed", async () => {
    const cookies = await createTrustedDevice(from(), ada)
    const adapter = { ...memory.adapter, getAccountRecord: () => Promise.reject(new Error("down")) }
    await expect(trusts({ cookies, config: { adapter } })).rejects.toThrow("down")
  })
})

describe("the trust in a device", () => {
  const factor = { kind: "factor", id: "f1", userId: "ada", data: "{}", expires: null } as const
  const passkey = {
    ...{ credentialID: "cred", credentialPublicKey: "key", counter: 0, credentialDeviceType: "multiDevice" },
    ...{ credentialBackedUp: true, providerAccountId: "handle", userId: "ada" },
  }

  test.each<[string, (adapter: FullAdapter) => unknown]>([
    ["a factor is added", (adapter) => adapter.createAccountRecord({ ...factor, id: "f2" })],
    ["a factor is removed", (adapter) => adapter.takeAccountRecord("factor", "f1")],
    [
      "a factor is replaced",
      async (adapter) => {
        await adapter.createAccountRecord({ ...factor, id: "f3" })
        await adapter.takeAccountRecord("factor", "f1")
      },
    ],
    ["a passkey is added", (adapter) => adapter.createAuthenticator({ ...passkey, credentialID: "new" })],
    ["a passkey is removed", (adapter) => adapter.deleteAuthenticator("cred")],
    ["the address changes", (adapter) => adapter.updateUser({ id: "ada", email: "new@app.test" })],
    [
      "the user signs out everywhere",
      (adapter) => adapter.updateUser({ id: "ada", sessionEpoch: new Date(clock.now) }),
    ],
    ["the user is deleted", (adapter) => adapter.deleteUser("ada")],
    ["all devices are revoked", () => revokeTrustedDevices(from(), "ada")],
  ])("ends when %s (threat 441)", async (_, change) => {
    await memory.adapter.createAccountRecord(factor)
    await memory.adapter.createAuthenticator(passkey)
    const cookies = await createTrustedDevice(from(), ada)
    clock.now += 1000
    expect(await trusts({ cookies })).toBe(true)
    await change(memory.adapter)
    expect(await trusts({ cookies }, (await memory.adapter.getUser("ada")) ?? ada)).toBe(false)
  })

  test("stays when a code is used, a passkey counts up, or an enrollment is only begun", async () => {
    await memory.adapter.createAccountRecord(factor)
    await memory.adapter.createAuthenticator(passkey)
    const cookies = await createTrustedDevice(from(), ada)
    await memory.adapter.updateAccountRecord({ ...factor, data: '{"lastStep":1}', version: 1 })
    await memory.adapter.updateAuthenticatorCounter("cred", 5)
    await memory.adapter.createAccountRecord({ ...factor, id: "begun", expires: new Date(NOW + DAY) })
    expect(await trusts({ cookies })).toBe(true)
  })

  test("stays if the user signed out everywhere before", async () => {
    const cookies = await createTrustedDevice(from(), ada)
    expect(await trusts({ cookies }, { ...ada, sessionEpoch: new Date(NOW - 1) })).toBe(true)
    expect(await trusts({ cookies }, { ...ada, sessionEpoch: new Date(NOW) })).toBe(false)
  })
})

describe("the list of trusted devices", () => {
  test("has the user's own on this site that haven't expired, the newest first", async () => {
    await createTrustedDevice(from({ userAgent: FIREFOX }), ada)
    clock.now += DAY
    const cookies = await createTrustedDevice(from(), ada)
    await createTrustedDevice(from(), eve)
    await createTrustedDevice(from({ origin: "https://other.test" }), ada)
    const listed = await listTrustedDevices(from({ cookies }), ada)
    expect(listed.map(({ id: _, ...device }) => device)).toEqual([
      {
        ...{ current: true, userAgent: CHROME, device: { type: "desktop", browser: "Chrome", system: "Windows" } },
        ...{ createdAt: new Date(NOW + DAY), expires: new Date(NOW + 31 * DAY) },
      },
      {
        ...{ current: false, userAgent: FIREFOX, device: { type: "desktop", browser: "Firefox", system: "Linux" } },
        ...{ createdAt: new Date(NOW), expires: new Date(NOW + 30 * DAY) },
      },
    ])
    clock.now = NOW + 30 * DAY
    expect(await listTrustedDevices(from({ cookies }), ada)).toMatchObject([{ current: true }])
  })

  test("revokes one device, of the user only", async () => {
    const [one, other] = [await createTrustedDevice(from(), ada), await createTrustedDevice(from(), ada)]
    const listed = await listTrustedDevices(from({ cookies: one }), ada)
    const { id } = listed.find(({ current }) => current) ?? expect.fail("not listed")
    expect(await revokeTrustedDevice(from(), eve, id)).toBe(false)
    expect(await trusts({ cookies: one })).toBe(true)
    for (const unknown of ["", "x", "__proto__"]) expect(await revokeTrustedDevice(from(), ada, unknown)).toBe(false)
    expect(await revokeTrustedDevice(from(), ada, id)).toBe(true)
    expect(await revokeTrustedDevice(from(), ada, id)).toBe(false)
    expect([await trusts({ cookies: one }), await trusts({ cookies: other })]).toEqual([false, true])
  })

  test("revokes all devices of the user, and no others", async () => {
    const mine = [await createTrustedDevice(from(), ada), await createTrustedDevice(from({ userAgent: FIREFOX }), ada)]
    const hers = await createTrustedDevice(from(), eve)
    expect(await revokeTrustedDevices(from(), "ada")).toBe(2)
    expect(await revokeTrustedDevices(from(), "ada")).toBe(0)
    for (const cookies of mine) expect(await trusts({ cookies })).toBe(false)
    expect(await trusts({ cookies: hers }, eve)).toBe(true)
    expect(await revokeTrustedDevices(from({ config: { adapter: undefined as never } }), "ada")).toBe(0)
  })
})
