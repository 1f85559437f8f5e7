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

// No line breaks inside a date
const unbroken = (text: string): string => text.replaceAll(" ", "\u00A0")

/** Formats a date, without a place where a line could break. */
export const formatDate = (date: number, lang: string | undefined, options: Intl.DateTimeFormatOptions): string =>
  unbroken(new Intl.DateTimeFormat(lang, options).format(date))

const relative = (value: number, unit: Intl.RelativeTimeFormatUnit, lang: string): string =>
  unbroken(new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(value, unit))

/** Formats a past time: now, 2 hours ago, yesterday, June 3, June 3, 2024. */
export function relativeTime(date: string, { lang, now }: DateContext): string {
  const then = Date.parse(date)
  const full = { day: "numeric", month: "long", year: "numeric" } as const
  if (now === undefined) return formatDate(then, lang, { ...full, timeZone: "UTC" })
  const age = Math.max(0, now - then)
  const [, unit, milliseconds] = UNITS.find(([below]) => age < below) ?? []
  if (unit && milliseconds) {
    return relative(-Math.floor(age / milliseconds), unit, lang)
  }
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear()
  return formatDate(then, lang, sameYear ? { day: "numeric", month: "long" } : full)
}

/** Formats a past day: today, yesterday, June 3. */
export function relativeDay(date: string, { lang, now }: DateContext): string {
  if (now === undefined || now - Date.parse(date) >= 7 * DAY) return relativeTime(date, { lang, now })
  const days = (startOfDay(now) - startOfDay(Date.parse(date))) / DAY
  return relative(-Math.max(0, Math.round(days)), "day", lang)
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
  return relative(-Math.max(1, Math.floor(days / length)), unit, lang)
}

/** Formats a future time within a few days: in 23 hours. Without the current time, the date in full. */
export function futureTime(date: string, { lang, now }: DateContext): string {
  if (now === undefined) return relativeTime(date, { lang })
  const minutes = Math.max(1, Math.round((Date.parse(date) - now) / MINUTE))
  return minutes < 90 ? relative(minutes, "minute", lang) : relative(Math.round(minutes / 60), "hour", lang)
}

/** Formats a number of days from now: in 7 days. */
export const daysFromNow = (days: number, { lang }: DateContext): string => relative(days, "day", lang)

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)
