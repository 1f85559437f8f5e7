import { base64ToBase64url } from "../crypto/bytes.ts"

/**
 * Something that a user proved. The server makes it from what it verified itself, never from what a request claims.
 * Lists of proofs are in the order in which the user gave them.
 */
export type Proof =
  | { readonly kind: "password" }
  /** A magic link, or a code by email. */
  | { readonly kind: "email" }
  /** An identity provider. `email` is the address that it verified. */
  | { readonly kind: "provider"; readonly email?: string | undefined }
  | { readonly kind: "totp" }
  | { readonly kind: "recovery-code" }
  | WebAuthnProof

/** A passkey or a security key. */
export interface WebAuthnProof {
  readonly kind: "webauthn"
  readonly credentialId: string
  /** Whether the authenticator checked a PIN, a fingerprint or a face. */
  readonly userVerified: boolean
  /** Whether the key never leaves one device. Synced passkeys do. */
  readonly deviceBound: boolean
}

/** The part of a verified WebAuthn assertion that a proof is made from. */
interface VerifiedAssertion {
  verified: boolean
  authenticationInfo?: { credentialID: string; userVerified: boolean; credentialDeviceType: string } | undefined
}

/**
 * Returns what a verified assertion proves, or `undefined` if it wasn't verified. Whether the user was verified comes
 * from the data that the authenticator signed, so no option and no field of the request can claim it.
 *
 * @see [WebAuthn, section 7.2](https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion)
 */
export function webauthnProof({ verified, authenticationInfo }: VerifiedAssertion): WebAuthnProof | undefined {
  if (verified !== true || !authenticationInfo?.credentialID) return undefined
  const { credentialID, userVerified, credentialDeviceType } = authenticationInfo
  return {
    kind: "webauthn",
    credentialId: canonicalCredentialId(credentialID),
    userVerified: userVerified === true,
    deviceBound: credentialDeviceType === "singleDevice",
  }
}

/** Returns one spelling of a credential id. Adapters store base64, and browsers send base64url. */
export function canonicalCredentialId(id: string): string {
  return base64ToBase64url(id)
}

/**
 * Returns how many factors the proofs count for.
 *
 * - A password, a provider and an email that came first are one factor together, because a mailbox resets the others.
 * - A later code by email counts for nothing.
 * - One-time codes and recovery codes are one factor together, because the recovery code stands in for the app.
 * - WebAuthn counts for two if the authenticator verified the user, and otherwise for one, however many keys were used.
 *
 * @see [NIST SP 800-63B-4, section 2.2](https://pages.nist.gov/800-63-4/sp800-63b.html)
 */
export function countFactors(proofs: readonly Proof[]): number {
  const isFirstProof = ({ kind }: Proof, index: number) =>
    kind === "password" || kind === "provider" || (kind === "email" && index === 0)
  const isCode = ({ kind }: Proof) => kind === "totp" || kind === "recovery-code"
  const keys = proofs.filter(isWebAuthn)
  const ofKeys = keys.some(({ userVerified }) => userVerified) ? 2 : Math.min(keys.length, 1)
  return Number(proofs.some(isFirstProof)) + Number(proofs.some(isCode)) + ofKeys
}

/** Returns whether a phishing site couldn't have got these proofs from the user. Only WebAuthn names the site. */
export function isPhishingResistant(proofs: readonly Proof[]): boolean {
  return proofs.some(isWebAuthn)
}

/** Returns the credentials that these proofs used. The same credential never counts as another factor. */
export function usedCredentials(proofs: readonly Proof[]): string[] {
  return proofs.filter(isWebAuthn).map(({ credentialId }) => canonicalCredentialId(credentialId))
}

function isWebAuthn(proof: Proof): proof is WebAuthnProof {
  return proof.kind === "webauthn"
}

/** A value of the `amr` claim. RFC 8176 registers none for an email, a provider and a recovery code. */
export type AuthenticationMethod = "pwd" | "email" | "fed" | "otp" | "recovery" | "hwk" | "swk" | "user" | "mfa"

/**
 * Returns the `amr` claim of a session with these proofs: what was used, and `mfa` if it counts for two factors.
 *
 * @see [RFC 8176, section 2](https://www.rfc-editor.org/rfc/rfc8176#section-2)
 */
export function toAmr(proofs: readonly Proof[]): AuthenticationMethod[] {
  const methods = proofs.flatMap(methodsOfProof)
  return [...new Set(countFactors(proofs) >= 2 ? [...methods, "mfa" as const] : methods)]
}

function methodsOfProof(proof: Proof): AuthenticationMethod[] {
  switch (proof.kind) {
    case "password":
      return ["pwd"]
    case "email":
      return ["email"]
    case "provider":
      return ["fed"]
    case "totp":
      return ["otp"]
    case "recovery-code":
      return ["recovery"]
    case "webauthn":
      return [proof.deviceBound ? "hwk" : "swk", "user"]
  }
}
