import type { Adapter } from "../../adapters/contract.ts"
import type { LoggerInstance } from "../../logger.ts"
import { asError, AuthError } from "../../errors.ts"
import type { Background } from "./background.ts"

const HOUR = 3_600_000
const LAST_SWEEP_TIMES = new WeakMap<Adapter, number>() // by adapter, because a configuration may be created for each request

/** The settings that deleting expired rows needs. */
export interface Sweeping {
  readonly adapter?: Adapter | undefined
  readonly logger: LoggerInstance
  readonly background: Background
  /** Milliseconds since the epoch. */
  now(): number
}

/**
 * Lets the adapter delete expired rows, in the background and at most once an hour. All code that writes expiring rows
 * calls it: sessions, magic links, counters and one-time claims.
 */
export function sweepExpired({ adapter, logger, now, background }: Sweeping): void {
  const time = now()
  if (!adapter?.deleteExpired || time - (LAST_SWEEP_TIMES.get(adapter) ?? 0) < HOUR) return
  LAST_SWEEP_TIMES.set(adapter, time)
  const work = deleteExpired(adapter, new Date(time)).catch((error: unknown) =>
    logger.error(new AuthError("AdapterError", "Expired rows could not be deleted.", { err: asError(error) })),
  )
  background.run(work)
}

async function deleteExpired(adapter: Adapter, now: Date): Promise<void> {
  await adapter.deleteExpired?.(now)
}
