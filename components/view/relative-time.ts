/** How to format a date. */
export interface DateContext {
  lang: string
  /** The current time in milliseconds. Without it, dates are in full and in UTC, so that server and page agree. */
  now?: number | undefined
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The unit to use below each age in milliseconds. `numeric: auto` turns 0 seconds into "now" and one day into
 * "yesterday".
 */
const UNITS: readonly (readonly [below: number, unit: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  [MINUTE, "second", Infinity],
  [HOUR, "minute", MINUTE],
  [DAY, "hour", HOUR],
  [7 * DAY, "day", DAY],
]

/** Formats a past time: now, 2 hours ago, yesterday, June 3, June 3, 2024. */
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

/** Formats a past day: today, yesterday, June 3. */
export function relativeDay(date: string, { lang, now }: DateContext): string {
  if (now === undefined || now - Date.parse(date) >= 7 * DAY) return relativeTime(date, { lang, now })
  const days = (startOfDay(now) - startOfDay(Date.parse(date))) / DAY
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.max(0, Math.round(days)), "day")
}

/** From how many days on an age is in which unit, and the days of that unit. */
const AGES = [
  [365, "year", 365.25],
  [30, "month", 30.4],
  [7, "day", 1],
] as const

/** Formats a past day by its age: yesterday, 12 days ago, 3 months ago, last year. */
export function relativeAge(date: string, { lang, now }: DateContext): string {
  const days = now === undefined ? 0 : (now - Date.parse(date)) / DAY
  const [, unit, length] = AGES.find(([least]) => days >= least) ?? []
  if (unit === undefined) return relativeDay(date, { lang, now })
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-Math.max(1, Math.floor(days / length)), unit)
}

/** Formats a future time within a few days: in 23 hours. Without the current time, the date in full. */
export function futureTime(date: string, { lang, now }: DateContext): string {
  if (now === undefined) return relativeTime(date, { lang })
  const minutes = Math.max(1, Math.round((Date.parse(date) - now) / MINUTE))
  const format = new Intl.RelativeTimeFormat(lang)
  return minutes < 90 ? format.format(minutes, "minute") : format.format(Math.round(minutes / 60), "hour")
}

/** Formats a number of days from now: in 7 days. */
export const daysFromNow = (days: number, { lang }: DateContext): string =>
  new Intl.RelativeTimeFormat(lang).format(days, "day")

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)
