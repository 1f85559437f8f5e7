import { isEqualConstantTime, hmacSha1, randomBytes, type Bytes } from "../crypto/bytes.ts"
import { base32 } from "./base32.ts"
import { normalizeDigits } from "./digits.ts"

/** Digits of a code. Several authenticator apps ignore every other number. */
const TOTP_DIGITS = 6
/** Seconds that a code is shown. */
const TOTP_PERIOD = 30
/** Codes of this many earlier and later time steps are accepted, because clocks differ. */
const DRIFT = 1
/** RFC 4226, section 4, requires at least 128 bits and recommends 160. */
const SECRET_BYTES = 20

/** Creates a secret of 160 bits. */
export function createTotpSecret(): Bytes {
  return randomBytes(SECRET_BYTES)
}

/**
 * Returns the code of a time step.
 *
 * @see [RFC 4226, section 5.3](https://www.rfc-editor.org/rfc/rfc4226#section-5.3)
 */
export async function totpCode(secret: Bytes, step: number, digits: number = TOTP_DIGITS): Promise<string> {
  return codeWith(hmacSha1(secret), step, digits)
}

async function codeWith(
  hmac: ReturnType<typeof hmacSha1>,
  step: number,
  digits: number = TOTP_DIGITS,
): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(step))
  const mac = new DataView((await hmac(new Uint8Array(counter.buffer))).buffer)
  const offset = mac.getUint8(19) & 15
  const number = mac.getUint32(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, "0")
}

/** Returns the time step of a moment in milliseconds since the epoch. */
export function totpStep(now: number): number {
  return Math.floor(now / 1000 / TOTP_PERIOD)
}

/** How many steps of accepted codes a factor keeps. No user has as many in one window. */
export const MAX_USED_STEPS = 8

/**
 * Returns the last of the used steps that this instance could accept at `now`. An instance whose clock is ahead may
 * have accepted a later one, which must not lock the right codes out here.
 */
export function lastUsableStep(used: readonly number[], now: number): number | undefined {
  const latest = totpStep(now) + DRIFT
  return used.filter((step) => step <= latest).reduce<number | undefined>((a, b) => Math.max(a ?? b, b), undefined)
}

interface TotpCheck {
  /** Milliseconds since the epoch. */
  now: number
  /** The step of the last accepted code. Codes of this step and of earlier ones are rejected. */
  lastStep?: number | undefined
}

/**
 * Checks a code as the user typed it. Returns its time step, which the caller stores as the next `lastStep`, so that a
 * code works once. Returns `undefined` if the code is wrong, too old, too new or used.
 *
 * @see [RFC 6238, section 5.2](https://www.rfc-editor.org/rfc/rfc6238#section-5.2)
 */
export async function verifyTotp(
  secret: Bytes,
  code: unknown,
  { now, lastStep = -1 }: TotpCheck,
): Promise<number | undefined> {
  const typed = normalizeDigits(code, TOTP_DIGITS)
  if (typed === undefined) return undefined
  const current = totpStep(now)
  const steps = Array.from({ length: 2 * DRIFT + 1 }, (_, index) => current - DRIFT + index)
  const hmac = hmacSha1(secret)
  const codes = await Promise.all(steps.map((step) => (step < 0 ? "" : codeWith(hmac, step))))
  const matching = steps.filter((_, index) => isEqualConstantTime(codes[index] ?? "", typed))
  // The latest step, because two steps of a window may share a code, and it must not work for each of them
  return matching.findLast((step) => step > lastStep)
}

/** The most characters of an encoded name. Longer ones would need a QR code that is hard to scan. */
const MAX_NAME = 96

interface TotpLabel {
  secret: Bytes
  /** Name of the site. */
  siteName: string
  /** Name of the account, such as the email address. */
  account: string
}

/**
 * Returns the address that authenticator apps read from a QR code. It consists of ASCII characters only.
 *
 * @see [Key URI format](https://github.com/google/google-authenticator/wiki/Key-Uri-Format)
 */
export function otpauthUrl({ secret, siteName, account }: TotpLabel): string {
  const issuer = encodeName(siteName) || "Account"
  const url = new URL("otpauth://totp")
  url.pathname = `/${[issuer, encodeName(account)].filter(Boolean).join(":")}`
  // Not URLSearchParams: some apps show its `+` as it is
  url.search = `secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${TOTP_DIGITS}&period=${TOTP_PERIOD}`
  return url.href
}

// A colon ends the issuer. Control and format characters include those that reverse the direction of text
function encodeName(text: string): string {
  const clean = text.toWellFormed().replaceAll(/[\p{C}\p{Zl}\p{Zp}:]/gu, " ")
  const characters = Array.from(clean.replaceAll(/\s+/g, " ").trim(), encodeStrictly).slice(0, MAX_NAME)
  const fitting = characters.filter((_, index) => characters.slice(0, index + 1).join("").length <= MAX_NAME)
  return fitting.join("")
}

/** Encodes everything but letters, digits and `-_.`. */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns a secret as people type it into an app: base32 in groups of four. */
export function totpSecretText(secret: Bytes): string {
  return base32(secret).replaceAll(/.{4}(?=.)/g, "$& ")
}
