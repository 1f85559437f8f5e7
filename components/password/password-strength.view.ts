import { password as english } from "../view/messages/en.ts"
import { formatCount, withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import { passwordFieldMessage } from "./password-message.view.ts"
import { TYPED_PROBLEMS } from "./password-rules.view.ts"

/** The requirement of a new password, and how strong the typed one is. It is only a hint. */
export interface StrengthView {
  /** For example "15 characters or more". */
  readonly requirement: string
  readonly minLength: number
  readonly maxLength: number
  /** The site's name, which must not be most of the password. */
  readonly siteName: string | undefined
  /** The sentences about each of `TYPED_PROBLEMS`, for the script of a built-in page. */
  readonly problems: readonly string[]
  /** The sentence about the typed password. `undefined` if it is only too short, because the requirement says so. */
  readonly problem: string | undefined
  /** Whether the typed password is long enough. */
  readonly met: boolean
  /** From 0 (nothing typed) to 4. */
  readonly score: number
  /** The names of the scores from 1 to 4. */
  readonly labels: readonly string[]
}

interface StrengthProps {
  minLength?: number | undefined
  maxLength?: number | undefined
  siteName?: string | undefined
  problem?: string | undefined
  strength?: number | undefined
  typed?: number | undefined
  messages?: MessageOverrides | undefined
}

/** Returns the requirement and the strength of a new password. */
export function strengthView(props: StrengthProps): StrengthView {
  const { minLength = 15, maxLength = 128, siteName, problem, strength = 0, typed = 0, messages } = props
  const words = withOverrides(english, messages?.password)
  return {
    requirement: formatCount(words.length, minLength, messages?.language?.lang),
    minLength,
    maxLength,
    siteName,
    problems: TYPED_PROBLEMS.map((code) => passwordFieldMessage(code, props)),
    problem: problem === undefined || problem === "PasswordTooShort" ? undefined : passwordFieldMessage(problem, props),
    met: typed >= minLength,
    score: strength,
    labels: [words.weak, words.fair, words.good, words.strong],
  }
}

/** The number of characters, as the server counts them. */
export const characterCount = (password: string): number => [...password.normalize("NFC")].length

/** The problems of a password that is guessed easily, however long it is. */
const GUESSABLE: readonly (string | undefined)[] = ["PasswordTooCommon", "PasswordTooSimilar"]

/**
 * Estimates how strong a password is, from 0 (empty) to 4. Only a different character counts fully, so that `aaaa` and
 * `1234` stay weak. A password with a `problem` that makes it easy to guess is weak too. The server decides what it
 * accepts.
 */
export function passwordStrength(password: string, problem?: string): number {
  const characters = [...password.normalize("NFC")]
  if (characters.length === 0) return 0
  if (GUESSABLE.includes(problem)) return 1
  const codes = characters.map((one) => one.codePointAt(0) ?? 0)
  const surprising = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -9)) > 1).length
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password)).length
  const bits =
    (Math.min(surprising, 1.5 * new Set(codes).size) + (characters.length - surprising) / 4) * (2.5 + kinds / 2)
  return bits < 30 ? 1 : bits < 42 ? 2 : bits < 54 ? 3 : 4
}
