import type { Messages } from "./types.ts"

/** The languages that Latchkit ships. Each one loads when a user needs it. */
const LOADERS: Readonly<Record<string, () => Promise<Messages>>> = {
  en: async () => (await import("./en.ts")).en,
  ar: async () => (await import("./ar.ts")).ar,
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fa: async () => (await import("./fa.ts")).fa,
  fr: async () => (await import("./fr.ts")).fr,
  he: async () => (await import("./he.ts")).he,
  hi: async () => (await import("./hi.ts")).hi,
  id: async () => (await import("./id.ts")).id,
  it: async () => (await import("./it.ts")).it,
  ja: async () => (await import("./ja.ts")).ja,
  ko: async () => (await import("./ko.ts")).ko,
  nl: async () => (await import("./nl.ts")).nl,
  pl: async () => (await import("./pl.ts")).pl,
  "pt-BR": async () => (await import("./pt-BR.ts")).ptBR,
  ru: async () => (await import("./ru.ts")).ru,
  sv: async () => (await import("./sv.ts")).sv,
  th: async () => (await import("./th.ts")).th,
  tr: async () => (await import("./tr.ts")).tr,
  uk: async () => (await import("./uk.ts")).uk,
  vi: async () => (await import("./vi.ts")).vi,
  "zh-CN": async () => (await import("./zh-CN.ts")).zhCN,
  "zh-TW": async () => (await import("./zh-TW.ts")).zhTW,
}

/** Tags of the languages that are shipped; English comes first. */
export const LANGUAGES: readonly string[] = Object.keys(LOADERS)

/**
 * The catalogue that is nearest to a tag, `en` for `en-GB`; English where none is near. It says of itself that it is in
 * the tag's language.
 */
export async function catalogFor(tag: string): Promise<Messages> {
  const nearest = nearestLanguage(tag, LANGUAGES) ?? "en"
  const catalog = await LOADERS[nearest]?.()
  if (!catalog) throw new RangeError(`${nearest} is no shipped language`)
  return nearest === tag ? catalog : { ...catalog, language: { lang: tag, dir: textDirection(tag) } }
}

const MAX_HEADER = 200
/** A browser names a handful; matching one takes as long as it takes to read a page's address. */
const MAX_TAGS = 10

/** The language among `allowed` that an `Accept-Language` header asks for; the first of them where it asks for none. */
export function languageFor(acceptLanguage: string | null, allowed: readonly string[]): string {
  const preferences = (acceptLanguage ?? "")
    .slice(0, MAX_HEADER)
    .split(",")
    .map((part, index) => ({ tag: part.split(";")[0]?.trim() ?? "", weight: parseWeight(part), index }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MAX_TAGS)
  for (const { tag } of preferences) {
    const match = nearestLanguage(tag, allowed)
    if (match !== undefined) return match
  }
  return allowed[0] ?? "en"
}

/** Whether a text names a language, as BCP 47 writes them. */
export function isLanguageTag(text: string): boolean {
  return parseLocale(text) !== undefined
}

// The same tag, or else the same language in the same script: pt for pt-BR, zh-HK for zh-TW, never zh-HK for zh-CN
function nearestLanguage(tag: string, allowed: readonly string[]): string | undefined {
  const requested = parseLanguage(tag)
  if (!requested) return undefined
  const candidates = PARSED.get(allowed) ?? allowed.flatMap((one) => parseLanguage(one) ?? [])
  PARSED.set(allowed, candidates)
  const exact = candidates.find(({ baseName }) => baseName === requested.baseName)
  const sameScript = candidates.filter(
    ({ language, script }) => language === requested.language && script === requested.script,
  )
  return (exact ?? sameScript.find(({ region }) => region === requested.region) ?? sameScript[0])?.tag
}

/** A language with all that its tag leaves out. */
interface ParsedLanguage extends Pick<Intl.Locale, "baseName" | "language"> {
  readonly tag: string
  readonly script: string | undefined
  readonly region: string | undefined
}

const PARSED = new WeakMap<readonly string[], readonly ParsedLanguage[]>() // the languages of a configuration, and gone with it

function parseLanguage(tag: string): ParsedLanguage | undefined {
  const locale = parseLocale(tag)
  const { language, script, region } = locale?.maximize() ?? {}
  return locale && { tag, baseName: locale.baseName, language: language ?? "", script, region }
}

function parseLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined // the header's text, which may be anything: "*" among it
  }
}

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"])

function textDirection(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(parseLocale(tag)?.maximize().script ?? "") ? "rtl" : "ltr"
}

function parseWeight(part: string): number {
  const weight = /;\s*q=([\d.]+)/.exec(part)?.[1]
  return weight === undefined ? 1 : Number(weight) || 0
}
