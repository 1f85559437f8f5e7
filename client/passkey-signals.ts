import type { AccountDetails } from "./contract.ts"
import type { WholeClient } from "./types.ts"

/** The part of `PublicKeyCredential` that tells password managers what became of passkeys; each only some browsers have. */
interface Signals {
  signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void>
  signalAllAcceptedCredentials?(options: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: string[]
  }): Promise<void>
  signalCurrentUserDetails?(options: { rpId: string; userId: string; name: string; displayName: string }): Promise<void>
}

function signals(): Signals {
  return typeof PublicKeyCredential === "function" ? (PublicKeyCredential as Signals) : {} // newer than its types
}

/** Lets the browser forget a passkey that the service does not know. */
export async function signalUnknown(rpId: string | undefined, credentialId: string): Promise<void> {
  if (rpId === undefined) return
  await quietly(signals().signalUnknownCredential?.({ rpId, credentialId }))
}

/** Lets the browser know which passkeys the signed-in user has, and what the user is called. */
export async function signalAccount({ http }: Pick<WholeClient, "http">, known?: AccountDetails): Promise<void> {
  const browser = signals()
  if (!browser.signalAllAcceptedCredentials && !browser.signalCurrentUserDetails) return
  const account = known ?? ((await http.account().catch(() => null)) as AccountDetails | null) // a hint: without an answer none is given
  if (!account?.passkeyUser || !Array.isArray(account.passkeys)) return
  const { rpId, id: userId, name, displayName } = account.passkeyUser
  const allAcceptedCredentialIds = account.passkeys.map(({ id }) => id)
  await quietly(browser.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }))
  await quietly(browser.signalCurrentUserDetails?.({ rpId, userId, name, displayName }))
}

// Nobody waits for what a password manager makes of a hint
async function quietly(signal: Promise<void> | undefined): Promise<void> {
  await signal?.catch(() => undefined)
}
