/** Returns the shortest text that the whole text repeats, such as `abc` of `abcabcab`. */
export function repeatedUnit(text: string): string {
  const characters = Array.from(text)
  for (let length = 1; length < characters.length; length++)
    if (characters.every((character, index) => character === characters[index % length]))
      return characters.slice(0, length).join("")
  return text
}

const SEQUENCES = ["abcdefghijklmnopqrstuvwxyz", "0123456789", "1234567890", "qwertyuiopasdfghjklzxcvbnm"]

/** Returns whether the text is a part of an alphabet, of the digits or of a keyboard, in either direction. */
export function isSequence(text: string): boolean {
  return SEQUENCES.some((row) => {
    const rows = row.repeat(Math.ceil(text.length / row.length) + 1)
    return rows.includes(text) || Array.from(rows).toReversed().join("").includes(text)
  })
}

/** The fewest letters of a word that may not be most of a password. */
const MIN_WORD = 4
/** The fewest characters that must remain without those words. */
const MIN_REST = 8

/** Returns whether a password is little more than these words, such as the name of the site or of the user. */
export function isPersonal(text: string, words: readonly (string | null | undefined)[]): boolean {
  const lower = text.toLowerCase()
  const parts = words.flatMap((word) => (word ?? "").toLowerCase().split(/[^\p{L}\p{N}]+/u))
  const personalWords = [...words.map((word) => (word ?? "").toLowerCase()), ...parts].filter(
    (word) => word.length >= MIN_WORD,
  )
  const longestFirst = [...new Set(personalWords)].toSorted((one, other) => other.length - one.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ""), lower)
  return rest !== lower && Array.from(rest).length < MIN_REST
}

/** The problems that a page finds without the server, in the order in which they are shown. */
export const TYPED_PROBLEMS = [
  "PasswordTooShort",
  "PasswordTooLong",
  "PasswordTooCommon",
  "PasswordTooSimilar",
] as const

/** A value of {@link TYPED_PROBLEMS}. */
export type TypedProblem = (typeof TYPED_PROBLEMS)[number]

/**
 * Returns the problem of a password that a page finds while the user types. The server also knows common and breached
 * passwords.
 */
export function typedProblem(
  password: string,
  { minLength, maxLength, words }: { minLength: number; maxLength: number; words: readonly string[] },
): TypedProblem | undefined {
  const text = password.normalize("NFC")
  const characters = Array.from(text)
  if (characters.length < minLength) return "PasswordTooShort"
  if (characters.length > maxLength) return "PasswordTooLong"
  const lower = text.toLowerCase()
  if (Array.from(repeatedUnit(lower)).length <= 4 || isSequence(lower)) return "PasswordTooCommon"
  return isPersonal(text, words) ? "PasswordTooSimilar" : undefined
}
