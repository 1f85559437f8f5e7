import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  decideSecondFactor,
  factorMethods,
  otherPasskeys,
  type FactorMethod,
  type SecondFactorFacts,
} from "./user-factors.ts"
import { countFactors, type Proof } from "../request/proofs.ts"

const ADDRESS = "ada@example.com"
const NO_EMAIL_CODE = { enabled: false, address: ADDRESS }
const EMAIL_CODE = { enabled: true, address: ADDRESS }
const key = (credentialId: string, userVerified = false): Proof => ({
  kind: "webauthn",
  credentialId,
  userVerified,
  deviceBound: true,
})
const facts = (more: Partial<SecondFactorFacts> = {}): SecondFactorFacts => ({
  proofs: [{ kind: "password" }],
  enrolled: true,
  totp: true,
  recoveryCodes: 10,
  passkeys: [],
  emailCode: NO_EMAIL_CODE,
  required: false,
  newAccount: false,
  ...more,
})
const none = { enrolled: false, totp: false, recoveryCodes: 0 }
const verify = (...methods: FactorMethod[]) => ({ kind: "verify", methods })

describe("the second step", () => {
  test.each<[string, Partial<SecondFactorFacts>, object]>([
    ["is skipped without factors", none, { kind: "continue" }],
    ["asks for what the user has", {}, verify("totp", "recovery")],
    ["prefers a passkey", { passkeys: ["a"] }, verify("passkey", "totp", "recovery")],
    ["is done by a passkey that verified the user", { proofs: [key("a", true)] }, { kind: "continue" }],
    ["is done by a second proof", { proofs: [{ kind: "password" }, { kind: "totp" }] }, { kind: "continue" }],
    ["follows a provider too", { proofs: [{ kind: "provider" }] }, verify("totp", "recovery")],
    ["follows a magic link too", { proofs: [{ kind: "email" }] }, verify("totp", "recovery")],
    ["follows a key without a PIN", { proofs: [key("a")], passkeys: ["a"] }, verify("totp", "recovery")],
    ["asks for any passkey if one is required", { ...none, required: true, passkeys: ["a"] }, verify("passkey")],
  ])("%s", (_, more, decision) => {
    expect(decideSecondFactor(facts(more))).toEqual(decision)
  })

  test("never turns off because a secret can't be read (threat 436)", () => {
    expect(decideSecondFactor(facts({ totp: false }))).toEqual(verify("recovery"))
    expect(decideSecondFactor(facts({ totp: false, recoveryCodes: 0 }))).toEqual(verify())
  })

  test("asks for the mailbox before a first factor is enrolled, unless this sign-in proved it (threat 434)", () => {
    const enroll = (more: Partial<SecondFactorFacts>) => decideSecondFactor(facts({ ...none, required: true, ...more }))
    expect(enroll({})).toEqual({ kind: "enroll", proveMailbox: true })
    expect(enroll({ proofs: [{ kind: "provider", email: ADDRESS }] })).toEqual({ kind: "enroll", proveMailbox: true })
    expect(enroll({ newAccount: true })).toEqual({ kind: "enroll", proveMailbox: false })
    expect(enroll({ proofs: [{ kind: "email" }] })).toEqual({ kind: "enroll", proveMailbox: false })
    const proven: Proof[] = [{ kind: "password" }, { kind: "email" }]
    expect(enroll({ proofs: proven })).toEqual({ kind: "enroll", proveMailbox: false })
  })
})

test("accepts no weaker factor if a phishing-resistant one is required (threat 428)", () => {
  const strict = { phishingResistant: true, passkeys: ["a"], emailCode: EMAIL_CODE }
  expect(factorMethods(facts(strict))).toEqual(["passkey"])
  expect(factorMethods(facts({ ...strict, passkeys: [] }))).toEqual([])
  const proofs: Proof[] = [{ kind: "password" }, { kind: "totp" }]
  expect(decideSecondFactor(facts({ ...strict, proofs }))).toEqual(verify("passkey"))
})

test("never accepts the passkey that was the first factor, in any spelling of its id (threat 430)", () => {
  const proofs = [key("a-b_")]
  expect(otherPasskeys({ proofs, passkeys: ["a-b_", "a+b/", "a+b/=="] })).toEqual([])
  expect(otherPasskeys({ proofs, passkeys: ["a-b_", "c"] })).toEqual(["c"])
  expect(factorMethods(facts({ proofs, passkeys: ["a+b/"] }))).not.toContain("passkey")
})

describe("a code by email (threat 429)", () => {
  test.each<[boolean, string, Partial<SecondFactorFacts>]>([
    [false, "unless the app turns it on", { emailCode: NO_EMAIL_CODE }],
    [true, "after a password", {}],
    [true, "after a key without a PIN", { proofs: [key("a")] }],
    [true, "after a provider with another address", { proofs: [{ kind: "provider", email: "other@example.com" }] }],
    [false, "after a magic link", { proofs: [{ kind: "email" }] }],
    [false, "after a provider with the same address", { proofs: [{ kind: "provider", email: "ADA@example.com" }] }],
    [false, "after a provider without an address", { proofs: [{ kind: "provider" }] }],
    [false, "without a verified address", { emailCode: { enabled: true, address: undefined } }],
    [false, "after a reset by email", { emailCode: { ...EMAIL_CODE, passwordOfMailbox: true } }],
  ])("is accepted: %s, %s", (accepted, _, more) => {
    expect(factorMethods(facts({ emailCode: EMAIL_CODE, ...more })).includes("email")).toBe(accepted)
  })

  test("finishes the second step, and never counts as two factors", () => {
    const proofs: Proof[] = [{ kind: "password" }, { kind: "email" }]
    expect(decideSecondFactor(facts({ proofs, emailCode: EMAIL_CODE }))).toEqual({ kind: "continue" })
    expect(countFactors(proofs)).toBe(1)
    const afterReset = { ...EMAIL_CODE, passwordOfMailbox: true }
    expect(decideSecondFactor(facts({ proofs, emailCode: afterReset })).kind).toBe("verify")
    expect(decideSecondFactor(facts({ proofs })).kind).toBe("verify")
  })
})

test("with a factor, no first proof but a passkey goes on without a second one (threats 428 to 431)", () => {
  const proof = fc.constantFrom<Proof>(
    { kind: "password" },
    { kind: "email" },
    { kind: "provider", email: ADDRESS },
    key("a"),
  )
  const more = fc.record({
    totp: fc.boolean(),
    recoveryCodes: fc.nat(10),
    passkeys: fc.subarray(["a", "b"]),
    emailCode: fc.constantFrom(EMAIL_CODE, NO_EMAIL_CODE),
    required: fc.boolean(),
    phishingResistant: fc.boolean(),
    newAccount: fc.boolean(),
  })
  fc.assert(
    fc.property(proof, more, (first, rest) => {
      expect(decideSecondFactor(facts({ proofs: [first], ...rest })).kind).toBe("verify")
    }),
  )
})
