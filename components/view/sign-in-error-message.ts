import { accessDeniedText as englishDenied, signInErrors as english } from "./messages/en.ts"
import { fill, ownValue, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"

/** The names and messages for an error message. */
export interface ErrorContext {
  messages?: MessageOverrides | undefined
  /** Name of the provider whose sign-in failed. */
  provider?: string | undefined
  /** Name of the site. */
  site?: string | undefined
}

/** Returns the message for an error that a sign-in page can start with, or `undefined` for any other. */
export function signInErrorMessage(code: string, { messages, ...names }: ErrorContext): string | undefined {
  if (code === "AccessDenied") {
    const { text, textPlain } = withOverrides(englishDenied, messages?.errorPage?.AccessDenied)
    return fillOrPlain(text, textPlain, names)
  }
  const key = code === "AttemptExpired" ? "MissingCSRF" : code
  const sentences: Readonly<Record<string, string>> = withOverrides(english, messages?.errors)
  const sentence = ownValue(sentences, key)
  return sentence && fillOrPlain(sentence, sentences[`${key}Plain`], names)
}

// An unknown name leaves its placeholder, so the plain sentence is used instead
function fillOrPlain(sentence: string, plain = sentence, names: Readonly<Record<string, string | undefined>>): string {
  const named = fill(sentence, names)
  return named.includes("{") ? plain : named
}
