import type { Session } from "../contract.ts"
import type { SessionCell } from "./cell.ts"
import { retryDelay } from "./retry-delay.ts"

interface PollFacts {
  cell: Pick<SessionCell<Session>, "state" | "shown">
  /** The app's option, in milliseconds. */
  interval: number
  isLeader: boolean
  /** When a poll was skipped because the device was offline. */
  skippedAt: number
}

/** When the store polls next, and the milliseconds between two polls. */
export interface PollTimes {
  /** 0 never polls. */
  delay: number
  /** Milliseconds since the epoch. `undefined` without polls. */
  pollAt: number | undefined
}

/** Returns when to poll. The leader polls on time; other tabs only after half an interval more without news. */
export function pollTimes({ cell, interval, isLeader, skippedAt }: PollFacts): PollTimes {
  const { data, error, dataUpdatedAt, errorUpdatedAt, failures } = cell.state
  const delay = error && cell.shown === undefined ? retryDelay(failures) : data ? interval : 0
  const last = Math.max(dataUpdatedAt, errorUpdatedAt, skippedAt)
  return { delay, pollAt: delay ? last + delay * (isLeader ? 1 : 1.5) : undefined }
}
