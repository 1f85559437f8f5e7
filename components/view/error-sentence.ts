import { errorWords, type ErrorContext } from "./error-words.ts"
import { errorPage as english } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import { passkeySentence } from "./passkey-words.ts"

/** Returns the sentence for any error code, those of passkeys and of the error page among them; `undefined` for any other text. */
export function errorSentence(code: string, context: ErrorContext = {}): string | undefined {
  const { messages } = context
  if (code === "Configuration" || code === "Verification") return withOverrides(english, messages?.errorPage)[code].text
  return errorWords(code, context) ?? passkeySentence(code, messages)
}
