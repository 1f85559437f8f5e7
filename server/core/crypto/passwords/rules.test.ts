import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import { COMMON_PASSWORDS } from "./common.generated.ts"
import { checkNewPassword, isBreached, wordsIn } from "./rules.ts"

const check = async (password: string, minLength = 15) => {
  const result = await checkNewPassword(password, {
    minLength,
    commonPasswords: async () => COMMON_PASSWORDS,
    words: ["Nightbook", "nightbook.test", "grace.hopper@app.test", "Grace Hopper", null],
  })
  return typeof result === "string" ? result : "good"
}

describe("a new password", () => {
  test.each([
    ["four words in a row", "good"],
    ["grace hopper likes compilers", "good"],
    ["short", "PasswordTooShort"],
    ["fourteen chars", "PasswordTooShort"],
    ["😀".repeat(14), "PasswordTooShort"],
    ["a".repeat(129), "PasswordTooLong"],
    ["nul\0 in the middle of it", "PasswordInvalid"],
    ["passwordpassword", "PasswordCommon"],
    ["aaaaaaaaaaaaaaaaaa", "PasswordCommon"],
    ["abcabcabcabcabcabc", "PasswordCommon"],
    ["123456789012345678", "PasswordCommon"],
    ["mnbvcxzlkjhgfdsapoiuytrewq", "PasswordCommon"],
    ["Nightbook2026!!!", "PasswordPersonal"],
    ["grace.hopper@app.test", "PasswordPersonal"],
    ["GraceHopper1234", "PasswordPersonal"],
  ])("%s: %s (threat 466)", async (password, expected) => {
    expect(await check(password)).toBe(expected)
  })

  test("of 8 characters may not be common (threat 466)", async () => {
    expect(await check("Password1", 8)).toBe("PasswordCommon")
    expect(await check("sunshine", 8)).toBe("PasswordCommon")
    expect(await check("kx7 qzpv", 8)).toBe("good")
  })
})

test("rejects each word of the list of common passwords", async () => {
  const words = wordsIn(COMMON_PASSWORDS)
  expect(words).toHaveLength(3309)
  const digest = createHash("sha256").update(words.join("\n")).digest("hex")
  expect(digest).toBe("563db59e128f71cd426d3df48fbc6f1b7adf41eace5888d026ef16b480beaf70")
  expect(new Set(await Promise.all(words.map((word) => check(word, 8))))).toEqual(new Set(["PasswordCommon"]))
})

describe("a known breach", () => {
  // SHA-1 of "password": 5BAA6 1E4C9B93F3F0682250B6CF8331B7EE68FD8
  const suffix = "1E4C9B93F3F0682250B6CF8331B7EE68FD8"

  test.each([
    [`0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${suffix}:52256179\r\n`, true],
    [`${suffix.toLowerCase()}:1`, true],
    [`${suffix}:0\r\n`, false],
    [`${suffix}:-1\r\n`, false],
    [`${suffix}\r\n`, false],
    ["<html><body>Try again later</body></html>", false],
    ["", false],
  ])("is found by 5 digits of the hash: %j (threat 468)", async (body, expected) => {
    const asked: string[] = []
    expect(await isBreached("password", async (prefix) => (asked.push(prefix), body))).toBe(expected)
    expect(asked).toEqual(["5BAA6"])
  })
})
