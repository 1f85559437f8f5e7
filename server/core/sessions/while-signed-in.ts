import type { Adapter } from "../../adapters/contract.ts"
import { hasTransaction } from "../../adapters/extended.ts"
import { hasAccountRecords, requireAdapter } from "../../adapters/required.ts"
import { SessionRequired } from "../../errors.ts"
import { ofOpenAccount, ofStoredAccount } from "./account-state.ts"
import type { ActionContext } from "../request/action-context.ts"
import { isStoredSession } from "./stored-session.ts"
import type { LiveSession } from "../request/strategy.ts"
import { atomically } from "../users/atomically.ts"

/**
 * Carries out a removal that the signed-in user asked for. A thief may have asked for it before a reset, an undo or a
 * disabling ended the session. In a transaction, the session is checked after the removal too, which is rolled back
 * then. Without transactions it is checked right before: to restore what was removed could bring back what the owner
 * has removed meanwhile.
 *
 * @throws {SessionRequired} if the session ended meanwhile
 */
export async function removeWhileSignedIn<T>(
  context: ActionContext,
  userId: string,
  remove: (adapter: Adapter) => Promise<T>,
): Promise<T> {
  const adapter = requireAdapter(context.settings.adapter, "A change of the account")
  const session = await context.lookupSession()
  const check = async (within: Adapter) => {
    if (session.kind !== "live" || !(await isLive(context, within, session)))
      throw new SessionRequired("The user was signed out during the change")
  }
  return atomically(adapter, `ways\n${userId}`, async (within) => {
    await check(within)
    const result = await remove(within)
    if (hasTransaction(adapter)) await check(within)
    return result
  })
}

async function isLive({ settings }: ActionContext, within: Adapter, session: LiveSession): Promise<boolean> {
  const ofAccount = settings.session.strategy === "database" ? ofStoredAccount : ofOpenAccount
  const adapter = hasAccountRecords(within) ? within : settings.adapter
  const state = await ofAccount({ ...settings, adapter }, session)
  return state?.kind === "live" && isStoredSession({ ...settings, adapter: within }, session.key)
}
