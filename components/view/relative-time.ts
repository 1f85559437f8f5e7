/** How a moment is written. */
export interface DateContext {
  lang: string
  /** Milliseconds; without it a date is written in full and in UTC, which a server and a page agree on. */
  now?: number | undefined
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Beyond each age in milliseconds the next unit; `numeric: auto` makes 0 seconds "now" and a day "yesterday". */
const UNITS: readonly (readonly [below: number, unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  [MINUTE, "second", Infinity],
  [HOUR, "minute", MINUTE],
  [DAY, "hour", HOUR],
  [7 * DAY, "day", DAY],
]

/** A moment in the past as people say it: now, 2 hours ago, yesterday, 3 June, 3 June 2024. */
export function relativeTime(date: string, { lang, now }: DateContext): string {
  const then = Date.parse(date)
  const full = { day: "numeric", month: "long", year: "numeric" } as const
  if (now === undefined) return new Intl.DateTimeFormat(lang, { ...full, timeZone: "UTC" }).format(then)
  const age = Math.max(0, now - then)
  const [, unit, milliseconds] = UNITS.find(([below]) => age < below) ?? []
  if (unit && milliseconds) {
    return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.floor(age / milliseconds), unit)
  }
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(lang, sameYear ? { day: "numeric", month: "long" } : full).format(then)
}

/** A day in the past: today, yesterday, 3 June. */
export function relativeDay(date: string, { lang, now }: DateContext): string {
  if (now === undefined || now - Date.parse(date) >= 7 * DAY) return relativeTime(date, { lang, now })
  const days = (startOfDay(now) - startOfDay(Date.parse(date))) / DAY
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.max(0, Math.round(days)), "day")
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)
