import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { utf8Bytes, type Bytes } from "../crypto/bytes.ts"
import { base32, fromBase32 } from "./base32.ts"
import { normalizeDigits } from "./digits.ts"
import { createTotpSecret, otpauthUrl, totpCode, totpSecretText, totpStep, verifyTotp } from "./totp.ts"

const RFC_SECRET = utf8Bytes("12345678901234567890")
const NOW = Date.UTC(2026, 10, 22, 20, 0, 10)
const anySecret = fc.uint8Array({ minLength: 20, maxLength: 64 }).map((bytes): Bytes => new Uint8Array(bytes))
const time = fc.integer({ min: 60_000, max: 4_102_444_800_000 })

describe("a one-time code", () => {
  test.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("has the value of RFC 6238, appendix B, at %i seconds", async (seconds, code) => {
    expect(await totpCode(RFC_SECRET, totpStep(seconds * 1000), 8)).toBe(code)
    expect(await totpCode(RFC_SECRET, totpStep(seconds * 1000))).toBe(code.slice(2))
  })

  test("has the values of RFC 4226, appendix D", async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, (_, step) => totpCode(RFC_SECRET, step)))
    expect(codes.join(" ")).toBe("755224 287082 359152 969429 338314 254676 287922 162583 399871 520489")
  })

  test("is accepted one step early or late, and no further", async () => {
    const accepted = async (offset: number) =>
      verifyTotp(RFC_SECRET, await totpCode(RFC_SECRET, totpStep(NOW) + offset), { now: NOW })
    const step = totpStep(NOW)
    const offsets = await Promise.all([-2, -1, 0, 1, 2].map(accepted))
    expect(offsets).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  test("works once, and no earlier code works after it (threat 423)", async () => {
    await fc.assert(
      fc.asyncProperty(
        anySecret,
        time,
        fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 }),
        async (secret, now, offsets) => {
          const accepted: number[] = []
          for (const offset of offsets) {
            const code = await totpCode(secret, Math.max(0, totpStep(now) + offset))
            const step = await verifyTotp(secret, code, { now, lastStep: accepted.at(-1) })
            if (step !== undefined) accepted.push(step)
          }
          expect(accepted).toEqual([...new Set(accepted)].toSorted((one, other) => one - other))
          expect(accepted.every((step) => Math.abs(step - totpStep(now)) <= 1)).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
  })

  test("that two steps share uses up both (threat 423)", async () => {
    const step = 910_737
    const [code, next] = await Promise.all([totpCode(RFC_SECRET, step), totpCode(RFC_SECRET, step + 1)])
    expect(next).toBe(code)
    const now = (step + 1) * 30_000
    const used = await verifyTotp(RFC_SECRET, code, { now })
    expect(used).toBe(step + 1)
    expect(await verifyTotp(RFC_SECRET, code, { now, lastStep: used })).toBeUndefined()
  })

  test.each([
    ["a space", "287 082"],
    ["spaces around it", "  287082\n"],
    ["a dash", "287-082"],
    ["a no-break space", "287\u00A0082"],
    ["fullwidth digits", "２８７０８２"],
    ["Arabic digits", "٢٨٧٠٨٢"],
    ["Persian digits", "۲۸۷۰۸۲"],
    ["Hindi digits", "२८७०८२"],
    ["Thai digits", "๒๘๗๐๘๒"],
    ["a direction mark", "\u200E287082\u200F"],
  ])("may be typed with %s", async (_, typed) => {
    expect(await verifyTotp(RFC_SECRET, typed, { now: 59_000 })).toBe(1)
  })

  test.each([
    ["nothing", ""],
    ["spaces", "      "],
    ["five digits", "28708"],
    ["seven digits", "2870820"],
    ["the code twice", "287082287082"],
    ["a number", 287082],
    ["an array", ["287082"]],
    ["an object", { toString: () => "287082" }],
    ["null", null],
    ["a sign", "+287082"],
    ["a decimal point", "28708.2"],
    ["a hexadecimal number", "0x4616a"],
    ["Roman numerals", "ⅡⅧⅦ0Ⅷ2"],
    ["digits of an unknown script", "𑁨𑁮𑁭𑁦𑁮𑁨"],
    ["a long text", " ".repeat(100_000) + "287082"],
  ])("isn't %s (threat 432)", async (_, typed) => {
    expect(await verifyTotp(RFC_SECRET, typed, { now: 59_000 })).toBeUndefined()
  })
})

test("digits are read the same in every spelling", () => {
  const zero = fc.constantFrom(0x30, 0xff10, 0x0660, 0x06f0, 0x0966, 0x0e50)
  const gap = fc.constantFrom("", " ", "-", "\u3000", "\u2013", "\u200E")
  const code = fc.array(fc.tuple(fc.nat(9), zero, gap), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(code, (digits) => {
      const typed = digits.map(([digit, first, space]) => String.fromCodePoint(first + digit) + space).join("")
      expect(normalizeDigits(typed, 6)).toBe(digits.map(([digit]) => digit).join(""))
    }),
  )
})

describe("a secret", () => {
  test("has 160 bits from the system's random source (threat 443)", () => {
    const secrets = Array.from({ length: 50 }, () => createTotpSecret())
    expect(secrets.every(({ length }) => length === 20)).toBe(true)
    expect(new Set(secrets.map(base32)).size).toBe(50)
  })

  test("is shown in groups of four", () => {
    expect(totpSecretText(RFC_SECRET)).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
  })

  test("survives base32, which has one spelling for each", () => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        expect(fromBase32(base32(secret))).toEqual(secret)
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        const bytes = fromBase32(text)
        expect(bytes === null || base32(bytes) === text).toBe(true)
      }),
    )
    expect(["", "f", "fo", "foo", "foob", "fooba", "foobar"].map((text) => base32(utf8Bytes(text)))).toEqual(
      ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"], // RFC 4648, section 10
    )
    expect(["mzxw6", "MZXW6===", "MZ XQ", "MZ", "M", "0189"].map(fromBase32)).toEqual(Array(6).fill(null))
  })
})

