import { webauthnProof, type Proof } from "../../core/request/proofs.ts"
import type { AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import { AdapterConflict } from "../../adapters/values.ts"
import { passkeyOwner, storedCredentialId, toUserHandle } from "../../core/methods/passkeys.ts"
import { base64ToBase64url, fromBase64url } from "../../core/crypto/bytes.ts"
import { asError, AuthError, WebAuthnVerificationError } from "../../errors.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { isSameId } from "../../core/users/users.ts"
import { passkeyStore, type Ceremony } from "./ceremony.ts"
import { loadEngine } from "./engine.ts"
import { relyingPartyFor } from "../../core/methods/relying-party.ts"
import type { AuthenticationResponse } from "./response.ts"

/** A passkey that signed the challenge, and its user. */
export interface VerifiedPasskey {
  user: AdapterUser
  passkey: AdapterAuthenticator
  proof: Proof
}

/**
 * Finds the passkey that an authenticator used, verifies the signature, and stores the counter.
 *
 * @throws {WebAuthnVerificationError} with code `unknown` if no user has that passkey anymore
 * @throws {AuthError} `AccountNotLinked` if another user is signed in
 * @see [WebAuthn Level 3, section 7.2](https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion)
 */
export async function verifyAuthentication(
  context: ActionContext,
  provider: WebAuthnConfig,
  { answer, ceremony }: { answer: AuthenticationResponse; ceremony: Ceremony },
): Promise<VerifiedPasskey> {
  const passkey = await requireOperation(passkeyStore(context), "getAuthenticator")(storedCredentialId(answer.id))
  const user = passkey && (await passkeyOwner(passkeyStore(context), provider.id, passkey))
  if (!passkey || !user || passkey.credentialID !== storedCredentialId(answer.id)) {
    throw new WebAuthnVerificationError("No user has this passkey", "unknown")
  }
  // A user who confirms with a passkey must not become another user whose passkey is on the same device
  if (ceremony.user !== null && !isSameId(ceremony.user, user.id)) {
    throw new AuthError("AccountNotLinked", "The passkey belongs to another user than the signed-in one")
  }
  await checkUserHandle(provider, { answer, ceremony, user })
  const info = await verifyAssertion(context, provider, { answer, ceremony, passkey })
  const { newCounter: counter, credentialBackedUp } = info
  // The stored type stays, so that a copy in a password manager that wasn't updated works too
  if (info.credentialDeviceType !== passkey.credentialDeviceType)
    context.settings.logger.debug("A passkey that couldn't be backed up now can. Its password manager was updated")
  await storeUse(context, { ...passkey, counter, credentialBackedUp })
  const proof = webauthnProof({ verified: true, authenticationInfo: info })
  if (!proof) throw new WebAuthnVerificationError("The response names no credential")
  return { user, passkey, proof }
}

interface HandleCheck {
  answer: AuthenticationResponse
  ceremony: Ceremony
  user: AdapterUser
}

// Level 3, section 7.2, step 6: the user handle identifies the user. It may only be missing if the user was known
// before
async function checkUserHandle(
  { anyUserHandle }: WebAuthnConfig,
  { answer: { response }, ceremony, user }: HandleCheck,
): Promise<void> {
  if (ceremony.user !== null && (response.userHandle ?? null) === null) return
  if (anyUserHandle || response.userHandle === (await toUserHandle(user.id))) return
  throw new WebAuthnVerificationError("The passkey's user handle isn't its user's")
}

interface AssertionInput {
  answer: AuthenticationResponse
  ceremony: Ceremony
  passkey: AdapterAuthenticator
}

async function verifyAssertion(
  context: ActionContext,
  provider: WebAuthnConfig,
  { answer, ceremony, passkey }: AssertionInput,
) {
  const { verifyAuthenticationResponse } = await loadEngine(provider)
  const { id, origins } = relyingPartyFor(context, provider)
  const { userHandle, ...response } = answer.response
  const credential = {
    id: answer.id,
    publicKey: fromBase64url(base64ToBase64url(passkey.credentialPublicKey)) ?? new Uint8Array(),
    counter: passkey.counter,
  }
  const { verified: signed, authenticationInfo: info } = await verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...response, ...(typeof userHandle === "string" && { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: ceremony.challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    credential,
    requireUserVerification: (provider.userVerification ?? "required") === "required",
  }).catch((thrown: unknown) => {
    const err = asError(thrown)
    throw new WebAuthnVerificationError(err.message, undefined, { err })
  })
  if (!signed) throw new WebAuthnVerificationError("The passkey's signature is invalid")
  // WebAuthn Level 3, section 7.2, step 18, rejects any change of the backup eligibility. But password managers that
  // reported none at first report it since an update, and their users must get in. Such a passkey proves less, not more
  const isBackedUp = info.credentialDeviceType === "multiDevice"
  if (info.credentialDeviceType !== passkey.credentialDeviceType && !isBackedUp)
    throw new WebAuthnVerificationError("The passkey lost its backup eligibility")
  return info
}

// The counter only increases. If two uses have the same count, such as one of a copied authenticator, the later is
// rejected
async function storeUse(
  context: ActionContext,
  { credentialID, counter, credentialBackedUp }: AdapterAuthenticator,
): Promise<void> {
  const adapter = passkeyStore(context)
  try {
    await requireOperation(adapter, "updateAuthenticatorCounter")(credentialID, counter)
  } catch (thrown) {
    if (!(thrown instanceof AdapterConflict)) throw thrown
    throw new WebAuthnVerificationError("The passkey's counter didn't increase", undefined, { err: thrown })
  }
  await adapter.updateAuthenticator?.({
    credentialID,
    credentialBackedUp,
    lastUsedAt: new Date(context.settings.now()),
  })
}
