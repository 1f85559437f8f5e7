import fc from "fast-check"
import { expect, test } from "vitest"
import { normalizeEmail } from "./email-address.ts"
import { quickest } from "../test-kit/quickest.ts"

test.each([
  ["ada@app.test", "ada@app.test"],
  [" Ada.Lovelace+news@App.TEST ", "ada.lovelace+news@app.test"],
  ["o'neil@app.test", "o'neil@app.test"],
  ["jose\u0301@app.test", "josé@app.test"],
  ["na..me@docomo.ne.jp", "na..me@docomo.ne.jp"],
  ["Name.@ezweb.ne.jp", "name.@ezweb.ne.jp"],
  ["हिन्दी@डाटामेल.भारत", "हिन्दी@xn--c2bd4bq1db8d.xn--h2brj9c"],
  ["தமிழ்@app.test", "தமிழ்@app.test"],
  ["ที่อยู่@app.test", "ที่อยู่@app.test"],
])("normalizes the address %j to %j", (given, wanted) => expect(normalizeEmail(given)).toBe(wanted))

test("treats two spellings of one international domain as one address (threat 140)", () => {
  expect(normalizeEmail("x@аррӏе.com")).toBe("x@xn--80ak6aa92e.com")
  expect(normalizeEmail("x@XN--80AK6AA92E.com")).toBe("x@xn--80ak6aa92e.com")
  expect(normalizeEmail("x@exámple.com")).not.toBe("x@example.com")
})

test.each([
  "a@evil.test,victim@app.test",
  "victim,attacker@evil.test",
  '"e@evil.test"@victim.test',
  "attacker@evil.test＠victim.test",
  "attacker@evil.test﹫victim.test",
  "a@b.test c@d.test",
  "a@b.test;c@d.test",
])("rejects %j, which isn't one address (threat 136)", (list) => expect(normalizeEmail(list)).toBeNull())

test.each([
  "<x@y.test>",
  "x@y.test>",
  "g:a@evil.test;",
  "a;b@y.test",
  "x(c)@y.test",
  "<@a,@b:x@y.test>",
  "x%evil@y.test",
  "a!b@y.test",
  "a b@y.test",
  ".a@y.test",
  "..a@y.test",
  ".@y.test",
  "\u0301a@y.test",
  "@y.test",
  "a@",
  "a@y",
  "a@-y.test",
  "a@y..test",
  "a@127.0.0.1",
  "a@[127.0.0.1]",
  "a@y.test/x",
  "a@y.test:25",
  "a@y.test#x",
  "a@u:p@y.test",
  `${"g:".repeat(10_000)}a@y.test`,
])("rejects %j (threat 137)", (sugar) => expect(normalizeEmail(sugar)).toBeNull())

test.each(["a\r\nBcc: z@evil.test", "a@y.test\r\nBcc: z@evil.test", "-oQ/tmp@x.test", "a\0@y.test", "a@y.test\u2028"])(
  "never lets %j reach an email program (threat 138)",
  (injection) => expect(normalizeEmail(injection) ?? "").not.toMatch(/[\r\n\0\u2028]|^-/),
)

test.each([
  null,
  undefined,
  "",
  " ",
  42,
  ["a@y.test"],
  { $ne: "" },
  "a".repeat(65) + "@y.test",
  "é".repeat(33) + "@y.test",
  "💌".repeat(17) + "@y.test",
  `a@${"y.".repeat(150)}test`,
])("rejects %j, which isn't an address (threat 128)", (nothing) => expect(normalizeEmail(nothing)).toBeNull())

test("allows 64 octets before the @ and 254 in total, regardless of the number of characters", () => {
  expect(normalizeEmail(`${"é".repeat(32)}@y.test`)).not.toBeNull()
  expect(normalizeEmail(`${"é".repeat(32)}a@y.test`)).toBeNull()
  const domain = `${`${"d".repeat(60)}.`.repeat(3)}test`
  expect(normalizeEmail(`${"é".repeat(32)}@x.${domain}`)).not.toBeNull()
  expect(normalizeEmail(`${"é".repeat(32)}@xx.${domain}`)).toBeNull()
})

test.each(["\u3164", "\u115f", "\u1160", "\uffa0", "ada\u3164", "\u3164ada", "a.\u115f"])(
  "doesn't let an invisible letter make a second address: %j (threat 129)",
  (local) => expect(normalizeEmail(`${local}@app.test`)).toBeNull(),
)

test.each(["\u3164", "\u115f", "\u1160", "\uffa0", "\u034f", "\ufe0f"])(
  "rejects a domain with an invisible letter, which a URL would drop: %j (threat 129)",
  (letter) => {
    for (const domain of [`a${letter}pp.test`, `${letter}app.test`, `app.test${letter}`])
      expect(normalizeEmail(`ada@${domain}`)).toBeNull()
  },
)

test("treats spellings of one address that differ in case or Unicode form as one (threat 129)", () => {
  const stored = normalizeEmail("victím@x.test")
  for (const spelling of ["VICTÍM@X.TEST", "victi\u0301m@x.test", "Victím@x.TEST"])
    expect(normalizeEmail(spelling)).toBe(stored)
})

test("checks a hostile address of any length at once (threat 286)", async () => {
  const hostile = ["a".repeat(1e5), "a@".repeat(5e4), `${"a.".repeat(120)}@x`, `a@${"a-".repeat(120)}`]
  expect(await quickest(() => hostile.forEach((text) => normalizeEmail(text)))).toBeLessThan(50)
})

const local = fc.stringMatching(
  /^[a-zA-Z0-9#$&'*+/=?^_{|}~][a-zA-Z0-9#$&'*+/=?^_{|}~-]{0,20}(\.[\p{L}\p{N}]{1,10}){0,2}$/u,
)
// Standalone combining marks, including invisible ones, are excluded, because some letters decompose into them
const addresses = fc
  .tuple(local, fc.domain())
  .map((parts) => parts.join("@"))
  .filter((address) => !/\p{M}|\p{DI}/u.test(address.normalize("NFC").toLowerCase()))
  .filter((address) => new TextEncoder().encode(address.normalize("NFC").toLowerCase()).indexOf(64) <= 64) // octets before @

test("keeps a normalized address, and normalizes other cases and spaces to it", () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const normal = normalizeEmail(address)
      expect(normal).not.toBeNull()
      expect(normalizeEmail(normal)).toBe(normal)
      expect(normalizeEmail(` ${address}\n`)).toBe(normal)
      expect(normalizeEmail(address.normalize("NFD"))).toBe(normal)
    }),
  )
})

test("returns one valid address or null for any text, in lower case, on a host that a URL accepts", () => {
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.emailAddress(),
    fc.tuple(fc.string({ unit: "binary" }), fc.domain()).map((parts) => parts.join("@")),
    fc.tuple(local, fc.string({ unit: "binary" })).map((parts) => parts.join("@")),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const normal = normalizeEmail(text)
      if (normal === null) return
      const [name = "", host = "", ...more] = normal.split("@")
      expect([name === "", more, normal]).toEqual([false, [], normalizeEmail(normal)])
      expect(new URL(`http://${host}/`).hostname).toBe(host)
      expect(normal).not.toMatch(/[\p{Z}\p{Cc}<>()[\]\\,;:"A-Z]/u)
    }),
    { numRuns: 2000 },
  )
})
