import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addProofs, proofsMeet, toSessionProofs, usefulMethods, type RequiredProofs } from "./session-proofs.ts"
import { countFactors, isPhishingResistant, toAmr, webauthnProof, type Proof } from "./proofs.ts"

const PASSWORD: Proof = { kind: "password" }
const EMAIL: Proof = { kind: "email" }
const PROVIDER: Proof = { kind: "provider", email: "ada@example.com" }
const TOTP: Proof = { kind: "totp" }
const RECOVERY: Proof = { kind: "recovery-code" }
const KEY: Proof = { kind: "webauthn", credentialId: "a", userVerified: false, deviceBound: true }
const OTHER_KEY: Proof = { ...KEY, credentialId: "b" }
const PASSKEY: Proof = { kind: "webauthn", credentialId: "c", userVerified: true, deviceBound: false }

const CASES: [name: string, proofs: Proof[], factors: number, amr: string][] = [
  ["nothing", [], 0, ""],
  ["a password", [PASSWORD], 1, "pwd"],
  ["a password twice", [PASSWORD, PASSWORD], 1, "pwd"],
  ["a magic link", [EMAIL], 1, "email"],
  ["a provider", [PROVIDER], 1, "fed"],
  ["a password and an app", [PASSWORD, TOTP], 2, "pwd otp mfa"],
  ["a password and a recovery code", [PASSWORD, RECOVERY], 2, "pwd recovery mfa"],
  ["an app and a recovery code", [TOTP, RECOVERY], 1, "otp recovery"],
  ["a password and a key", [PASSWORD, KEY], 2, "pwd hwk user mfa"],
  ["a magic link and an app", [EMAIL, TOTP], 2, "email otp mfa"],
  ["a passkey that verified the user", [PASSKEY], 2, "swk user mfa"],
  ["a key that didn't", [KEY], 1, "hwk user"],
  ["a key and an app", [KEY, TOTP], 2, "hwk user otp mfa"],
]

test.each(CASES)("%s: factors and methods", (_, proofs, factors, amr) => {
  expect(countFactors(proofs)).toBe(factors)
  expect(toAmr(proofs).join(" ")).toBe(amr)
})

test.each([
  ["a password and then a code by email", [PASSWORD, EMAIL]],
  ["a magic link and then a code by email", [EMAIL, EMAIL]],
  ["a provider and then a code by email", [PROVIDER, EMAIL]],
  ["a key without a PIN and then a code by email", [KEY, EMAIL]],
  ["a code by email and then a password", [EMAIL, PASSWORD]],
] as [string, Proof[]][])("never counts %s as two factors (threat 429)", (_, proofs) => {
  expect(countFactors(proofs)).toBe(1)
  expect(toAmr(proofs)).not.toContain("mfa")
})

test.each([
  ["the same key twice", [KEY, KEY]],
  ["two keys that may be one authenticator", [KEY, OTHER_KEY]],
  ["the password again", [PASSWORD, PASSWORD]],
] as [string, Proof[]][])("never counts %s as two factors (threat 430)", (_, proofs) => {
  expect(countFactors(proofs)).toBe(1)
  expect(toAmr(proofs)).not.toContain("mfa")
})

describe("a WebAuthn assertion", () => {
  const info = { credentialID: "c", userVerified: true, credentialDeviceType: "singleDevice" }

  test("proves what the authenticator signed", () => {
    const proof = { kind: "webauthn", credentialId: "c", userVerified: true, deviceBound: true }
    expect(webauthnProof({ verified: true, authenticationInfo: info })).toEqual(proof)
  })

  test.each([
    ["false", false],
    ["missing", undefined],
    ["a text", "true"],
    ["one", 1],
  ])("counts as one factor if its user verification is %s (threat 431)", (_, flag) => {
    const userVerified = flag as boolean // what another version of the library may return
    const proof = webauthnProof({ verified: true, authenticationInfo: { ...info, userVerified } })
    expect(countFactors(proof ? [proof] : [])).toBe(1)
  })

  test.each([
    ["wasn't verified", { verified: false, authenticationInfo: info }],
    ["has a result that isn't true", { verified: "yes" as unknown as boolean, authenticationInfo: info }],
    ["has no result", { verified: true }],
    ["names no credential", { verified: true, authenticationInfo: { ...info, credentialID: "" } }],
  ])("proves nothing if it %s (threat 431)", (_, verification) => {
    expect(webauthnProof(verification)).toBeUndefined()
  })
})

