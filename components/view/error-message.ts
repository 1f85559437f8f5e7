import { signInErrorMessage, type ErrorContext } from "./sign-in-error-message.ts"
import { errorPage as english } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import { passkeyMessage } from "./passkey-message.ts"

/** Returns the sentence for any error code, those of passkeys and of the error page among them; `undefined` for any other text. */
export function errorMessage(code: string, context: ErrorContext = {}): string | undefined {
  const { messages } = context
  if (code === "Configuration" || code === "Verification") return withOverrides(english, messages?.errorPage)[code].text
  return signInErrorMessage(code, context) ?? passkeyMessage(code, messages)
}
