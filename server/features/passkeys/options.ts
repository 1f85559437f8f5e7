import type { WebAuthnOptions } from "../../../client/protocol.ts"
import type { AdapterAuthenticator, AdapterUser } from "../../adapters/contract.ts"
import { credentialLabel, toUserHandle } from "../../core/methods/passkeys.ts"
import { base64ToBase64url, fromBase64url } from "../../core/crypto/bytes.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { WebAuthnConfig } from "../../providers/types.ts"
import { ALGORITHMS, loadEngine, type Transport } from "./engine.ts"
import { relyingPartyFor } from "../../core/methods/relying-party.ts"

/** Milliseconds that a user may take, unless the provider sets another timeout. */
const TIMEOUT = 5 * 60 * 1000

/**
 * Returns the options to sign in. For an anonymous user they contain no credential, so they don't reveal which users
 * have an account or a passkey. For a signed-in user they contain that user's `passkeys`, since no other would be
 * accepted.
 */
export async function authenticationOptions(
  context: RequestContext,
  provider: WebAuthnConfig,
  passkeys: readonly AdapterAuthenticator[],
): Promise<WebAuthnOptions> {
  const { generateAuthenticationOptions } = await loadEngine(provider)
  const { timeout = TIMEOUT, userVerification = "required" } = provider
  const rpID = relyingPartyFor(context, provider).id
  const allowed = passkeys.length > 0 && { allowCredentials: passkeys.map(toDescriptor) }
  const options = await generateAuthenticationOptions({ rpID, timeout, userVerification, ...allowed })
  return { action: "authenticate", options: { ...options, ...toHints(provider) } } as unknown as WebAuthnOptions // JSON omits the properties that the type declares as undefined
}

const toHints = ({ hints = [] }: WebAuthnConfig) => hints.length > 0 && { hints }

const toDescriptor = ({ credentialID, transports }: AdapterAuthenticator) => ({
  id: base64ToBase64url(credentialID),
  transports: (transports?.split(",") ?? []).filter((text) => text !== "") as Transport[], // as they were stored
})

/** The user that a passkey is created for. */
export interface RegistrationInput {
  user: AdapterUser
  /** The user's passkeys. An authenticator that has one of them doesn't create a second. */
  passkeys: readonly AdapterAuthenticator[]
  /** Whether the browser creates it by itself, right after a password sign-in. It can't verify the user then. */
  automatic: boolean
}

/** Returns the options to create a discoverable passkey, which the authenticator finds without a user name. */
export async function registrationOptions(
  context: RequestContext,
  provider: WebAuthnConfig,
  { user, passkeys, automatic }: RegistrationInput,
): Promise<WebAuthnOptions> {
  const { generateRegistrationOptions } = await loadEngine(provider)
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
    // A new object, because the library writes to it
    authenticatorSelection: { residentKey: "required", userVerification: automatic ? "preferred" : userVerification },
  })
  return { action: "register", options: { ...options, ...toHints(provider) } } as unknown as WebAuthnOptions // as above
}
