import { browserSupportsWebAuthn } from "@simplewebauthn/browser"
import { registerPasskey, signInWithPasskey } from "./passkey-ceremony.ts"
import type { SignInOptions, SignInResult, ActionClient } from "./types.ts"

const VERIFICATION_ERROR = "WebAuthnVerificationError"

/**
 * Signs in with a passkey provider. Returns `undefined` if the browser doesn't support passkeys and the sign-in page
 * may be shown.
 */
export async function signInToPasskeyProvider(
  client: ActionClient,
  provider: string,
  { callbackUrl, redirectTo = callbackUrl, redirect, remember: rememberOption, carry: carryOption }: SignInOptions,
): Promise<SignInResult | undefined> {
  const supported = browserSupportsWebAuthn()
  if (!supported && redirect !== false) return undefined
  const remember = typeof rememberOption === "boolean" ? rememberOption : undefined
  const carry = typeof carryOption === "string" ? carryOption : undefined
  const result = supported
    ? await signInWithPasskey(client, { provider, redirectTo, redirect, remember, carry })
    : undefined
  if (result?.ok) return { ok: true, status: 200, url: result.url }
  const error = result?.error ?? "Unsupported"
  return { ok: false, status: 0, url: null, error: error === "Rejected" ? VERIFICATION_ERROR : error }
}

/** How long a browser may take to create a passkey automatically, in milliseconds. */
const AUTO_REGISTER_TIMEOUT = 3000

/** Creates a passkey without a prompt after a password sign-in, so that the user has one next time. */
export async function autoRegisterPasskey(client: ActionClient, provider: string): Promise<void> {
  await registerPasskey(client, { automatic: true, provider, signal: AbortSignal.timeout(AUTO_REGISTER_TIMEOUT) })
}
