import { passkeyMessage } from "../passkeys/passkey-message.view.ts"
import { requestErrorMessage } from "./request-error-message.ts"
import type { ErrorContext } from "./sign-in-error-message.ts"

/**
 * Returns the message for any error code, including those of passkeys and the error page. Returns `undefined` for any
 * other text.
 */
export const errorMessage = (code: string, context: ErrorContext = {}): string | undefined =>
  requestErrorMessage(code, context) ?? passkeyMessage(code, context.messages)
