import type { AdapterAuthenticator } from "../../adapters/contract.ts"
import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature } from "../config/settings.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import { canonicalCredentialId, type Proof } from "../request/proofs.ts"
import { sha256 } from "../crypto/bytes.ts"
import { changeRecord } from "./change-record.ts"
import { factorName, isConfirmed, readFactorData, writeFactorData, type FactorContext } from "./records.ts"

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

/** A passkey or security key of a user. */
interface UserPasskey {
  readonly userId: string
  /** Base64 or base64url. */
  readonly credentialId: string
}

/**
 * Makes a stored passkey of the user a second factor. The caller has verified it for this user. Returns `false` if it
 * was one before.
 */
export async function addPasskeyFactor(
  { store, settings }: FactorContext,
  { userId, credentialId, name, provenAddress }: UserPasskey & { name: string; provenAddress?: string | undefined },
): Promise<boolean> {
  const id = await passkeyFactorId({ userId, credentialId })
  const fields = { name: factorName(name), createdAt: settings.now(), provenAddress }
  const data = writeFactorData({ type: "passkey", ...fields, credentialId: canonicalCredentialId(credentialId) })
  return store.createAccountRecord({ kind: "factor", id, userId, data, expires: null })
}

/** Stores that a passkey was just used as a second factor. Does nothing if it isn't a factor. */
export async function markPasskeyFactorUsed({ store, settings }: FactorContext, passkey: UserPasskey): Promise<void> {
  const id = await passkeyFactorId(passkey)
  await changeRecord(store, { kind: "factor", id }, async (record) => {
    const data = isConfirmed(record, passkey.userId) ? readFactorData(record) : undefined
    if (!data) return { result: undefined }
    return { update: { data: writeFactorData({ ...data, lastUsedAt: settings.now() }) }, result: undefined }
  })
}

/**
 * Removes a passkey from the second factors. Call it when the passkey itself is removed. Otherwise sign-ins would still
 * ask for it. Returns whether it was a factor.
 */
export async function removePasskeyFactor(
  { store }: Pick<FactorContext, "store">,
  passkey: UserPasskey,
): Promise<boolean> {
  return (await store.takeAccountRecord("factor", await passkeyFactorId(passkey))) !== null
}

/** Returns the id of a passkey's factor. Hashed, because a credential id may be longer than a key of a record. */
export async function passkeyFactorId({
  userId,
  credentialId,
}: Pick<UserPasskey, "userId" | "credentialId">): Promise<string> {
  return sha256(`passkey factor\n${JSON.stringify([userId, canonicalCredentialId(credentialId)])}`)
}
