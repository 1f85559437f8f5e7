import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import type { Account } from "../../types.ts"
import { requireOperation } from "../../adapters/required.ts"
import { KEY_BYTES } from "../../adapters/values.ts"
import { base64, fromBase64url, base64url, utf8Bytes, sha256 } from "../crypto/bytes.ts"
import { asError, AuthError, WebAuthnVerificationError } from "../../errors.ts"
import { isSameId, userById } from "../users/users.ts"

/** How many passkeys one user may have. */
const MAX_PASSKEYS = 50

/** Converts a credential id from the base64url that browsers send to the base64 that adapters store. */
export function storedCredentialId(id: string): string {
  return base64(fromBase64url(id) ?? new Uint8Array())
}

/** Returns the account id of a passkey: its credential id, or a hash of it if it is too long for the column. */
export async function passkeyAccountId(credentialID: string): Promise<string> {
  return credentialID.length <= KEY_BYTES.providerAccountId ? credentialID : sha256(credentialID)
}

/** Returns the user's names for the authenticator's account list. */
export function credentialLabel({ email, name }: AdapterUser): { userName: string; userDisplayName: string } {
  return { userName: email || name || "user", userDisplayName: name || email || "" }
}

/** Lists a user's own passkeys. */
export async function listPasskeys(adapter: Adapter, userId: string): Promise<AdapterAuthenticator[]> {
  const listed = await requireOperation(adapter, "listAuthenticatorsByUserId")(userId)
  return listed.filter((passkey) => isSameId(passkey.userId, userId))
}

/** Returns the passkey's owner. Returns `null` if its account doesn't belong to the same user. */
export async function passkeyOwner(
  adapter: Adapter,
  provider: string,
  { userId, providerAccountId }: AdapterAuthenticator,
): Promise<AdapterUser | null> {
  const linked = await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })
  if (!linked || !isSameId(linked.id, userId)) return null
  return userById(adapter, userId)
}

/**
 * Stores a passkey and its account: both or neither.
 *
 * @throws {WebAuthnVerificationError} if any user already has it
 * @see [WebAuthn Level 3, section 7.1, step 26](https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential)
 */
export async function storePasskey(adapter: Adapter, passkey: AdapterAuthenticator, account: Account): Promise<void> {
  const { credentialID, userId } = passkey
  const existing = await requireOperation(adapter, "getAuthenticator")(credentialID)
  const { provider, providerAccountId } = account
  const linked = await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })
  if (existing || linked) throw new WebAuthnVerificationError("The passkey is already registered")
  if ((await listPasskeys(adapter, userId)).length >= MAX_PASSKEYS) {
    throw new WebAuthnVerificationError(`The user already has ${MAX_PASSKEYS} passkeys, the most that are allowed`)
  }
  await requireOperation(adapter, "linkAccount")({ ...account, userId } as AdapterAccount) // its type is webauthn
  try {
    await requireOperation(adapter, "createAuthenticator")(toStoredPasskey(adapter, passkey))
  } catch (error) {
    if (adapter.transaction) throw error
    await undoStore(adapter, { provider, providerAccountId }, error)
  }
}

// Only adapters with `updateAuthenticator` have the newer columns
function toStoredPasskey({ updateAuthenticator }: Adapter, passkey: AdapterAuthenticator): AdapterAuthenticator {
  const { name: _, createdAt: __, lastUsedAt: ___, ...common } = passkey
  return updateAuthenticator ? passkey : common
}

async function undoStore(
  adapter: Adapter,
  key: { provider: string; providerAccountId: string },
  error: unknown,
): Promise<never> {
  await requireOperation(adapter, "unlinkAccount")(key)
  if (error instanceof AuthError) throw error
  const err = asError(error)
  throw new AuthError("AdapterError", `The passkey could not be stored: ${err.message}`, { err })
}

/** Bytes that a user handle may have (WebAuthn Level 3, section 5.4.3). */
const MAX_BYTES = 64

/**
 * Returns the WebAuthn user handle as base64url: the user's id, or a hash of it if it is too long. No secret goes into
 * it, so passkeys survive a rotation of the secret.
 */
export async function toUserHandle(userId: string): Promise<string> {
  const id = utf8Bytes(userId)
  return base64url(id.length <= MAX_BYTES ? id : utf8Bytes(await sha256(userId)))
}
