import { browserSupportsWebAuthn } from "@simplewebauthn/browser"
import { registerPasskey, signInWithPasskey } from "./passkey-ceremony.ts"
import type { SignInOptions, SignInResult } from "./types.ts"
import type { WholeClient } from "./types.ts"

const REFUSED = "WebAuthnVerificationError"

/** Signs in with a passkey provider; undefined where the browser has no passkeys and another way in may be shown. */
export async function signInByPasskey(
  client: WholeClient,
  provider: string,
  { callbackUrl, redirectTo = callbackUrl, redirect, remember: chosen, carry: sent }: SignInOptions,
): Promise<SignInResult | undefined> {
  const supported = browserSupportsWebAuthn()
  if (!supported && redirect !== false) return undefined
  const remember = typeof chosen === "boolean" ? chosen : undefined
  const carry = typeof sent === "string" ? sent : undefined
  const result = supported
    ? await signInWithPasskey(client, { provider, redirectTo, redirect, remember, carry })
    : undefined
  if (result?.ok) return { ok: true, status: 200, url: result.url }
  const error = result?.error ?? "Unsupported"
  return { ok: false, status: 0, url: null, error: error === "Refused" ? REFUSED : error }
}

/** Milliseconds that a browser may take to make a passkey by itself. */
const PATIENCE = 3000

/** Whoever just signed in by password has a passkey the next time, and was asked nothing. */
export async function offerPasskey(client: WholeClient, provider: string): Promise<void> {
  await registerPasskey(client, { automatic: true, provider, signal: AbortSignal.timeout(PATIENCE) })
}
