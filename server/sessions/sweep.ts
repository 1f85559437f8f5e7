import type { Adapter } from "../adapters/contract.ts"
import type { Settings } from "../config/settings.ts"
import { asError, AuthError } from "../errors.ts"

const HOUR = 3_600_000
const LAST = new WeakMap<Adapter, number>() // when each was swept last: a configuration may be made anew for each request

/** Lets the adapter remove what has ended, in the background and once an hour at most. Nothing waits for it. */
export function sweep(settings: Settings): void {
  const { adapter, logger } = settings
  const now = settings.now()
  if (!adapter?.deleteExpired || now - (LAST.get(adapter) ?? 0) < HOUR) return
  LAST.set(adapter, now)
  const failed = (error: unknown): void =>
    logger.error(new AuthError("AdapterError", "What has expired could not be removed", { err: asError(error) }))
  void Promise.resolve(adapter.deleteExpired(new Date(now))).catch(failed)
}
