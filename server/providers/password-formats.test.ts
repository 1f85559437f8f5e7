import { hashPassword } from "better-auth/crypto"
import { describe, expect, test } from "vitest"
import type { PasswordFormat } from "../crypto/passwords/hasher.ts"
import { bcrypt, betterAuth, django, firebaseScrypt, phc } from "./password-formats.ts"

// The vector that Firebase publishes
const FIREBASE = {
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  saltSeparator: "Bw==",
  rounds: 8,
  memCost: 14,
}
const FIREBASE_HASH =
  "$firebase$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="
const DJANGO_HASH = "pbkdf2_sha256$1000$seasalt$R1/GfWtwog1T8Ev9VndgDjzkiRzbFr8JpmJtL9cMmQU="

const BCRYPT_HASH = `$2b$10$${"a".repeat(53)}`

describe("the hashes of another system", () => {
  test("of Better Auth match", async () => {
    const stored = await hashPassword("ﬁne pässword")
    const format = betterAuth()
    expect(format.matches(stored)).toBe(true)
    expect(await format.verify("ﬁne pässword", stored)).toBe(true)
    expect(await format.verify("fine password", stored)).toBe(false)
  })

  test("of Firebase match", async () => {
    const format = firebaseScrypt(FIREBASE)
    expect(format.matches(FIREBASE_HASH)).toBe(true)
    expect(await format.verify("user1password", FIREBASE_HASH)).toBe(true)
    expect(await format.verify("user1passwore", FIREBASE_HASH)).toBe(false)
    expect(() => firebaseScrypt({ ...FIREBASE, memCost: 30 })).toThrow(/memCost 30/)
  })

  test("of Django match", async () => {
    const format = django()
    expect(format.matches(DJANGO_HASH)).toBe(true)
    expect(await format.verify("letmein", DJANGO_HASH)).toBe(true)
    expect(await format.verify("letmeout", DJANGO_HASH)).toBe(false)
  })

  test("of bcrypt never match by their first 72 bytes alone (threats 457 and 461)", async () => {
    const compared: string[] = []
    const format = bcrypt(async (password) => (compared.push(password), true), { pepper: "!" })
    expect(await format.verify("a".repeat(71), BCRYPT_HASH)).toBe(true)
    for (const long of ["a".repeat(72), "é".repeat(36), `${"a".repeat(71)}é`])
      expect(await format.verify(long, BCRYPT_HASH)).toBe(false)
    expect(compared).toEqual([`${"a".repeat(71)}!`])
    for (const stored of ["$2x$", "$2$", "$3b$"].map((prefix) => BCRYPT_HASH.replace("$2b$", prefix)))
      expect(format.matches(stored)).toBe(false)
    for (const cost of ["03", "17", "31", "4"])
      expect(format.matches(BCRYPT_HASH.replace("$10$", `$${cost}$`))).toBe(false)
    expect(format.matches(`${BCRYPT_HASH}a`)).toBe(false)
  })

  test("match exactly one format (threat 461)", () => {
    const formats: PasswordFormat[] = [
      bcrypt(async () => true),
      betterAuth(),
      firebaseScrypt(FIREBASE),
      django(),
      phc(),
    ]
    const hashes = [
      `${"a".repeat(32)}:${"b".repeat(128)}`,
      FIREBASE_HASH,
      DJANGO_HASH,
      BCRYPT_HASH,
      `$pbkdf2-sha512$i=1000$${"A".repeat(22)}$${"A".repeat(43)}`,
    ]
    const matched = hashes.map((stored) => formats.filter((format) => format.matches(stored)).map(({ name }) => name))
    expect(matched).toEqual([["better-auth"], ["firebase"], ["django"], ["bcrypt"], ["phc"]])
  })

  test.each([
    "plain text",
    "5f4dcc3b5aa765d61d8327deb882cf99",
    "sha1$salt$5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8",
    "pbkdf2_sha256$99999999$salt$yx5lIphpDIXcsEYJyvonXJl/c5dwl6MI5ndvKCEDmJ8=",
    "pbkdf2_md5$1000$salt$yx5lIphpDIXcsEYJyvonXJl/c5dwl6MI5ndvKCEDmJ8=",
    `${"a".repeat(32)}:${"b".repeat(127)}`,
    "$firebase$$",
  ])("are rejected in any other form: %s (threats 460 and 461)", (stored) => {
    for (const format of [betterAuth(), firebaseScrypt(FIREBASE), django(), phc()])
      expect(format.matches(stored), format.name).toBe(false)
  })
})
