import type { Adapter } from "../../../adapters/contract.ts"
import { memoize } from "../../../core/crypto/memory.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { asError, AuthError } from "../../../errors.ts"
import { lazy } from "../../../lazy.ts"

const carryOutDeletions = lazy(() => import("./carry-out.ts"), "carryOutDeletions")

const HOUR = 3_600_000
const lastSweep = memoize((_adapter: Adapter) => ({ at: 0 }))

/** Carries out the deletions that are due, in the background and at most once an hour in each process. */
export function sweepDeletions(context: ActionContext): void {
  const { adapter, now, logger, background } = context.settings
  if (!adapter) return
  const last = lastSweep(adapter)
  if (now() - last.at < HOUR) return
  last.at = now()
  const work = carryOutDue(context).catch((thrown: unknown) => {
    const err = asError(thrown)
    logger.error(new AuthError("AdapterError", `Accounts that are due were not deleted: ${err.message}`, { err }))
  })
  background.run(work)
}

async function carryOutDue(context: ActionContext): Promise<void> {
  await carryOutDeletions(context)
}
