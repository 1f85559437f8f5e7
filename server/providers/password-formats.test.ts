import { argon2Sync, createHash, scryptSync } from "node:crypto"
import { execFileSync, spawnSync } from "node:child_process"
import { compare, hash } from "bcryptjs"
import { hashPassword } from "better-auth/crypto"
import { describe, expect, test } from "vitest"
import type { PasswordFormat } from "../core/crypto/passwords/hasher.ts"
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

  test("of Django's bcrypt_sha256 match only with a function that compares (threats 457 and 461)", async () => {
    const digits = (password: string) => createHash("sha256").update(password).digest("hex")
    const stored = `bcrypt_sha256$${await hash(digits("a".repeat(80)), 4)}`
    const format = django({ bcrypt: compare })
    expect([format.matches(stored), django().matches(stored)]).toEqual([true, false])
    expect(await format.verify("a".repeat(80), stored)).toBe(true)
    // The whole password counts, and its digits alone are not the password
    for (const wrong of ["a".repeat(79), "a".repeat(81), digits("a".repeat(80))])
      expect(await format.verify(wrong, stored)).toBe(false)
    for (const malformed of [`${stored}a`, stored.replace("$$2b$", "$$2x$"), "bcrypt_sha256$", "bcrypt_sha256$$2b$04$"])
      expect(format.matches(malformed)).toBe(false)
    expect(format.matches(DJANGO_HASH)).toBe(true)
  })

  test("of PHP match with a library that knows only `$2b$`, and those of Spring too", async () => {
    const stored = await hash("letmein", 4)
    const seen: string[] = []
    const strict = async (password: string, given: string) => (seen.push(given), compare(password, given))
    const format = bcrypt(strict)
    for (const other of [
      stored.replace("$2b$", "$2y$"),
      `{bcrypt}${stored}`,
      `{bcrypt}${stored.replace("$2b$", "$2y$")}`,
    ]) {
      expect(format.matches(other)).toBe(true)
      expect(await format.verify("letmein", other)).toBe(true)
      expect(await format.verify("letmeout", other)).toBe(false)
    }
    expect(seen.every((given) => given === stored)).toBe(true)
    expect(format.matches(`{noop}${stored}`)).toBe(false)
  })

  test("of all hashers of Django match", async () => {
    const format = django({ bcrypt: compare })
    const nonce = Buffer.from("some salt of Django's")
    const argon = async (algorithm: "argon2id" | "argon2i") => {
      const costs = { memory: 1024, passes: 2, parallelism: 8 }
      const key = argon2Sync(algorithm, { message: "letmein", nonce, tagLength: 32, ...costs })
      return `argon2$${algorithm}$v=19$m=1024,t=2,p=8$${[nonce, key].map((part) => part.toString("base64").replaceAll("=", "")).join("$")}`
    }
    const key = scryptSync("letmein", "seasalt", 64, { N: 1024, r: 8, p: 5 }).toString("base64")
    const all = [
      await argon("argon2id"),
      await argon("argon2i"),
      `scrypt$1024$seasalt$8$5$${key}`,
      `bcrypt$${await hash("letmein", 4)}`,
    ]
    for (const stored of all) {
      expect([stored, format.matches(stored)]).toEqual([stored, true])
      expect(await format.verify("letmein", stored)).toBe(true)
      expect(await format.verify("letmeout", stored)).toBe(false)
    }
    expect(django().matches(all[3] ?? "")).toBe(false)
    for (const costly of [
      `scrypt$1048576$seasalt$8$5$${key}`,
      `scrypt$1000$seasalt$8$5$${key}`,
      "argon2$argon2id$v=19$m=4194304,t=2,p=8$c29tZSBzYWx0$c29tZSBzYWx0IG9mIERqYW5nbydz",
    ])
      expect(format.matches(costly)).toBe(false)
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

// Debian's libcrypt is another implementation of bcrypt, and Perl comes with Debian
const cryptPassword = (password: string, salt: string) =>
  spawnSync("perl", ["-e", "print crypt($ARGV[0], $ARGV[1])", password, salt], { encoding: "utf8" }).stdout
const hasCrypt = cryptPassword("x", "$2b$04$abcdefghijklmnopqrstuu")?.startsWith("$2b$04$") === true
if (!hasCrypt) console.warn("SKIPPED: the system's libcrypt has no bcrypt") // in CI its test fails then

describe("hashes of other programs match", () => {
  const format = bcrypt(compare)

  test("of bcryptjs, as Supabase, Auth0 and Clerk export them", async () => {
    const stored = await hash("pässword-1", 5)
    for (const prefix of ["$2a$", "$2b$", "$2y$"]) {
      const row = stored.replace("$2b$", prefix)
      expect([format.matches(row), await format.verify("pässword-1", row)]).toEqual([true, true])
      expect(await format.verify("pässword-2", row)).toBe(false)
    }
  })

  test("of bcryptjs with a pepper, as Devise appends it", async () => {
    const stored = (await hash("pässword-1a pepper of the app", 5)).replace("$2b$", "$2a$")
    expect(await bcrypt(compare, { pepper: "a pepper of the app" }).verify("pässword-1", stored)).toBe(true)
    expect(await format.verify("pässword-1", stored)).toBe(false)
  })

  test("of bcryptjs, but not of a longer password with the same first 72 bytes (threat 457)", async () => {
    const long = "b".repeat(72)
    const stored = await hash(long, 5)
    expect(await compare(`${long}!`, stored)).toBe(true) // the fault of bcrypt
    expect([await format.verify(long, stored), await format.verify(`${long}!`, stored)]).toEqual([true, false])
  })

  test.skipIf(!hasCrypt && !process.env["CI"])("of libcrypt", async () => {
    for (const prefix of ["$2a$", "$2b$", "$2y$"]) {
      const stored = cryptPassword("pässword-1", `${prefix}05$abcdefghijklmnopqrstuu`)
      expect([format.matches(stored), await format.verify("pässword-1", stored)]).toEqual([true, true])
      expect(await format.verify("pässword-2", stored)).toBe(false)
    }
  })

  test.each(["SHA256", "SHA1"])("of OpenSSL's PBKDF2 with %s, as Django stores them", async (digest) => {
    const length = digest === "SHA1" ? "20" : "32"
    const options = ["-kdfopt", `digest:${digest}`, "-kdfopt", "iter:2000", "-binary"]
    const salted = ["-kdfopt", "pass:pässword-1", "-kdfopt", "salt:saltOfDjango", "PBKDF2"]
    const derived = execFileSync("openssl", ["kdf", "-keylen", length, ...options, ...salted]).toString("base64")
    const stored = `pbkdf2_${digest.toLowerCase()}$2000$saltOfDjango$${derived}`
    expect([django().matches(stored), await django().verify("pässword-1", stored)]).toEqual([true, true])
    expect(await django().verify("pässword-2", stored)).toBe(false)
  })
})
