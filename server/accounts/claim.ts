import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import { AuthError } from "../errors.ts"
import type { Routed } from "../routed.ts"

/**
 * Takes from a user, at the first proof of the mailbox, what somebody may have prepared who never held it: accounts whose
 * provider did not prove this address, passkeys, and every session. Who is signed in as that user at that moment and
 * proves the mailbox keeps all. Answers whether it took anything away, or looked.
 *
 * @throws {AuthError} `AccountNotLinked` where the adapter cannot, and there are other ways to sign in; and where there is
 *   somebody to put out whose session lives in a cookie, which nobody can end
 * @see "Pre-hijacked accounts", USENIX Security 2022
 */
export async function claim(routed: Routed, adapter: Adapter, user: AdapterUser): Promise<boolean> {
  const reading = await routed.reading()
  if (reading.kind === "live" && reading.userId === user.id) return false
  const { listAccounts, unlinkAccount, deleteSessions } = adapter
  const passkeys = Boolean(adapter.deleteAuthenticator) || !adapter.listAuthenticatorsByUserId
  if (!listAccounts || !unlinkAccount || !deleteSessions || !passkeys) return refuseUnlessOnlyMail(routed)
  const { accounts, prepared } = await strangersOf(adapter, user)
  if (routed.settings.session.strategy === "jwt" && accounts.length + prepared.length > 0) throw stillInside()
  await putOut(adapter, user)
  return true
}

/**
 * Takes all of it away that {@link claim} does. Called once more when the proof is stored: whoever was signing in, linking or
 * adding a passkey at that moment has written what the transaction could not see.
 */
export async function putOut(adapter: Adapter, user: AdapterUser): Promise<void> {
  const { accounts, prepared } = await strangersOf(adapter, user)
  for (const account of accounts) await adapter.unlinkAccount?.(account)
  for (const { credentialID } of prepared) await adapter.deleteAuthenticator?.(credentialID)
  await adapter.deleteSessions?.(user.id)
}

async function strangersOf(adapter: Adapter, user: AdapterUser) {
  const accounts = (await adapter.listAccounts?.(user.id)) ?? []
  const prepared = (await adapter.listAuthenticatorsByUserId?.(user.id)) ?? []
  return { accounts: accounts.filter((account) => account["proven_email"] !== user.email), prepared }
}

function stillInside(): AuthError {
  return new AuthError(
    "AccountNotLinked",
    "The address belongs to a user whose mailbox was never proven, and who signs in another way as well. Whoever made that " +
      "user may hold a session in a cookie, and that cannot be ended: sign in that way first, then follow the mail's link",
  )
}

function refuseUnlessOnlyMail({ settings }: Routed): false {
  if ([...settings.providers.values()].every(({ type }) => type === "email")) return false
  throw new AuthError(
    "AccountNotLinked",
    "The address belongs to a user whose mailbox was never proven, and who may have been made by somebody else. " +
      "The adapter lacks listAccounts, unlinkAccount, deleteSessions or deleteAuthenticator, which make such a user safe",
  )
}