describe("the address in the QR code", () => {
  test("has the form that authenticator apps document", () => {
    expect(otpauthUrl({ secret: RFC_SECRET, siteName: "Night book", account: "ada@example.com" })).toBe(
      "otpauth://totp/Night%20book:ada%40example.com" +
        "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Night%20book&algorithm=SHA1&digits=6&period=30",
    )
  })

  test.each([
    ["a second secret", "Shop&secret=AAAA", "ada&secret=BBBB?secret=CCCC#secret=DDDD"],
    ["an issuer of its own", "Shop:Bank", "Bank:ada&issuer=Bank"],
    ["an encoded colon", "Shop%3ABank", "%3Aada%00"],
    ["quotes and tags", `"><script>'`, "<svg onload='x'>"],
    ["reversed text", "Shop\u202Eknab", "ada\u2066\u200F@example.com"],
    ["line breaks and controls", "Shop\r\nX\0", "ada\u2028\u2029\u0085"],
    ["half a character", "Shop\uD800", "\uDC00ada"],
    ["2 KB", "S".repeat(2048), "é😀".repeat(1024)],
    ["nothing", "", " \n "],
    ["a path", "../../hotp/x", "//evil.test/a\\b"],
  ])("keeps %s inside the names (threat 443)", (_, siteName, account) => {
    const text = otpauthUrl({ secret: RFC_SECRET, siteName, account })
    const url = new URL(text)
    expect(text).toMatch(/^otpauth:\/\/totp\/[\w.%-]+(:[\w.%-]+)?\?secret=[A-Z2-7]+&issuer=[\w.%-]+&[\w=&]+$/)
    expect(text.length).toBeLessThan(400)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ digits: "6", period: "30", algorithm: "SHA1" })
    expect([...url.searchParams.keys()]).toEqual(["secret", "issuer", "algorithm", "digits", "period"])
    expect(url.searchParams.get("secret")).toBe(base32(RFC_SECRET))
    const label = decodeURIComponent(url.pathname.slice(1))
    expect(label).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u)
    expect(label.split(":")[0]).toBe(url.searchParams.get("issuer"))
    expect(label.split(":").length).toBeLessThanOrEqual(2)
  })

  test("consists of ASCII characters, whatever the names are (threat 443)", () => {
    const name = fc.string({ unit: "binary", maxLength: 200 })
    fc.assert(
      fc.property(anySecret, name, name, (secret, siteName, account) => {
        const text = otpauthUrl({ secret, siteName, account })
        expect(text).toMatch(/^[\w:/?&=.%-]+$/)
        expect(new URL(text).searchParams.get("secret")).toBe(base32(secret))
      }),
    )
  })
})
