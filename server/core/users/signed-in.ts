import type { Adapter } from "../../adapters/contract.ts"
import { requireOperation } from "../../adapters/required.ts"
import { AuthError } from "../../errors.ts"
import { emitEvent } from "../request/app-callbacks.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { ResolvedAccount } from "./types.ts"
import { isSameId } from "./users.ts"

/** Returns whether the request's session belongs to that user now. Reads the session again. */
export async function isSignedIn(context: ActionContext, userId: string): Promise<boolean> {
  const session = await context.sessions.lookup(context)
  return session.kind === "live" && isSameId(session.userId, userId)
}

/**
 * Undoes a link if the user was signed out while the provider responded. The mailbox's owner may have proven it
 * meanwhile, which evicts an attacker (see `reclaim.ts`).
 *
 * @throws {AuthError} `AccountNotLinked`
 */
export async function undoLateLink(
  context: ActionContext,
  adapter: Adapter,
  { linkTo, settled: { account, events } }: { linkTo: string | undefined; settled: ResolvedAccount },
): Promise<void> {
  if (linkTo === undefined || (await isSignedIn(context, linkTo))) return
  const { provider, providerAccountId } = account
  if (events.some(({ name }) => name === "linkAccount"))
    await requireOperation(adapter, "unlinkAccount")({ provider, providerAccountId })
  for (const { name, message } of events) if (name !== "linkAccount") await emitEvent(context, name, message)
  throw new AuthError("AccountNotLinked", "The user was signed out everywhere during this sign-in")
}
