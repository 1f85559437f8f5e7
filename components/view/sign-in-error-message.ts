import { accessDenied as englishDenied, errors as english } from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"

/** What the wording of an error depends on. */
export interface ErrorContext {
  messages?: MessageOverrides | undefined
  /** Name of the provider whose sign-in failed. */
  provider?: string | undefined
  /** Name of the site. */
  site?: string | undefined
}

/** Returns the sentence for an error that a sign-in page can begin with, or `undefined` for any other. */
export function signInErrorMessage(code: string, { messages, ...names }: ErrorContext): string | undefined {
  if (code === "AccessDenied") {
    const { text, textPlain } = withOverrides(englishDenied, messages?.errorPage?.AccessDenied)
    return fillOrPlain(text, textPlain, names)
  }
  const sentences: Readonly<Record<string, string>> = withOverrides(english, messages?.errors)
  return Object.hasOwn(sentences, code) ? fillOrPlain(sentences[code], sentences[`${code}Plain`], names) : undefined
}

// A name that isn't known leaves its braces, and the plain sentence stands in
function fillOrPlain(sentence = "", plain = sentence, names: Readonly<Record<string, string | undefined>>): string {
  const named = fill(sentence, names)
  return named.includes("{") ? plain : named
}
