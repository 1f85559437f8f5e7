import type { account } from "./messages/en.ts"
import { fill } from "./messages/fill.ts"

/** Most specific first, because every browser also claims to be some of those below it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Vivaldi\//, "Vivaldi"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
]

const firstMatch = (table: readonly (readonly [RegExp, string])[], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the browser and the operating system in a `User-Agent` header, by the names that users know. */
export function browserName(userAgent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: firstMatch(BROWSERS, userAgent), system: firstMatch(SYSTEMS, userAgent) }
}

/** Returns the title of a browser, for example "Firefox on Linux". */
export function browserTitle(userAgent: string | null, words: typeof account): string {
  const { browser, system } = browserName(userAgent ?? "")
  return browser && system ? fill(words.browserOn, { browser, system }) : (browser ?? system ?? words.unknownBrowser)
}
