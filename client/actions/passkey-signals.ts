import type { AccountDetails } from "../account-contract.ts"
import type { ActionClient } from "./types.ts"

/**
 * The methods of `PublicKeyCredential` that tell password managers about changed passkeys. Browsers support some of
 * them or none.
 */
interface SignalApi {
  signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void>
  signalAllAcceptedCredentials?(options: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: string[]
  }): Promise<void>
  signalCurrentUserDetails?(options: { rpId: string; userId: string; name: string; displayName: string }): Promise<void>
}

function signalApi(): SignalApi {
  return typeof PublicKeyCredential === "function" ? (PublicKeyCredential as SignalApi) : {} // TypeScript's DOM types lack these methods
}

/** Tells the browser to forget a passkey that the server doesn't know. */
export async function signalUnknown(rpId: string | undefined, credentialId: string): Promise<void> {
  if (rpId === undefined) return
  await ignoreFailure(signalApi().signalUnknownCredential?.({ rpId, credentialId }))
}

/** Tells the browser which passkeys the signed-in user has, and the user's current name. */
export async function signalAccount(
  { http }: Pick<ActionClient, "http">,
  loadedAccount?: AccountDetails,
): Promise<void> {
  const api = signalApi()
  if (!api.signalAllAcceptedCredentials && !api.signalCurrentUserDetails) return
  // the signal is only a hint, so it is skipped if the request fails
  const account =
    loadedAccount ?? ((await http.account("account").catch(() => null))?.body as unknown as AccountDetails | null)
  if (!account?.passkeyUser || !Array.isArray(account.passkeys)) return
  const { rpId, id: userId, name, displayName } = account.passkeyUser
  const allAcceptedCredentialIds = account.passkeys.map(({ id }) => id)
  await ignoreFailure(api.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }))
  await ignoreFailure(api.signalCurrentUserDetails?.({ rpId, userId, name, displayName }))
}

// The signal is only a hint, so its failure is ignored
async function ignoreFailure(signal: Promise<void> | undefined): Promise<void> {
  await signal?.catch(() => undefined)
}
