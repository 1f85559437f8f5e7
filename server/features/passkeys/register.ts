import type { AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import { passkeyAccountId, listPasskeys, storedCredentialId } from "../../core/methods/passkeys.ts"
import { AUTOMATIC_PASSKEY, findStepUp } from "../../core/proofs/step-up.ts"
import { passkeyName } from "../../core/methods/authenticators.ts"
import { userById } from "../../core/users/users.ts"
import { base64 } from "../../core/crypto/bytes.ts"
import { asError, WebAuthnVerificationError } from "../../errors.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { checkAttestation, isWellFormedKey } from "./attestation.ts"
import { passkeyStore, type Ceremony } from "./ceremony.ts"
import { ALGORITHMS, loadEngine } from "./engine.ts"
import { relyingPartyFor } from "../../core/methods/relying-party.ts"
import { knownTransports, type RegistrationResponse } from "./response.ts"

/**
 * Returns the user who may add a passkey: only the signed-in one. So a passkey never belongs to an email address that
 * its owner hasn't verified with another sign-in method.
 *
 * @throws {WebAuthnVerificationError} if the user isn't signed in, or the adapter doesn't know them
 */
export async function registeringUser(context: ActionContext, userId: string | null): Promise<AdapterUser> {
  const user = userId === null ? null : await userById(passkeyStore(context), userId)
  if (user) return user
  throw new WebAuthnVerificationError("Only a signed-in user can add a passkey")
}

/**
 * Returns the passkey that an authenticator created for this user.
 *
 * @throws {WebAuthnVerificationError}
 * @see [WebAuthn Level 3, section 7.1](https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential)
 */
export async function verifyRegistration(
  context: ActionContext,
  provider: WebAuthnConfig,
  { answer, ceremony, userId }: { answer: RegistrationResponse; ceremony: Ceremony; userId: string },
): Promise<VerifiedRegistration> {
  if (ceremony.automatic && (await findStepUp(context, await context.lookupSession(), AUTOMATIC_PASSKEY)))
    throw new WebAuthnVerificationError("The browser may create a passkey by itself for 5 minutes after a sign-in")
  const engine = await loadEngine(provider)
  checkAttestation(answer.response.attestationObject, engine)
  const { credential, aaguid, ...info } = await verifyAttestation(context, provider, { answer, ceremony })
  if (credential.id !== answer.id || !isWellFormedKey(credential.publicKey, engine)) {
    throw new WebAuthnVerificationError("The authenticator named another credential, or a key of another kind")
  }
  const transports = knownTransports(answer)
  const ownNames = (await listPasskeys(passkeyStore(context), userId)).map(({ name }) => name ?? "")
  const credentialID = storedCredentialId(credential.id)
  const passkey: AdapterAuthenticator = {
    userId,
    credentialID,
    providerAccountId: await passkeyAccountId(credentialID),
    credentialPublicKey: base64(credential.publicKey),
    counter: credential.counter,
    credentialDeviceType: info.credentialDeviceType,
    credentialBackedUp: info.credentialBackedUp,
    transports: transports.length > 0 ? transports.join(",") : null,
    name: passkeyName({ aaguid, transports }, ownNames),
    createdAt: new Date(context.settings.now()),
    lastUsedAt: null,
  }
  return { passkey, aaguid }
}

interface VerifiedRegistration {
  passkey: AdapterAuthenticator
  /** Names the product that created it. */
  aaguid: string
}

async function verifyAttestation(
  context: ActionContext,
  provider: WebAuthnConfig,
  { answer, ceremony }: { answer: RegistrationResponse; ceremony: Ceremony },
) {
  const { verifyRegistrationResponse } = await loadEngine(provider)
  const { id, origins } = relyingPartyFor(context, provider)
  const asks = !ceremony.automatic
  const result = await verifyRegistrationResponse({
    response: {
      ...answer,
      response: { ...answer.response, transports: knownTransports(answer) },
      clientExtensionResults: {},
    },
    expectedChallenge: ceremony.challenge,
    expectedOrigin: [...origins],
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
    // WebAuthn Level 3, section 5.1.3: if the browser creates it by itself, both flags are missing
    requireUserPresence: asks,
    requireUserVerification: asks && (provider.userVerification ?? "required") === "required",
  }).catch((thrown: unknown) => {
    const err = asError(thrown)
    throw new WebAuthnVerificationError(err.message, undefined, { err })
  })
  if (!result.verified) throw new WebAuthnVerificationError("The attestation is invalid")
  return result.registrationInfo
}
