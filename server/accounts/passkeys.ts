import type { Adapter, AdapterAccount, AdapterAuthenticator, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import { requireOperation } from "../adapters/required.ts"
import { KEY_BYTES } from "../adapters/values.ts"
import { base64, fromBase64url } from "../crypto/bytes.ts"
import { sha256 } from "../crypto/hash.ts"
import { asError, AuthError, WebAuthnVerificationError } from "../errors.ts"
import { isSameId, userById } from "../sessions/users.ts"

/** Passkeys that one user may have. */
const MAX_PASSKEYS = 50

/** A credential id as adapters keep it: base64, of the base64url that browsers send. */
export function storedCredentialId(id: string): string {
  return base64(fromBase64url(id) ?? new Uint8Array())
}

/** The id of the account that stands for a passkey: the credential's, or its hash where that is too long for the column. */
export async function passkeyAccountId(credentialID: string): Promise<string> {
  return credentialID.length <= KEY_BYTES.providerAccountId ? credentialID : sha256(credentialID)
}

/** How a user is called in the lists of authenticators. */
export function credentialLabel({ email, name }: AdapterUser): { userName: string; userDisplayName: string } {
  return { userName: email || name || "user", userDisplayName: name || email || "" }
}

/** A user's own passkeys. */
export async function listPasskeys(adapter: Adapter, userId: string): Promise<AdapterAuthenticator[]> {
  const listed = await requireOperation(adapter, "listAuthenticatorsByUserId")(userId)
  return listed.filter((passkey) => isSameId(passkey.userId, userId))
}

/** Whose passkey it is, where its account with this provider still says the same; null for what somebody left behind. */
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
 * Stores a passkey with the account that stands for it: both or neither.
 *
 * @throws {WebAuthnVerificationError} when anybody has it already
 * @see [WebAuthn Level 3, section 7.1, step 26](https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential)
 */
export async function storePasskey(adapter: Adapter, passkey: AdapterAuthenticator, account: Account): Promise<void> {
  const { credentialID, userId } = passkey
  const existing = await requireOperation(adapter, "getAuthenticator")(credentialID)
  const { provider, providerAccountId } = account
  const linked = await requireOperation(adapter, "getUserByAccount")({ provider, providerAccountId })
  if (existing || linked) throw new WebAuthnVerificationError("The passkey is known already")
  if ((await listPasskeys(adapter, userId)).length >= MAX_PASSKEYS) {
    throw new WebAuthnVerificationError(`The user has ${MAX_PASSKEYS} passkeys, and may have no more`)
  }
  await requireOperation(adapter, "linkAccount")({ ...account, userId } as AdapterAccount) // its type is webauthn
  try {
    await requireOperation(adapter, "createAuthenticator")(toStoredPasskey(adapter, passkey))
  } catch (error) {
    if (adapter.transaction) throw error
    await undoStore(adapter, { provider, providerAccountId }, error)
  }
}

// An adapter that updates passkeys keeps further columns as well; another one's tables have no room for them
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
