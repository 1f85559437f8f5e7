import * as v from "valibot"
import { base64url, randomBytes, type Bytes } from "../crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import { base32, fromBase32 } from "./base32.ts"
import type { SealSettings } from "./sealed-secret.ts"
import { createTotpSecret } from "./totp.ts"

/** Seconds until an enrollment that wasn't confirmed is over. */
const MAX_AGE = 10 * 60

/** The user, and the session or sign-in in which they enroll a factor. No other one can confirm it. */
export interface EnrollmentOwner {
  readonly userId: string
  /** A text that only this session or sign-in has, and only in the user's current security epoch. */
  readonly enrolledIn: string
}

/** An authenticator app that waits for its first code. */
export interface Enrollment {
  /** The enrollment itself, sealed. Nothing of it is stored, so a page that shows it changes nothing. */
  readonly id: string
  /** The id of the factor, so that an enrollment becomes one factor at most. */
  readonly factorId: string
  readonly secret: Bytes
}

const enrollmentClaims = v.object({ secret: v.string(), factor: v.string(), sub: v.string(), enrolledIn: v.string() })

/** Starts to enroll an authenticator app. Stores nothing. */
export async function startEnrollment(settings: SealSettings, owner: EnrollmentOwner): Promise<Enrollment> {
  const { userId, enrolledIn } = owner
  const [factorId, secret] = [base64url(randomBytes(16)), createTotpSecret()]
  const claims = { secret: base32(secret), factor: factorId, sub: userId, enrolledIn }
  return { id: await sealValue(claims, { ...sealOptions(settings), maxAge: MAX_AGE }), factorId, secret }
}

/** Opens an enrollment. Returns `undefined` if it is over, or belongs to another owner. */
export async function openEnrollment(
  settings: SealSettings,
  { id, userId, enrolledIn }: EnrollmentOwner & { id: string | undefined },
): Promise<Enrollment | undefined> {
  const { success, output } = v.safeParse(enrollmentClaims, await openValue(id, sealOptions(settings)))
  if (!success || id === undefined || output.sub !== userId || output.enrolledIn !== enrolledIn) return undefined
  const secret = fromBase32(output.secret)
  return secret ? { id, factorId: output.factor, secret } : undefined
}

// The owner's text is of one site already
const sealOptions = (settings: SealSettings) => sealOptionsFor({ settings, site: { url: "" } }, "factor enrollment")
