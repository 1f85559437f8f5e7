import type { Adapter, AdapterUser } from "../adapters/contract.ts"
import { AuthError } from "../errors.ts"
import type { Routed } from "../routed.ts"

/**
 * Takes from a user, at the first proof of the mailbox, what somebody may have prepared who never held it: accounts whose
 * provider did not prove this address, passkeys, and every session. Who is signed in as that user at that moment and
 * proves the mailbox keeps all.
 *
 * @throws {AuthError} `AccountNotLinked` where the adapter cannot, and there are other ways to sign in; and where there is
 *   somebody to put out whose session lives in a cookie, which nobody can end
 * @see "Pre-hijacked accounts", USENIX Security 2022
 */
export async function claim(routed: Routed, adapter: Adapter, user: AdapterUser): Promise<void> {
  const reading = await routed.reading()
  if (reading.kind === "live" && reading.userId === user.id) return
  const { listAccounts, unlinkAccount, deleteSessions } = adapter
  const passkeys = Boolean(adapter.deleteAuthenticator) || !adapter.listAuthenticatorsByUserId
  if (!listAccounts || !unlinkAccount || !deleteSessions || !passkeys) return refuseUnlessOnlyMail(routed)
  const accounts = await listAccounts.call(adapter, user.id)
  const strangers = accounts.filter((account) => account["proven_email"] !== user.email)
  const prepared = (await adapter.listAuthenticatorsByUserId?.(user.id)) ?? []
  if (routed.settings.session.strategy === "jwt" && strangers.length + prepared.length > 0) throw stillInside()
  for (const account of strangers) await unlinkAccount.call(adapter, account)
  for (const { credentialID } of prepared) await adapter.deleteAuthenticator?.(credentialID)
  await deleteSessions.call(adapter, user.id)
}

function stillInside(): AuthError {
  return new AuthError(
    "AccountNotLinked",
    "The address belongs to a user whose mailbox was never proven, and who signs in another way as well. Whoever made that " +
      "user may hold a session in a cookie, and that cannot be ended: sign in that way first, then follow the mail's link",
  )
}

function refuseUnlessOnlyMail({ settings }: Routed): void {
  if ([...settings.providers.values()].every(({ type }) => type === "email")) return
  throw new AuthError(
    "AccountNotLinked",
    "The address belongs to a user whose mailbox was never proven, and who may have been made by somebody else. " +
      "The adapter lacks listAccounts, unlinkAccount, deleteSessions or deleteAuthenticator, which make such a user safe",
  )
}