const anyProof = fc.constantFrom(PASSWORD, EMAIL, PROVIDER, TOTP, RECOVERY, KEY, OTHER_KEY, PASSKEY)
const anyProofs = fc.array(anyProof, { maxLength: 6 })

test("another proof never takes a factor away, and a repeated one adds none (threat 430)", () => {
  fc.assert(
    fc.property(anyProofs, anyProof, (proofs, more) => {
      const before = countFactors(proofs)
      expect(countFactors([...proofs, more])).toBeGreaterThanOrEqual(before)
      expect(countFactors([...proofs, ...proofs])).toBe(before)
    }),
  )
})

test("a code by email after another proof adds no factor, wherever it is (threat 429)", () => {
  fc.assert(
    fc.property(anyProofs, fc.nat(6), (proofs, at) => {
      const place = Math.min(at, proofs.length)
      if (place === 0) return
      expect(countFactors(proofs.toSpliced(place, 0, EMAIL))).toBe(countFactors(proofs))
    }),
  )
})

test("a session's proofs tell a later step-up the same (threats 428, 430)", () => {
  const anyTime = { maxAge: 60, now: 1000 }
  const meets = (proofs: Proof[], required: Partial<RequiredProofs>) =>
    proofsMeet(toSessionProofs(proofs, anyTime.now), { ...anyTime, ...required }, anyTime.now)
  fc.assert(
    fc.property(anyProofs, (proofs) => {
      const amr = toAmr(proofs)
      expect(new Set(amr).size).toBe(amr.length)
      const isShort = new Set(proofs.map((proof) => JSON.stringify(proof))).size <= 3
      if (isShort) expect(meets(proofs, { factors: 2 })).toBe(countFactors(proofs) >= 2)
      if (isShort) expect(meets(proofs, { phishingResistant: true })).toBe(isPhishingResistant(proofs))
      if (countFactors(proofs) < 2) expect(meets(proofs, { factors: 2 })).toBe(false)
      if (countFactors(proofs) < 1) expect(meets(proofs, {})).toBe(false)
    }),
  )
})

test("a session's older proofs count for nothing (threat 448)", () => {
  const proofs = addProofs(toSessionProofs([PASSWORD, TOTP], 1000), [TOTP], 2000)
  expect(proofs.map(({ time, amr }) => `${amr.join(" ")} ${time}`)).toEqual(["pwd 1000", "otp 2000"])
  expect(proofsMeet(proofs, { maxAge: 600, factors: 2 }, 2000)).toBe(false)
  expect(proofsMeet(proofs, { maxAge: 600 }, 2000)).toBe(true)
  expect(proofsMeet(proofs, { maxAge: 1000, factors: 2 }, 2000)).toBe(true)
  expect(proofsMeet([], { maxAge: 1000 }, 2000)).toBe(false)
})

describe("the methods that a user is offered for two factors", () => {
  const required = { maxAge: 600, factors: 2 } as const
  const offered = (held: Record<string, Proof>, fresh: Proof[], at = 1900) =>
    usefulMethods(Object.entries(held), toSessionProofs(fresh, at), { required, now: 2000 })

  test("complete the fresh proofs, and don't make the user repeat one", () => {
    const held = { password: PASSWORD, totp: TOTP, email: EMAIL, recovery: RECOVERY }
    expect(offered(held, [TOTP])).toEqual(["password"])
    expect(offered(held, [PASSWORD])).toEqual(["totp", "recovery"])
    expect(offered(held, [RECOVERY])).toEqual(["password"])
    expect(offered(held, [TOTP], 1000)).toEqual(["password", "totp", "email", "recovery"])
    expect(offered({ ...held, passkey: PASSKEY }, [TOTP])).toEqual(["password", "passkey"])
  })

  test("make the user repeat one if nothing else helps", () => {
    expect(offered({ totp: TOTP, email: EMAIL }, [TOTP])).toEqual(["email"])
    expect(offered({ totp: TOTP }, [TOTP])).toEqual([])
  })
})
