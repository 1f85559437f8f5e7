import { describe, expect, test } from "vitest"
import type { CredentialField } from "../../../client/contract.ts"
import { authjs } from "../../migrate/authjs/index.ts"
import { ADA } from "../../test-kit/password-service.ts"
import type { CookieJarMap } from "../../testing/cookie-client.ts"
import { collectStatuses, countRejected, createService, SESSION } from "../../test-kit/limited-service.ts"

describe("an attacker who guesses passwords (threat 171)", () => {
  test("gets twenty attempts at one user from one address, parallel ones included, and then a 429 page", async () => {
    const { from, authorize } = createService()
    const eve = from("203.0.113.7")
    await eve.csrfToken()
    expect(countRejected(await collectStatuses(1000, () => eve.try()))).toBe(980)
    expect(authorize).toHaveBeenCalledTimes(20)
    const answer = await eve.try()
    expect(answer.headers.get("retry-after")).toBe("900")
    const page = await answer.text()
    expect(page).toContain("Too many attempts")
    expect(page).toContain('role="alert"')
  })

  test("gets a 429 in JSON as well", async () => {
    const { from } = createService({ rateLimit: { limits: { credentialsFor: { points: 1, seconds: 60 } } } })
    const eve = from("203.0.113.7", undefined, { "x-auth-return-redirect": "1" })
    await eve.try()
    const answer = await eve.try()
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
      429,
      "60",
      { url: "https://app.test/auth/signin?error=RateLimited", error: "RateLimited" },
    ])
  })

  test("can try again when the window is over", async () => {
    const { from, later } = createService()
    const eve = from("203.0.113.7")
    await collectStatuses(21, () => eve.try())
    later(900)
    expect((await eve.try()).status).toBe(302)
  })

  test("gains nothing from a successful sign-in of their own in between", async () => {
    const { from, authorize } = createService()
    const eve = from("203.0.113.7")
    for (let round = 0; round < 12; round++) {
      await collectStatuses(9, () => eve.try({ username: `user-${round}`, password: "x" }))
      await eve.try({ username: "eve", password: "x" })
    }
    expect(authorize).toHaveBeenCalledTimes(100)
  })

  test("gains nothing from other spellings of the name", async () => {
    const { from, authorize } = createService()
    const spellings = ["ada", "Ada", " ADA ", "ａｄａ", "àdá", "a\u0300d\u0323a", "a\u200bda", "ad\u00ada\u0000"]
    for (const username of spellings)
      await collectStatuses(5, () => from("203.0.113.7").try({ username, password: "x" }))
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("gains nothing from invisible characters, however many come before the name", async () => {
    const { from, authorize } = createService()
    const spellings = [0, 253, 254, 255, 256].map((length) => `${"\u200b".repeat(length)}ada`)
    for (const username of spellings)
      await collectStatuses(5, () => from("203.0.113.7").try({ username, password: "x" }))
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is one client in the whole IPv6 /64 (threat 268)", async () => {
    const { from, authorize } = createService()
    for (let host = 1; host <= 40; host++) await from(`2001:db8:1:2::${host.toString(16)}`).try()
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is the same client whatever X-Forwarded-For they send (threat 268)", async () => {
    const { from, authorize } = createService()
    for (let turn = 0; turn < 40; turn++) {
      await from("203.0.113.7", undefined, { "x-forwarded-for": `198.51.100.${turn}` }).try()
    }
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is the client of the first trusted proxy (threat 268)", async () => {
    const { from, authorize } = createService({ rateLimit: { trustedProxies: 2 } })
    for (let turn = 0; turn < 40; turn++) {
      const forwarded = `198.51.100.${turn}, 203.0.113.7, 10.0.0.2`
      await from("10.0.0.1", undefined, { "x-forwarded-for": forwarded }).try()
    }
    expect(authorize).toHaveBeenCalledTimes(20)
  })

  test("is counted by the connection's address if the request bypassed the proxy (threat 268)", async () => {
    const { from, authorize } = createService({ rateLimit: { trustedProxies: 1 } })
    for (let turn = 0; turn < 120; turn++) {
      const username = `user-${turn}`
      await from("203.0.113.7").try({ username, password: "wrong" })
      await from("203.0.113.7", undefined, { "x-forwarded-for": turn % 2 ? " , " : "unknown" }).try({
        username,
        password: "wrong",
      })
    }
    expect(authorize).toHaveBeenCalledTimes(100)
  })

  test("is limited by user if no address is known (threat 268)", async () => {
    const { from, authorize } = createService()
    for (let turn = 0; turn < 60; turn++) await from(undefined).try()
    expect(authorize).toHaveBeenCalledTimes(50)
  })

  test("gets fifty attempts an hour from many addresses", async () => {
    const { from, authorize } = createService()
    for (let host = 1; host <= 120; host++) await from(`203.0.113.${host}`).try()
    expect(authorize).toHaveBeenCalledTimes(50)
  })

  test("gains nothing from a second name beside the one that they try", async () => {
    const { from, authorize } = createService({ fields: { username: {}, email: { type: "email" } } })
    const email = "ada@example.com"
    for (let turn = 0; turn < 80; turn++) {
      await from(`203.0.113.${turn}`).try({ username: `user-${turn}`, email, password: "wrong" })
    }
    expect(authorize).toHaveBeenCalledTimes(50)
    // The limit also applies in a browser where the user signed in under another name
    const eve = from("198.51.100.1")
    await eve.try({ ...ADA, email: "eve@example.com" })
    eve.jar.delete(SESSION)
    expect((await eve.try({ ...ADA, email, password: "wrong" })).status).toBe(429)
  })

  test.each<[string, (turn: number) => Record<string, string>]>([
    ["a name", (turn) => ({ user: `junk-${turn}` })],
    ["another field", (turn) => ({ [`a${turn}`]: "x" })],
    ["fields of Latchkit's own forms", (turn) => ({ providerId: `${turn}`, popup: "x", asked: "x", options: "x" })],
    ["many fields", (turn) => Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`f${index}`, `${turn}`]))],
  ])("gains nothing from %s before the field that an undeclared form is looked up by", async (_, junk) => {
    const { from, authorize } = createService({ declared: false })
    for (let turn = 0; turn < 60; turn++)
      await from(`203.0.113.${turn}`).try({ ...junk(turn), nick: "ada", password: "wrong" })
    expect(authorize).toHaveBeenCalledTimes(50)
    expect(authorize).toHaveBeenLastCalledWith(expect.objectContaining({ nick: "ada" }), expect.anything())
  })

  test.each<[string, Record<string, CredentialField>, (turn: number) => Record<string, string>]>([
    ["the password alone", {}, () => ({})],
    ["another name", { email: {} }, (turn) => ({ email: `junk-${turn}@app.test` })],
    ["a shared field", { company: {} }, (turn) => ({ company: `company-${turn}` })],
  ])("gains nothing from a form of an Auth.js app that declares %s", async (_, fields, declared) => {
    const { from, authorize } = createService({ config: authjs(), fields })
    for (let turn = 0; turn < 60; turn++)
      await from(`203.0.113.${turn}`).try({ ...declared(turn), username: "ada", password: "wrong" })
    expect(authorize).toHaveBeenCalledTimes(50)
    expect(authorize).toHaveBeenLastCalledWith(expect.objectContaining({ username: "ada" }), expect.anything())
  })

  test("locks no other user out by a field of an undeclared form that many users share", async () => {
    const { from } = createService({ declared: false })
    const shared = { locale: "en", tenant: "acme", terms: "on", newsletter: "true" }
    for (let turn = 0; turn < 60; turn++)
      await from(`203.0.113.${turn}`).try({ ...shared, nick: `nick-${turn}`, password: "wrong" })
    expect((await from("198.51.100.1").try({ ...shared, ...ADA })).status).toBe(302)
  })

  test("locks no other user of the same company out", async () => {
    const { from } = createService({ fields: { company: {}, username: {} } })
    const company = "acme"
    for (let turn = 0; turn < 60; turn++) {
      await from(`203.0.113.${turn}`).try({ company, username: `user-${turn}`, password: "wrong" })
    }
    expect((await from("198.51.100.1").try({ company, ...ADA })).status).toBe(302)
  })

  test("locks no browser out in which the user's password was right before", async () => {
    const { from, later } = createService()
    const owner = from("192.0.2.1")
    await owner.try(ADA)
    owner.jar.delete(SESSION)
    for (let host = 1; host <= 60; host++) await from(`203.0.113.${host}`).try()
    const stranger = from("198.51.100.1")
    expect((await stranger.try(ADA)).status).toBe(429)
    expect((await owner.try(ADA)).status).toBe(302)
    expect(owner.cookie(SESSION)).toBeDefined()
    later(3600)
    expect((await stranger.try(ADA)).status).toBe(302)
  })

  test("can't make their browser known for another user with a name that ends in theirs", async () => {
    const { authorize, from } = createService({
      rateLimit: { limits: { credentialsAnywhere: { points: 1, seconds: 3600 } } },
    })
    authorize.mockImplementation(({ username }) =>
      username?.includes("|") ? { id: "2", email: "eve@evil.test" } : null,
    )
    const eve = from(undefined)
    await eve.signInWith("credentials", { username: "eve|credentials|ada", password: "x" })
    const { value = "" } = eve.cookie("__Host-latchkit.known") ?? {}
    eve.jar.set("__Host-latchkit.known", { value: value.replace(".", "|credentials|eve.") })
    expect(countRejected(await collectStatuses(3, () => eve.try()))).toBe(2)
  })

  test("can't make their browser known for another user, or for more attempts than any browser", async () => {
    const { from, authorize } = createService()
    const eve = from("203.0.113.7")
    await eve.try(ADA)
    authorize.mockClear()
    await collectStatuses(50, () => eve.try())
    expect(authorize).toHaveBeenCalledTimes(20)
    const forged = new Map(eve.jar) as CookieJarMap
    forged.set("__Host-latchkit.known", { value: `${"0".repeat(32)}.${"0".repeat(64)}` })
    await from("203.0.113.7", forged).try()
    expect(authorize).toHaveBeenCalledTimes(21)
  })
})
