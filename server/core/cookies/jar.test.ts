import { stringifySetCookie } from "cookie"
import fc from "fast-check"
import { expect, test } from "vitest"
import { passwordService } from "../../test-kit/password-service.ts"
import { parseCookies, readChunked } from "./jar.ts"
import { quickest } from "../../test-kit/quickest.ts"

test("finds values by exact name, decoded", () => {
  const jar = parseCookies("a=1; b=x%20y;c=3=4 ;\td=5")
  expect(["a", "b", "c", "d", "A"].map((name) => jar.get(name))).toEqual(["1", "x y", "3=4", "5", undefined])
})

test("ignores a cookie that was sent twice (threat 47)", () => {
  const jar = parseCookies("s=attacker; s=victim")
  expect(jar.get("s")).toBeUndefined()
  expect(jar.has("s")).toBe(true)
  expect(readChunked(parseCookies("s.0=a; s.0=b; s.1=c"), "s")).toBeUndefined()
})

test("a longer name is another name (threat 48)", () => {
  expect(readChunked(parseCookies("sX=1; s-legacy=1; s.evil=1; s.1=1; s.00=1"), "s")).toBeUndefined()
  expect(readChunked(parseCookies("s.0=a; s.1=b; s.evil=1; s.3=d"), "s")).toBe("ab")
})

test("names of Object.prototype are names like any other (threat 52)", () => {
  const jar = parseCookies("__proto__=x; constructor=y")
  expect(jar.get("__proto__")).toBe("x")
  expect(jar.get("hasOwnProperty")).toBeUndefined()
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined()
})

test.each([
  ["a cookie without a name", "=__Host-x=v; __Host-x"],
  ["a quoted value that hides another", '$Version=1; a="b; __Host-x-not=1"'],
  ["a name after a wide space", "\u2000__Host-x=v; \u0085__Host-x=v"],
  ["a name in another case", "__host-x=v; __HOST-X=v"],
])("doesn't confuse %s with a prefixed name (threat 53)", (_, header) => {
  expect(parseCookies(header).get("__Host-x")).toBeUndefined()
})

test("keeps a broken escape as it is (threat 54)", () => {
  const jar = parseCookies("s=%E0%A4%A; c=%; t=%zz")
  expect(["s", "c", "t"].map((name) => jar.get(name))).toEqual(["%E0%A4%A", "%", "%zz"])
})

const token = fc.stringMatching(/^[!#$%&'*+.^`|~\w-]{1,20}$/)

test("reads back every name and value that was set, in any order", () => {
  fc.assert(
    fc.property(fc.dictionary(token, fc.string({ unit: "grapheme" })), (cookies) => {
      const pairs = Object.entries(cookies).map(([name, value]) => stringifySetCookie({ name, value }))
      const jar = parseCookies(pairs.join("; "))
      expect([...jar.names()].sort()).toEqual(Object.keys(cookies).sort())
      for (const [name, value] of Object.entries(cookies)) expect(jar.get(name)).toBe(value)
    }),
  )
})

test("parses a header of spaces in linear time (threat 286)", async () => {
  const auth = passwordService()
  const cookie = `a=b${" ".repeat(60_000)}c`
  const read = async () => {
    const answer = await auth.handle(new Request("https://app.test/auth/session", { headers: { cookie } }))
    expect(await answer.json()).toBeNull()
  }
  expect(await quickest(read)).toBeLessThan(1000) // a regular expression took twenty times as long
})

test("never throws, and a cookie that it returns was sent exactly once", () => {
  const anything = fc.array(fc.oneof(token, fc.constantFrom("=", ";", "; ", " ", "\t", '"', "%", "%41", "a")), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(anything, (parts) => {
      const header = parts.join("")
      const jar = parseCookies(header)
      for (const name of jar.names()) {
        const times = header.split(";").filter((pair) => pair.includes("=") && pair.split("=")[0]?.trim() === name)
        expect(jar.get(name) === undefined).toBe(times.length !== 1)
      }
    }),
  )
})
