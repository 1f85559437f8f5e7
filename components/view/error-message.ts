import { signInErrorMessage, type ErrorContext } from "./sign-in-error-message.ts"
import { configuration, verification } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import { passkeyMessage } from "./passkey-message.ts"

/**
 * Returns the message for any error code, including those of passkeys and the error page. Returns `undefined` for any
 * other text.
 */
export function errorMessage(code: string, context: ErrorContext = {}): string | undefined {
  const { messages } = context
  const pages = { Configuration: configuration, Verification: verification }
  if (code === "Configuration" || code === "Verification") return withOverrides(pages, messages?.errorPage)[code].text
  return signInErrorMessage(code, context) ?? passkeyMessage(code, messages)
}
