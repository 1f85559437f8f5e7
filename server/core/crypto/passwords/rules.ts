import { isPersonal, isSequence, repeatedUnit } from "../../../../components/password/password-rules.view.ts"
import { isEqualConstantTime, hex, utf8Bytes } from "../bytes.ts"
import type { TypedPassword } from "./hasher.ts"
import { passwordLength, readPassword, type PasswordTextProblem } from "./text.ts"

/** Why a password is rejected when it is set. */
export type PasswordProblem =
  | PasswordTextProblem
  | "PasswordTooShort"
  | "PasswordCommon"
  | "PasswordPersonal"
  | "PasswordBreached"

interface PasswordRules {
  /** In code points. */
  minLength: number
  /** Words that others may guess: the site's name, and the user's name and address. */
  words: readonly (string | null | undefined)[]
  /** Loads `common.generated.ts`. */
  commonPasswords: () => Promise<string>
}

/**
 * Checks a new password: its length, and whether others could guess it. There are no rules on kinds of characters.
 *
 * @see [NIST SP 800-63B-4, section 3.1.1.2](https://pages.nist.gov/800-63-4/sp800-63b.html)
 */
export async function checkNewPassword(
  raw: string,
  { minLength, words, commonPasswords }: PasswordRules,
): Promise<TypedPassword | PasswordProblem> {
  const password = readPassword(raw)
  if (typeof password === "string") return password
  if (passwordLength(password.text) < minLength) return "PasswordTooShort"
  if (await isCommon(password.text, commonPasswords)) return "PasswordCommon"
  return isPersonal(password.text, words) ? "PasswordPersonal" : password
}

/** Returns the words of a sorted list. Each begins with the number of characters that it shares with the last. */
export function wordsIn(list: string): string[] {
  const words: string[] = []
  for (const [, shared = "A", rest = ""] of list.matchAll(/([A-Z])([^A-Z\n]*)/g))
    words.push((words.at(-1) ?? "").slice(0, shared.charCodeAt(0) - 65) + rest)
  return words
}

interface Loaded {
  common?: ReadonlySet<string>
}
const loaded: Loaded = {}

async function isCommon(text: string, load: PasswordRules["commonPasswords"]): Promise<boolean> {
  const lower = text.toLowerCase()
  const common = (loaded.common ??= new Set(wordsIn(await load())))
  if (common.has(lower)) return true
  const unit = repeatedUnit(lower)
  return passwordLength(unit) <= 4 || common.has(unit) || isSequence(lower)
}

/** Asks for the lines of a range of Have I Been Pwned, by the first 5 digits of the hash. */
type RangeRequest = (prefix: string) => Promise<string>

/**
 * Returns whether the password is in a known breach. Only 5 digits of its SHA-1 leave the process.
 *
 * @see [Pwned Passwords](https://haveibeenpwned.com/API/v3#PwnedPasswords)
 */
export async function isBreached(password: string, request: RangeRequest): Promise<boolean> {
  const digest = hex(new Uint8Array(await crypto.subtle.digest("SHA-1", utf8Bytes(password)))).toUpperCase()
  const suffix = digest.slice(5)
  const lines = (await request(digest.slice(0, 5))).split(/\r?\n/)
  // Padding adds lines whose count is 0
  return lines.some((line) => {
    const [found = "", count = "", ...rest] = line.trim().split(":")
    return rest.length === 0 && /^[1-9]\d*$/.test(count) && isEqualConstantTime(found.toUpperCase(), suffix)
  })
}
