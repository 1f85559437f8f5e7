import type { AccountDetails } from "../contract.ts"
import type { FullClient } from "./types.ts"

/** The part of `PublicKeyCredential` that tells password managers what became of passkeys; each only some browsers have. */
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
  return typeof PublicKeyCredential === "function" ? (PublicKeyCredential as SignalApi) : {} // newer than its types
}

/** Lets the browser forget a passkey that the service does not know. */
export async function signalUnknown(rpId: string | undefined, credentialId: string): Promise<void> {
  if (rpId === undefined) return
  await ignoreFailure(signalApi().signalUnknownCredential?.({ rpId, credentialId }))
}

/** Lets the browser know which passkeys the signed-in user has, and what the user is called. */
export async function signalAccount({ http }: Pick<FullClient, "http">, loadedAccount?: AccountDetails): Promise<void> {
  const api = signalApi()
  if (!api.signalAllAcceptedCredentials && !api.signalCurrentUserDetails) return
  const account = loadedAccount ?? ((await http.account().catch(() => null)) as AccountDetails | null) // a hint: without an answer none is given
  if (!account?.passkeyUser || !Array.isArray(account.passkeys)) return
  const { rpId, id: userId, name, displayName } = account.passkeyUser
  const allAcceptedCredentialIds = account.passkeys.map(({ id }) => id)
  await ignoreFailure(api.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }))
  await ignoreFailure(api.signalCurrentUserDetails?.({ rpId, userId, name, displayName }))
}

// Nobody waits for what a password manager makes of a hint
async function ignoreFailure(signal: Promise<void> | undefined): Promise<void> {
  await signal?.catch(() => undefined)
}
