import type { Session } from "../contract.ts"
import type { SessionCell } from "./cell.ts"

/** How many milliseconds a tab without a session waits after a failure before it tries again. */
const RETRY_DELAY = 5000

interface PollFacts {
  cell: Pick<SessionCell<Session>, "state" | "shown">
  /** The app's option, in milliseconds. */
  interval: number
  isLeader: boolean
  /** When a poll was skipped because the device was offline. */
  skippedAt: number
  /** Whether only the server knows if the session has ended. */
  isQuestion: boolean
}

/** When the store polls next, and the milliseconds between two polls. */
export interface PollTimes {
  /** 0 never polls. */
  delay: number
  /** Milliseconds since the epoch. `undefined` without polls. */
  pollAt: number | undefined
}

/** Returns when to poll. The leader polls on time; other tabs only after half an interval more without news. */
export function pollTimes({ cell, interval, isLeader, skippedAt, isQuestion }: PollFacts): PollTimes {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = cell.state
  const isUnknown = cell.shown === undefined || isQuestion
  const delay = error && isUnknown ? RETRY_DELAY : data ? interval : 0
  const last = Math.max(dataUpdatedAt, errorUpdatedAt, skippedAt)
  return { delay, pollAt: delay ? last + delay * (isLeader ? 1 : 1.5) : undefined }
}
