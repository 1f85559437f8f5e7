import { memoize } from "../crypto/memory.ts"
import type { Settings } from "./settings.ts"
import type { WarningCode } from "../../logger.ts"

type Warned = Pick<Settings, "warned" | "logger" | "rules">

/** Logs a warning the first time only, however many configurations an app makes. */
export function warnOnce({ warned, logger }: Pick<Warned, "warned" | "logger">, code: WarningCode): void {
  if (warned.has(code)) return
  warned.add(code)
  logger.warn(code)
}

/** Logs once that an app relies on behavior of Auth.js that Latchkit doesn't have. Does nothing without the preset. */
export function warnOfMove(settings: Warned, code: Extract<WarningCode, `authjs-${string}`>): void {
  if (settings.rules.logsMoves) warnOnce(settings, code)
}

const firstProblem = memoize((_settings: Settings): { message?: string } => ({}))

/** Remembers a problem for the error page. In production this does nothing. */
export function rememberProblem(settings: Settings, { message }: Error): void {
  if (!settings.production) firstProblem(settings).message = message
}

/** Returns the last problem that the developer may read on the error page. In production there is none. */
export const lastProblem = (settings: Settings): string | undefined =>
  settings.production ? undefined : firstProblem(settings).message
