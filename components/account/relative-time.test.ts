import { expect, test } from "vitest"
import { passwordSection } from "./sections/password.view.ts"
import { accountView } from "./account.view.ts"
import { catalogFor, LANGUAGES } from "../view/messages/languages.ts"
import { relativeAge } from "./relative-time.view.ts"

const NOW = Date.UTC(2026, 5, 20, 12)
/** A line never breaks inside a date. */
const unbroken = (text: string) => text.replaceAll(" ", "\u00A0")
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

test.each([
  [-1, "today"],
  [0, "today"],
  [1, "yesterday"],
  [6.4, "6 days ago"],
  [12, "12 days ago"],
  [29.9, "29 days ago"],
  [30, "last month"],
  [92, "3 months ago"],
  [364, "11 months ago"],
  [365, "last year"],
  [800, "2 years ago"],
])("formats an age of %d days", (days, text) => {
  expect(relativeAge(daysAgo(days), { lang: "en", now: NOW })).toBe(unbroken(text))
})

test("formats the date in full without the current time", () => {
  expect(relativeAge(daysAgo(92), { lang: "en" })).toBe(unbroken("March 20, 2026"))
})

const RELATIVE: Readonly<Record<string, string>> = {
  en: `Changed ${unbroken("3 months ago")}`,
  de: `Geändert: ${unbroken("vor 3 Monaten")}`,
  ja: `変更: ${unbroken("3 か月前")}`,
}

test.each(LANGUAGES)("the account card says when the password was changed, in %s", async (lang) => {
  const messages = await catalogFor(lang)
  const details = { user: {}, accounts: [], linkable: [], passkeys: null, sessions: null, hasPassword: true }
  const shown = { ...details, passwordRemovable: true, passwordChangedAt: daysAgo(92) }
  const view = accountView({ details: shown, messages, lang, now: NOW })
  const sections = view.state === "shown" ? view.sections : []
  const title = sections.find(({ part }) => part === passwordSection.part)?.rows[0]?.title
  const age = relativeAge(daysAgo(92), { lang, now: NOW })
  expect(title).toBe(messages.account.passwordChanged.replace("{date}", age))
  expect(title).toContain(age)
  if (RELATIVE[lang]) expect(title).toBe(RELATIVE[lang])
})
