import { CompactSign } from "jose"
import { describe, expect, test } from "vitest"
import { MemoryAdapter } from "../../adapters/memory.ts"
import { ADA, BOB, BOUND, boundService, STRATEGIES } from "../../test-kit/bound-service.ts"
import type { ProofChanges } from "../../test-kit/bound-browser.ts"

const LIFETIME = 10 * 60
const PARALLEL = Array.from({ length: 50 })

/** Each needs what only the changed browser can sign, so the row says how the thief signs. */
type Forgery = [name: string, changes: ProofChanges]

const unsigned = (algorithm: string) => ({
  sign: async (payload: object, header: object = {}) => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
    return `${encode({ alg: algorithm, typ: "dbsc+jwt", ...header })}.${encode(payload)}.`
  },
})
const symmetric = {
  sign: (payload: object, header: object = {}) =>
    new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: "HS256", typ: "dbsc+jwt", ...header })
      .sign(new TextEncoder().encode("s".repeat(32))),
}

const FORGERIES: Forgery[] = [
  ["no algorithm", { signer: unsigned("none") }],
  ["no signature", { signer: unsigned("ES256") }],
  ["a symmetric algorithm", { signer: symmetric }],
  ["another type", { header: { typ: "JWT" } }],
  ["another site's address", { payload: { aud: "https://evil.test/auth/device-bound" } }],
  ["another base path", { payload: { aud: "https://app.test/other/device-bound" } }],
  ["an unknown challenge", { payload: { jti: "x" } }],
]

