import * as v from "valibot"
import { isEqualConstantTime, hmac, randomBytes } from "../crypto/bytes.ts"
import { normalizeDigits } from "../proofs/digits.ts"

const DIGITS = 6
/** Milliseconds that a code works. */
const LIFETIME = 10 * 60 * 1000
/** How often one code may be tried. The limit of all of the user's factors applies too. */
const MAX_TRIES = 5
/** How many codes are sent in the lifetime of the first one. */
const MAX_SENDS = 3

/** The state of a code by email, as a sign-in that waits for it stores it. */
export const emailCodeState = v.object({
  hash: v.string(),
  /** Milliseconds since the epoch. */
  expires: v.number(),
  tries: v.number(),
  sends: v.number(),
  /** When the first code was sent. Milliseconds since the epoch. */
  since: v.number(),
})

export type EmailCodeState = v.InferOutput<typeof emailCodeState>

/** The settings that codes by email need. */
export interface EmailCodeSettings {
  readonly secrets: readonly string[]
  /** Milliseconds since the epoch. */
  now(): number
}

/** The only place where a code works. */
export interface EmailCodeTarget {
  /** The site's URL with its base path. */
  readonly site: string
  readonly userId: string
  /** Id of the sign-in or step-up that waits for the code. */
  readonly attempt: string
  readonly purpose: "sign-in" | "step-up" | "sign-up" | "reset-password" | "change-email"
  /** The address that the code is sent to. */
  readonly address: string
}

/**
 * Creates a code to send, and voids the previous one. Store `state` before you send the code. Returns the seconds to
 * wait instead if three codes were sent.
 */
export async function createEmailCode(
  { secrets, now }: EmailCodeSettings,
  target: EmailCodeTarget,
  previous?: EmailCodeState,
): Promise<{ code: string; state: EmailCodeState } | { wait: number }> {
  const time = now()
  const isNewSeries = !previous || time >= previous.since + LIFETIME
  const { sends, since } = isNewSeries ? { sends: 0, since: time } : previous
  if (sends >= MAX_SENDS) return { wait: Math.ceil((since + LIFETIME - time) / 1000) }
  const code = randomDigits()
  const hash = await hashCode(secrets[0] ?? "", target, code)
  return { code, state: { hash, expires: time + LIFETIME, tries: 0, sends: sends + 1, since } }
}

/**
 * Checks a code as the user typed it. Store `state` by compare-and-set before you use the result, and treat a lost
 * comparison as a wrong code. Otherwise parallel requests have more tries, or use a code twice.
 */
export async function checkEmailCode(
  { secrets, now }: EmailCodeSettings,
  target: EmailCodeTarget,
  { state, code }: { state: EmailCodeState; code: unknown },
): Promise<{ correct: boolean; state: EmailCodeState }> {
  const next = { ...state, tries: state.tries + 1 }
  const typed = normalizeDigits(code, DIGITS)
  if (typed === undefined || next.tries > MAX_TRIES || now() >= state.expires) return { correct: false, state: next }
  const hashes = await Promise.all(secrets.map((secret) => hashCode(secret, target, typed)))
  const correct = hashes.some((hash) => isEqualConstantTime(hash, state.hash))
  return { correct, state: correct ? { ...next, expires: 0 } : next } // a code works once
}

function randomDigits(): string {
  const number = new DataView(randomBytes(8).buffer).getBigUint64(0)
  return String(number % 10n ** BigInt(DIGITS)).padStart(DIGITS, "0")
}

async function hashCode(secret: string, target: EmailCodeTarget, code: string): Promise<string> {
  const { site, userId, attempt, purpose, address } = target
  return hmac(secret, "factor email code", JSON.stringify([site, userId, attempt, purpose, address, code]))
}
