import { withOverrides } from "./fill.ts"
import type { MessageOverrides, Messages, Translation } from "./types.ts"

/** Tags of the languages that are shipped; English comes first. */
export const LANGUAGES: readonly string[] = [
  "en",
  "ar",
  "de",
  "es",
  "fa",
  "fr",
  "he",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt-BR",
  "ru",
  "sv",
  "th",
  "tr",
  "uk",
  "vi",
  "zh-CN",
  "zh-TW",
]

type OwnMessages = Readonly<Record<string, MessageOverrides>>

/** Returns the app's texts by language. Each translation in a list names its language. */
export function messagesByLanguage(messages: OwnMessages | readonly Translation[]): OwnMessages {
  if (!Array.isArray(messages)) return messages as OwnMessages // `isArray` doesn't narrow a readonly list
  return Object.fromEntries((messages as readonly Translation[]).map((catalog) => [catalog.language.lang, catalog]))
}

/** Returns the languages that have a catalog, of Latchkit or of the app. A translation names its language. */
async function availableLanguages(own: OwnMessages): Promise<readonly string[]> {
  const { LOADERS } = await import("./loaders.ts")
  const added = Object.keys(own).filter((tag) => own[tag]?.language)
  SHIPPED.tags ??= Object.keys(LOADERS)
  return added.length > 0 ? [...SHIPPED.tags, ...added] : SHIPPED.tags
}

const SHIPPED: { tags?: readonly string[] } = {} // one list, whose tags are parsed once

/** Returns the tags without a catalog, each with the language that the app must import. On Node there are none. */
export async function leftOutLanguages(tags: readonly string[], own: OwnMessages): Promise<Map<string, string>> {
  const available = await availableLanguages(own)
  const missing = tags.filter((tag) => nearestLanguage(tag, available) === undefined)
  return new Map(missing.map((tag) => [tag, nearestLanguage(tag, LANGUAGES)] as const).filter(isShipped))
}

const isShipped = (pair: readonly [string, string | undefined]): pair is [string, string] => pair[1] !== undefined

/**
 * Returns the translation that is nearest to a tag, such as `en` for `en-GB`, or English if none is near. Its language
 * is the tag. Views have the English sentences, so it has none but the app's own.
 */
export async function translationFor(tag: string, own: OwnMessages = {}): Promise<Translation> {
  const { LOADERS, language: english } = await import("./loaders.ts")
  const nearest = nearestLanguage(tag, await availableLanguages(own)) ?? "en"
  const nearby = (await LOADERS[nearest]?.()) ?? withTranslation({ language: english }, own[nearest])
  const language = nearest === tag ? nearby.language : { lang: tag, dir: textDirection(tag) }
  return withTranslation(Object.assign({}, nearby, { language }), own[tag])
}

/** Returns a translation with the app's own sentences, also those that the translation lacks. */
function withTranslation<Group extends object>(ours: Group, theirs: object | undefined): Group {
  const own = new Map<string, unknown>(Object.entries(ours))
  const added = Object.entries(theirs ?? {}).map(([name, value]) => [name, addSentence(own.get(name), value)])
  return { ...ours, ...Object.fromEntries(added) }
}

function addSentence(ours: unknown, theirs: unknown): unknown {
  if (ours === undefined) return theirs
  const areGroups = isGroup(ours) && isGroup(theirs)
  return areGroups ? withTranslation(ours, theirs) : withOverrides({ sentence: ours }, { sentence: theirs }).sentence
}

// A sentence with plural forms is no group
const isGroup = (value: unknown): value is object => typeof value === "object" && value !== null && !("other" in value)

/** Returns the catalog that is nearest to a tag. A sentence that a translation lacks is in English. */
export async function catalogFor(tag: string, own: OwnMessages = {}): Promise<Messages> {
  const { en } = await import("./en.ts")
  return withOverrides(en, await translationFor(tag, own))
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