describe.each(STRATEGIES)("with the %s strategy,", (strategy) => {
  describe("a thief registers a key of their own (threat 522)", () => {
    test("a copied session cookie gets no registration, and a registered session no second one", async () => {
      const service = await boundService({ strategy })
      const ada = await service.browser()
      const answer = await ada.signInWith("credentials", ADA)
      const thief = await service.browser({ jar: new Map(ada.jar) })
      for (const path of ["/session", "/signin", "/csrf", "/account"])
        expect((await thief.get(path)).headers.has("secure-session-registration")).toBe(false)
      expect((await thief.register("none")).status).toBe(400)
      expect((await ada.register(answer)).status).toBe(200)
      expect((await thief.register(answer)).status).toBe(400)
      const own = await (await service.browser()).signInWith("credentials", BOB)
      expect((await thief.register(own)).status).toBe(400)
      service.later(LIFETIME)
      expect(await thief.session()).toBeNull()
    })

    test("a challenge expires after 5 minutes, and opens once for 50 at the same time", async () => {
      const service = await boundService({ strategy })
      const late = await service.browser()
      const answer = await late.signInWith("credentials", ADA)
      service.later(5 * 60 + 16)
      expect((await late.register(answer)).status).toBe(400)
      const ada = await service.browser()
      const next = await ada.signInWith("credentials", ADA)
      const thieves = await Promise.all(PARALLEL.map(() => service.browser({ jar: new Map(ada.jar) })))
      const statuses = await Promise.all(thieves.map(async (thief) => (await thief.register(next)).status))
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    })

    test.each(FORGERIES.filter(([name]) => !name.includes("challenge")))("rejects %s", async (_, changes) => {
      const service = await boundService({ strategy })
      const ada = await service.browser()
      expect((await ada.register(await ada.signInWith("credentials", ADA), changes)).status).toBe(400)
      expect(ada.jar.has(BOUND)).toBe(false)
    })

    test("rejects a key that the proof's own signature doesn't match, and a weak or private one", async () => {
      const service = await boundService({ strategy })
      const [ada, other] = [await service.browser(), await service.browser()]
      const answer = await ada.signInWith("credentials", ADA)
      expect(
        (await ada.register(answer, { signer: { sign: (payload, header) => other.sign(payload, header) } })).status,
      ).toBe(400)
      const short = { kty: "RSA", n: "A".repeat(171), e: "AQAB" }
      const curve = { kty: "EC", crv: "P-384", x: "A".repeat(64), y: "A".repeat(64) }
      const secret = { kty: "oct", k: "AAAA" }
      for (const jwk of [short, curve, secret])
        expect((await ada.register(answer, { header: { jwk } })).status).toBe(400)
    })
  })

  test("a bound session opens at no door without its bound cookie, 100 of 100 times (threat 523)", async () => {
    const service = await boundService({ strategy, session: { bearer: true } })
    const { auth } = service
    const bob = await service.browser()
    await bob.signIn("credentials", BOB)
    const ada = await service.signedIn()
    service.later(15) // the requests of the first page are over
    const token = ada.jar.get("__Host-latchkit.session-token")?.value ?? ""
    const expired = ada.jar.get(BOUND) ?? { value: "" }
    const doors = async (jar: typeof ada.jar) => {
      const thief = service.copyCookies({ jar })
      const page = thief.request("/")
      const bearer = new Request(page.url, { headers: { authorization: `Bearer ${token}` } })
      return [
        await (await thief.get("/session")).json(),
        await auth.getSession(page),
        await auth.getSession(bearer),
        (await auth.refreshSession(page)).session,
        await (await thief.get("/account", { accept: "application/json" })).json(),
        await auth.require(page).catch((error: unknown) => Reflect.get(Object(error), "type")),
      ]
    }
    const closed = [null, null, null, null, null, "SessionRequired"]
    const alone = new Map([...ada.jar].filter(([name]) => name !== BOUND))
    for (let attempt = 0; attempt < 100; attempt++) {
      expect(await doors(alone)).toEqual(closed)
      expect(await doors(new Map([...alone, [BOUND, bob.jar.get(BOUND) ?? expired]]))).toEqual(closed)
      service.time.now += 1000
    }
    service.later(LIFETIME)
    expect(await doors(new Map([...alone, [BOUND, expired]]))).toEqual(closed)
    expect(await doors(new Map([...alone, [BOUND, { value: "x" }]]))).toEqual(closed)
  })

  describe("a refresh (threat 524)", () => {
    test.each(FORGERIES)("rejects %s, and still accepts the browser's own proof", async (_, changes) => {
      const service = await boundService({ strategy })
      const ada = await service.signedIn()
      service.later(LIFETIME, ada)
      expect((await ada.refresh(changes)).status).toBe(403)
      expect(ada.jar.has(BOUND)).toBe(false)
      expect((await ada.refresh()).status).toBe(200)
      expect(await ada.session()).toMatchObject({ bound: true })
    })

    test("rejects another key, also one that the proof brings, and another session's id or challenge", async () => {
      const service = await boundService({ strategy })
      const ada = await service.signedIn()
      const bob = await service.browser()
      await bob.signIn("credentials", BOB)
      const thief = await service.browser({ jar: new Map(ada.jar) })
      Object.assign(thief.state, ada.state)
      expect((await thief.refresh()).status).toBe(403)
      expect((await thief.refresh({ header: { jwk: thief.jwk } })).status).toBe(403)
      expect((await ada.refresh({ payload: { jti: bob.state.challenge } })).status).toBe(403)
      expect((await ada.refresh({ payload: { sub: bob.state.id } })).status).toBe(403)
    })

    test("uses a challenge once, 50 at the same time, and a late one once", async () => {
      const service = await boundService({ strategy })
      const ada = await service.signedIn()
      const first = ada.state.challenge
      expect((await ada.refresh()).status).toBe(200)
      expect((await ada.refresh({ payload: { jti: first } })).status).toBe(403)
      const late = ada.state.challenge
      await ada.refresh({ payload: { jti: "x" } }) // brings a new one
      expect((await ada.refresh({ payload: { jti: late } })).status).toBe(200)
      const { challenge } = ada.state
      const statuses = await Promise.all(
        PARALLEL.map(async () => (await ada.refresh({ payload: { jti: challenge } })).status),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    })

    test("rejects a challenge after its time, and a registration's", async () => {
      const service = await boundService({ strategy })
      const ada = await service.browser()
      const answer = await ada.signInWith("credentials", ADA)
      await ada.register(answer)
      const [, registration] = /challenge="([^"]+)"/.exec(answer.headers.get("secure-session-registration") ?? "") ?? []
      expect((await ada.refresh({ payload: { jti: registration } })).status).toBe(403)
      service.later(LIFETIME + 5 * 60 + 16, ada)
      expect((await ada.refresh()).status).toBe(403)
      expect((await ada.refresh()).status).toBe(200)
    })

    test("of one site isn't accepted by another of the same secret and database", async () => {
      const adapter = MemoryAdapter()
      const here = await boundService({ strategy, adapter })
      const ada = await here.signedIn()
      for (const base of ["https://other.test/auth", "https://app.test/other"]) {
        const there = await boundService({ strategy, adapter, base })
        const moved = await there.browser({ jar: new Map(ada.jar) })
        const post = {
          "sec-secure-session-id": ada.state.id ?? "",
          "secure-session-response": await ada.sign({ jti: ada.state.challenge }),
        }
        expect(await (await moved.post("/device-bound", {}, post)).json()).toMatchObject({ continue: false })
        there.time.now += LIFETIME * 1000
        expect(await moved.session()).toBeNull()
      }
    })
  })

  test("only the browser itself gets a response to a refresh, and a fault signs nobody out (threat 525)", async () => {
    const adapter = MemoryAdapter()
    const service = await boundService({ strategy, adapter, config: { trustedOrigins: ["https://trusted.test"] } })
    const ada = await service.signedIn()
    expect((await ada.post("/device-bound", {})).status).toBe(400)
    expect((await ada.get("/device-bound")).status).toBe(405)
    const crossed = { origin: "https://evil.test", "sec-fetch-site": "cross-site", "sec-secure-session-id": "x" }
    expect((await ada.post("/device-bound", {}, crossed)).status).toBe(403)
    for (const origin of ["https://trusted.test", "https://evil.test"]) {
      const own = { origin, "sec-secure-session-id": ada.state.id ?? "" }
      const asked = await ada.send("/device-bound", { method: "POST", headers: own })
      expect([origin, asked.headers.get("access-control-allow-origin")]).toEqual([origin, null])
      const preflight = { origin, "access-control-request-method": "POST" }
      const allowed = await ada.send("/device-bound", { method: "OPTIONS", headers: preflight })
      expect([origin, allowed.headers.get("access-control-allow-origin")]).toEqual([origin, null])
    }
    service.later(LIFETIME, ada)
    const read = adapter.getAccountRecord
    adapter.getAccountRecord = () => Promise.reject(new Error("down"))
    expect((await ada.refresh()).status).toBeGreaterThanOrEqual(500)
    if (read) adapter.getAccountRecord = read
    const answer = await ada.refresh()
    expect(answer.status).toBe(200)
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin")
    expect(answer.headers.get("x-frame-options")).toBe("DENY")
    expect(await ada.session()).toMatchObject({ bound: true })
  })

  test("a link of another site leads to a bound session, although its refresh has no cookie", async () => {
    const service = await boundService({ strategy })
    const ada = await service.signedIn()
    service.later(LIFETIME, ada)
    const kept = new Map(ada.jar)
    ada.jar.clear()
    expect((await ada.refresh()).status).toBe(200)
    for (const [name, cookie] of kept) ada.jar.set(name, cookie)
    expect(await ada.session()).toMatchObject({ bound: true })
  })
})
