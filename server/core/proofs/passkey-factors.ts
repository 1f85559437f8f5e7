import { sha256 } from "../crypto/hash.ts"
import { changeRecord } from "./change-record.ts"
import { canonicalCredentialId } from "../request/proofs.ts"
import { factorName, isConfirmed, readFactorData, writeFactorData, type FactorContext } from "./records.ts"

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
