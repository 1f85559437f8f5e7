import type { AdapterUser } from "../../adapters/contract.ts"
import { addressKey, atomically, withMailboxLock } from "../users/atomically.ts"
import { verifyMailbox } from "../users/by-email.ts"
import { evictUnverified, tellOwner } from "../users/reclaim.ts"
import { AuthError } from "../../errors.ts"
import { emitEvent } from "../request/emit.ts"
import type { ActionContext } from "../request/action-context.ts"
import { userById, userStore } from "../users/users.ts"

/**
 * Stores that the mailbox is proven. Returns the user, and whether that removed all that an attacker may have prepared.
 *
 * @throws {AuthError} `Verification` if the user has another address by now
 */
export async function proveMailbox(
  context: ActionContext,
  user: AdapterUser,
): Promise<{ user: AdapterUser; wasReclaimed: boolean }> {
  if (user.emailVerified) return { user, wasReclaimed: false }
  const { settings } = context
  const adapter = userStore(settings)
  await context.lookupSession() // inside the transaction it would wait for the transaction's own connection
  const { email } = user
  const {
    events,
    reclaimed,
    user: proven,
  } = await withMailboxLock(settings, { adapter, email }, async () => {
    const verified = await atomically(adapter, addressKey(email), async (transaction) => {
      if ((await userById(transaction, user.id))?.email !== email) throw movedError()
      return verifyMailbox(context, transaction, user)
    })
    if (verified.reclaimed && (await evictUnverified(settings, adapter, user))) verified.reclaimed.hadMethods = true
    return verified
  })
  for (const { name, message } of events) {
    if (name === "reclaimUser" && reclaimed?.hadMethods) await tellOwner(context, message.user)
    await emitEvent(context, name, message)
  }
  return { user: proven, wasReclaimed: reclaimed !== undefined }
}

const movedError = () => new AuthError("Verification", "The user's address changed while its mailbox was proven")
