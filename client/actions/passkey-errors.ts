import { WebAuthnError } from "@simplewebauthn/browser"
import { RequestError } from "../http/errors.ts"
import type { PasskeyErrorCode, PasskeyResult } from "./types.ts"

/** Maps the library's error codes and the browser's error names to Latchkit's codes. */
const ERROR_CODES: Readonly<Record<string, PasskeyErrorCode | undefined>> = {
  ERROR_CEREMONY_ABORTED: "Cancelled",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "Exists",
  ERROR_INVALID_DOMAIN: "InvalidDomain",
  ERROR_INVALID_RP_ID: "InvalidDomain",
  ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT: "Unsupported",
  ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT: "Unsupported",
  ERROR_AUTO_REGISTER_USER_VERIFICATION_FAILURE: "Unsupported",
  ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG: "Unsupported",
  AbortError: "Cancelled",
  // Browsers don't distinguish a user who closed the dialog from a user without a passkey, so Latchkit can't either
  NotAllowedError: "Cancelled",
  InvalidStateError: "Exists",
  SecurityError: "InvalidDomain",
  NotSupportedError: "Unsupported",
}

/** Returns a failed result with its code. */
export function passkeyError(error: PasskeyErrorCode, cause?: unknown): PasskeyResult {
  return { ok: false, url: null, error, ...(cause !== undefined && { cause }) }
}

/** Converts a thrown error to a failed result with a code. */
export function toPasskeyError(thrown: unknown): PasskeyResult {
  if (thrown instanceof RequestError) return passkeyError("RequestFailed", thrown)
  const code = thrown instanceof WebAuthnError ? ERROR_CODES[thrown.code] : undefined
  const name = thrown instanceof Error ? ERROR_CODES[thrown.name] : undefined
  return passkeyError(code ?? name ?? "Failed", thrown)
}
