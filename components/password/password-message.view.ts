import { confirm as englishConfirm, password as english } from "../view/messages/en.ts"
import { fieldMessages } from "../view/field-messages.ts"
import { formatCount, withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"

/** The errors of a password form's fields. `Taken` is the error of an app's field whose value another user has. */
export const PASSWORD_ERRORS = [
  "Required",
  "InvalidEmail",
  "Taken",
  "PasswordTooShort",
  "PasswordTooLong",
  "PasswordTooCommon",
  "PasswordTooSimilar",
  "PasswordBreached",
  "PasswordUnchanged",
  "PasswordUnusable",
  "PasswordIncorrect",
] as const

/** A value of {@link PASSWORD_ERRORS}. */
export type PasswordError = (typeof PASSWORD_ERRORS)[number]

interface MessageContext {
  minLength?: number | undefined
  maxLength?: number | undefined
  messages?: MessageOverrides | undefined
  /** The name of the field. */
  field?: string | undefined
}

/** Returns the message for a field's error. A text that isn't a code stays as it is. */
export function passwordFieldMessage(
  error: string,
  { minLength = 15, maxLength = 128, messages, field }: MessageContext,
): string {
  const words = withOverrides(english, messages?.password)
  const lang = messages?.language?.lang
  const sentences: Readonly<Record<PasswordError, string>> = {
    ...fieldMessages(messages, field),
    Taken: words.taken,
    PasswordTooShort: formatCount(words.tooShort, minLength, lang),
    PasswordTooLong: formatCount(words.tooLong, maxLength, lang),
    PasswordTooCommon: words.tooCommon,
    PasswordTooSimilar: words.tooSimilar,
    PasswordBreached: words.breached,
    PasswordUnchanged: words.unchanged,
    PasswordUnusable: words.unusable,
    PasswordIncorrect: withOverrides(englishConfirm, messages?.confirm).wrongPassword,
  }
  const code = PASSWORD_ERRORS.find((one) => one === error)
  return code ? sentences[code] : error
}
