import type { WebAuthnOptions } from "../../../client/contract.ts"
import type { AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import { credentialLabel } from "../../accounts/passkeys.ts"
import { toUserHandle } from "../../accounts/user-handle.ts"
import { base64ToBase64url, fromBase64url } from "../../crypto/bytes.ts"
import type { RequestContext } from "../../http/auth-request.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import { ALGORITHMS, loadEngine, type Transport } from "./engine.ts"
import { relyingPartyFor } from "../../http/relying-party.ts"

/** Milliseconds that a visitor may take, where the provider does not say. */
const TIMEOUT = 5 * 60 * 1000

/**
 * Returns the options to sign in. An anonymous user's name no credential, so they tell nothing about who has an account or a
 * passkey. A signed-in user's name their own `passkeys`, since no other one would be accepted.
 */
export async function authenticationOptions(
  context: RequestContext,
  provider: WebAuthnConfig,
  passkeys: readonly AdapterAuthenticator[],
): Promise<WebAuthnOptions> {
  const { generateAuthenticationOptions } = await loadEngine()
  const { timeout = TIMEOUT, userVerification = "required" } = provider
  const rpID = relyingPartyFor(context, provider).id
  const allowed = passkeys.length > 0 && { allowCredentials: passkeys.map(toDescriptor) }
  const options = await generateAuthenticationOptions({ rpID, timeout, userVerification, ...allowed })
  return { action: "authenticate", options } as unknown as WebAuthnOptions // where its type says undefined, JSON says nothing
}

const toDescriptor = ({ credentialID, transports }: AdapterAuthenticator) => ({
  id: base64ToBase64url(credentialID),
  transports: (transports?.split(",") ?? []).filter((text) => text !== "") as Transport[], // as they were stored
})

/** For whom a passkey is made. */
export interface RegistrationInput {
  user: AdapterUser
  /** Those that the user has: an authenticator that holds one of them makes no second. */
  passkeys: readonly AdapterAuthenticator[]
  /** The browser makes it by itself, right after a password sign-in; it cannot verify anybody then. */
  automatic: boolean
}

/** Options to make a passkey that its authenticator finds by itself, without being told whose. */
export async function registrationOptions(
  context: RequestContext,
  provider: WebAuthnConfig,
  { user, passkeys, automatic }: RegistrationInput,
): Promise<WebAuthnOptions> {
  const { generateRegistrationOptions } = await loadEngine()
  const { timeout = TIMEOUT, userVerification = "required" } = provider
  const { id: rpID, name: rpName } = relyingPartyFor(context, provider)
  const handle = fromBase64url(await toUserHandle(user.id))
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    timeout,
    ...credentialLabel(user),
    ...(handle && { userID: handle }),
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(toDescriptor),
    // A fresh one: the library writes to it
    authenticatorSelection: { residentKey: "required", userVerification: automatic ? "preferred" : userVerification },
  })
  return { action: "register", options } as unknown as WebAuthnOptions // as above
}
