import fc from "fast-check"
import { expect, test } from "vitest"
import { oauthService, signedInName } from "../../test-kit/oauth-service.ts"
import type { SetCookie } from "./options.ts"
import { CHUNK_LENGTH, clearChunked, type CookieJar, parseCookies, readChunked, writeChunked } from "./jar.ts"

const cookie = { name: "__Host-latchkit.session-token", options: { path: "/", secure: true, httpOnly: true } }

/** Returns the jar of a browser that received these cookies, encoded as Latchkit encodes them. */
function applyCookies(before: ReadonlyMap<string, string>, set: readonly SetCookie[]): Map<string, string> {
  const kept = new Map(before)
  for (const { name, value, options } of set) {
    if (options.maxAge === 0) kept.delete(name)
    else kept.set(name, encodeURIComponent(value))
  }
  return kept
}

const toCookieJar = (cookies: ReadonlyMap<string, string>): CookieJar =>
  parseCookies([...cookies].map((pair) => pair.join("=")).join("; ") || null)

/** Lengths around each chunk limit, up to the maximum number of chunks. */
const values = fc.oneof(
  fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 40 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: -2, max: 2 }), fc.constantFrom("a", "_", "=", "%"))
    .map(([chunks, more, unit]) => unit.repeat(chunks * CHUNK_LENGTH + more)),
)

test("reads back what it wrote, whatever an earlier value left behind, and nothing after clearing", () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 4 }), (all) => {
      const end = all.reduce(
        (cookies, value) => {
          const next = applyCookies(cookies, writeChunked(toCookieJar(cookies), cookie, value))
          expect(readChunked(toCookieJar(next), cookie.name)).toBe(value)
          return next
        },
        new Map([["other", "1"]]),
      )
      expect([...applyCookies(end, clearChunked(toCookieJar(end), cookie))]).toEqual([["other", "1"]])
    }),
    { numRuns: 200 },
  )
})

test("if two responses set a value at once, the later value is read whole (threat 206)", () => {
  fc.assert(
    fc.property(values, values, values, (before, first, second) => {
      const jar = applyCookies(new Map(), writeChunked(parseCookies(null), cookie, before))
      const answers = [first, second].map((value) => writeChunked(toCookieJar(jar), cookie, value))
      expect(readChunked(toCookieJar(answers.reduce(applyCookies, jar)), cookie.name)).toBe(second)
    }),
    { numRuns: 300 },
  )
})

test("stores a value in one cookie or in chunks, none longer than browsers accept", () => {
  fc.assert(
    fc.property(values, (value) => {
      const set = writeChunked(parseCookies(null), cookie, value)
      expect(set.map((one) => one.value).join("")).toBe(value)
      for (const one of set) expect(one.value.length).toBeLessThanOrEqual(CHUNK_LENGTH)
    }),
    { numRuns: 200 },
  )
})

test.each([1_000, 5_000, 9_000])(
  "a sign-in with a session of %i bytes opens it beside 180 chunks of other software (threat 50)",
  async (length) => {
    const data = "x".repeat(length)
    const service = await oauthService({
      session: { strategy: "jwt" },
      callbacks: { jwt: ({ token }) => ({ ...token, data }) },
    })
    const flooded = service.browser()
    for (let index = 0; index < 180; index++) flooded.jar.set(`__Host-latchkit.session-token.${index}`, { value: "x" })
    const response = await service.enter(flooded, { sub: "ada", email: "ada@app.test" })
    expect(response.headers.get("location")).toBe("https://app.test/")
    expect(await signedInName(flooded)).toBe("ada@app.test")
  },
)
