import fc from "fast-check"
import { expect, test } from "vitest"
import type { SetCookie } from "./options.ts"
import { CHUNK_LENGTH, clearChunked, readChunked, writeChunked } from "./chunks.ts"
import { parseCookies, type CookieJar } from "./jar.ts"

const cookie = { name: "__Host-latchkit.session-token", options: { path: "/", secure: true, httpOnly: true } }

/** The jar of a browser that got these cookies, encoded as the service encodes them. */
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

/** Of every length about the borders of a chunk, up to as many chunks as are read. */
const values = fc.oneof(
  fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 40 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: -2, max: 2 }), fc.constantFrom("a", "_", "=", "%"))
    .map(([chunks, more, unit]) => unit.repeat(chunks * CHUNK_LENGTH + more)),
)

test("what is set is read back, whatever an earlier value left behind, and what is cleared is gone", () => {
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

test("attack 206: of two values that are set at one moment the later one is read, whole", () => {
  fc.assert(
    fc.property(values, values, values, (before, first, second) => {
      const jar = applyCookies(new Map(), writeChunked(parseCookies(null), cookie, before))
      const answers = [first, second].map((value) => writeChunked(toCookieJar(jar), cookie, value))
      expect(readChunked(toCookieJar(answers.reduce(applyCookies, jar)), cookie.name)).toBe(second)
    }),
    { numRuns: 300 },
  )
})

test("a value is in one cookie or in its chunks, and none is longer than a browser keeps", () => {
  fc.assert(
    fc.property(values, (value) => {
      const set = writeChunked(parseCookies(null), cookie, value)
      expect(set.map((one) => one.value).join("")).toBe(value)
      for (const one of set) expect(one.value.length).toBeLessThanOrEqual(CHUNK_LENGTH)
    }),
    { numRuns: 200 },
  )
})
