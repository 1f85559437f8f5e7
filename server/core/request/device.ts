import * as v from "valibot"
import type { DeviceDetails } from "../../../client/account-contract.ts"

const name = v.nullable(v.pipe(v.string(), v.maxLength(32)))

/** Stored details of a device. */
export const deviceDetails = v.object({
  type: v.nullable(v.picklist(["desktop", "phone", "tablet"])),
  browser: name,
  system: name,
})

type NameTable = readonly (readonly [RegExp, string])[]

/** Names in `Sec-CH-UA`, most specific first. Chrome's brand list also has Chromium's name. */
const BRANDS: NameTable = [
  [/"Microsoft Edge"/, "Edge"],
  [/"Opera(?: GX)?"/, "Opera"],
  [/"Samsung Internet"/, "Samsung Internet"],
  [/"Vivaldi"/, "Vivaldi"],
  [/"Brave"/, "Brave"],
  [/"YaBrowser"/, "Yandex Browser"],
  [/"DuckDuckGo"/, "DuckDuckGo"],
  [/"Google Chrome"|"HeadlessChrome"|"Chromium"/, "Chrome"],
]

/** Names in `User-Agent`, most specific first, because every browser also claims to be some of those below it. */
const BROWSERS: NameTable = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|OPX\/|OPT\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Vivaldi\//, "Vivaldi"],
  [/YaBrowser\//, "Yandex Browser"],
  [/(?:DuckDuckGo|Ddg)\//, "DuckDuckGo"],
  [/UCBrowser\//, "UC Browser"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
]

const SYSTEMS: NameTable = [
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
]

/** Values of `Sec-CH-UA-Platform`. */
const PLATFORMS: NameTable = [
  [/^"Android"$/, "Android"],
  [/^"Windows"$/, "Windows"],
  [/^"(?:Chrome|Chromium) ?OS"$/, "ChromeOS"],
  [/^"macOS"$/, "macOS"],
  [/^"Linux"$/, "Linux"],
]

const TYPES: Readonly<Record<string, DeviceDetails["type"] | undefined>> = {
  iPhone: "phone",
  iPad: "tablet",
  Windows: "desktop",
  ChromeOS: "desktop",
  macOS: "desktop",
  Linux: "desktop",
}

/** A television is neither a desktop nor a phone, whatever its system. */
const TELEVISION = /SmartTV|Smart-TV|Tizen|Web0S|AppleTV|GoogleTV|Android TV|CrKey|BRAVIA/
/** The most characters of a header that are looked at. */
const MAX_LENGTH = 512

const firstMatch = (table: NameTable, text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

/**
 * Returns what a browser says about itself, in client hints or else in `User-Agent`. Every text comes from a table
 * here, so a made-up header shows nothing of its own.
 *
 * @see [User-Agent Client Hints](https://wicg.github.io/ua-client-hints/)
 */
export function deviceFrom(headers: Headers): DeviceDetails {
  const read = (name: string) => headers.get(name)?.slice(0, MAX_LENGTH) ?? ""
  const told = parseUserAgent(read("user-agent"))
  const browser = firstMatch(BRANDS, read("sec-ch-ua")) ?? told.browser
  const system = firstMatch(PLATFORMS, read("sec-ch-ua-platform")) ?? told.system
  const isPhone = read("sec-ch-ua-mobile") === "?1"
  return { type: isPhone ? "phone" : system === told.system ? told.type : typeFor(system), browser, system }
}

/** Returns what a `User-Agent` header says about a browser. */
export function parseUserAgent(userAgent: string | null): DeviceDetails {
  const text = (userAgent ?? "").slice(0, MAX_LENGTH)
  const system = firstMatch(SYSTEMS, text)
  const mobile = system === "Android" ? (/\bMobile\b/.test(text) ? "phone" : "tablet") : typeFor(system)
  return { type: TELEVISION.test(text) ? null : mobile, browser: firstMatch(BROWSERS, text), system }
}

const typeFor = (system: string | null) => TYPES[system ?? ""] ?? null

/** Returns a `User-Agent` without its numbers, because an update of the browser or of its system changes only those. */
export function browserFamily(userAgent: string | null): string {
  return (userAgent ?? "").replaceAll(/\d[\w.]*/g, "")
}
