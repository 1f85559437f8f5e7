import type { AdapterAuthenticator } from "../../adapters/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature } from "../config/settings.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Proof } from "../request/proofs.ts"

/** The most characters of an authenticator's response, as JSON. */
export const MAX_ASSERTION = 16 * 1024

/** A ceremony in which a known user proves one of their passkeys, and the cookies that keep it. */
export interface OwnPasskeyRequest {
  options: PublicKeyCredentialRequestOptionsJSON
  cookies: readonly SetCookie[]
}

/** A passkey that the user proved. */
export interface OwnPasskeyProof {
  proof: Proof
  passkey: AdapterAuthenticator
}

/** The part of a feature that proves who a known user is. */
export interface ProofFeature extends ConfiguredFeature {
  ownPasskey?: {
    /** Begins a ceremony with those passkeys of the user that are offered. Returns `undefined` without a provider. */
    request(
      context: ActionContext,
      userId: string,
      isOffered?: (passkey: AdapterAuthenticator) => boolean,
    ): Awaitable<OwnPasskeyRequest | undefined>
    /** Verifies a passkey of this user. Returns `undefined` if it is wrong. */
    verify(context: ActionContext, userId: string, data: string | undefined): Awaitable<OwnPasskeyProof | undefined>
  }
}

function findOwnPasskey({ settings }: ActionContext): ProofFeature["ownPasskey"] {
  const features: readonly ProofFeature[] = settings.features
  return features.find(({ ownPasskey }) => ownPasskey !== undefined)?.ownPasskey
}

/**
 * Begins a ceremony in which a user proves one of their passkeys. Returns its options, and the cookies that keep it.
 * Returns `undefined` without passkeys.
 */
export async function requestOwnPasskey(
  context: ActionContext,
  userId: string,
  isOffered?: (passkey: AdapterAuthenticator) => boolean,
): Promise<OwnPasskeyRequest | undefined> {
  return findOwnPasskey(context)?.request(context, userId, isOffered)
}

/** Verifies a passkey of this user. Returns `undefined` if it is wrong. Another user's passkey proves nothing. */
export async function verifyOwnPasskey(
  context: ActionContext,
  userId: string,
  data: string | undefined,
): Promise<OwnPasskeyProof | undefined> {
  return findOwnPasskey(context)?.verify(context, userId, data)
}
