import { isLanguageTag, LANGUAGES, leftOutLanguages } from "../../../components/view/messages/languages.ts"
import { safeUrl } from "../../../components/view/safe-url.ts"
import { imagePair } from "../../../components/view/theme.ts"
import { describeAddress, describeText, describeWord } from "../../providers/option-values.ts"
import { FOOTER_LINKS } from "./footer-links.ts"
import type { Settings } from "./settings.ts"

/** Returns the mistakes in the languages of the app, as sentences. */
export function languageProblems({ languages, messages }: Settings): string[] {
  const bad = [...languages, ...Object.keys(messages)].filter((tag) => !isLanguageTag(tag))
  const none = languages.length === 0 ? ["`languages` is empty. List at least one language"] : []
  const sentence = (tag: string) =>
    `\`languages\` or \`messages\` has ${describeWord(tag)}, which isn't a language tag. Use one such as en or pt-BR`
  return [...none, ...bad.map(sentence)]
}

/** Returns a sentence for each language that the app names but doesn't import. On Node there are none. */
export async function missingImports(listed: readonly string[], messages: Settings["messages"]): Promise<string[]> {
  const missing = await leftOutLanguages([...new Set([...listed, ...Object.keys(messages)])], messages)
  return [...missing].map(([tag, shipped]) => {
    const name = shipped.replace("-", "")
    return `The language "${tag}" is missing, because a Worker has only those that it imports. Add \`messages: [${name}]\`, and import { ${name} } from "latchkit/messages/${shipped}"`
  })
}

type OwnText = readonly [name: string, text: unknown]

/** Returns the mistakes in the app's own texts and links, as sentences that name the setting. */
export function labelProblems(settings: Settings): string[] {
  const { footerLinks, signInNotice } = settings
  const links = FOOTER_LINKS.map((name): OwnText => [
    `\`footerLinks.${name}.label\``,
    field(field(footerLinks, name), "label"),
  ])
  const texts: OwnText[] = [["`signInNotice`", signInNotice], ...providerTexts(settings), ...links]
  const allowed = new Set([...LANGUAGES, ...settings.languages])
  return [
    ...texts.flatMap((text) => textProblems(text, allowed)),
    ...footerProblems(settings.footerLinks),
    ...emailProblems(settings.emails),
  ]
}

// An app without types may set anything
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

function providerTexts({ providers }: Settings): OwnText[] {
  return [...providers.values()].flatMap((provider): OwnText[] => {
    const own: OwnText = [`\`label\` of the provider \`${provider.id}\``, provider.label]
    if (provider.type !== "credentials") return [own]
    return [
      own,
      ...fieldTexts(provider.credentials, (path) => `\`credentials.${path}\` of the provider \`${provider.id}\``),
      ...fieldTexts(provider.storedPasswords?.fields, (path) => `\`fields.${path}\` of \`Password()\``),
    ]
  })
}

function fieldTexts(fields: unknown, pathToName: (path: string) => string): OwnText[] {
  return Object.entries(Object(fields) as object).flatMap(([name, definition]) =>
    ["label", "placeholder"].map((key): OwnText => [pathToName(`${name}.${key}`), field(definition, key)]),
  )
}

function textProblems([name, text]: OwnText, allowed: ReadonlySet<string>): string[] {
  if (text === undefined || typeof text === "string") return []
  const entries = typeof text === "object" && text !== null && !Array.isArray(text) ? Object.entries(text) : []
  if (entries.length === 0 || entries.some(([, own]) => typeof own !== "string"))
    return [
      `${name} is ${describeText(text)}. Use a text, or an object with a text for each language, such as { en, de }`,
    ]
  return entries
    .filter(([lang]) => !allowed.has(lang))
    .map(
      ([lang]) => `${name} has a text for \`${lang}\`, which isn't a language of this app. Use ${LANGUAGES.join(", ")}`,
    )
}

function footerProblems(links: unknown): string[] {
  if (links === undefined) return []
  if (typeof links !== "object" || links === null)
    return [`\`footerLinks\` is ${describeAddress(links)}. Use { terms, privacy, support }`]
  return Object.entries(links).flatMap(([name, link]: [string, unknown]) => {
    if (!FOOTER_LINKS.some((known) => known === name))
      return [`\`footerLinks.${name}\` isn't a link of the footer. Use ${FOOTER_LINKS.join(", ")}`]
    const url = typeof link === "string" ? link : field(link, "url")
    const isSafe = typeof url === "string" && safeUrl(url) === url && url !== "#"
    return isSafe || link === undefined
      ? []
      : [
          `\`footerLinks.${name}\` is ${describeAddress(url ?? link)}. Use an https URL, a path, mailto: or tel:, or { url, label } with one`,
        ]
  })
}

function emailProblems(emails: unknown): string[] {
  const logo = field(emails, "logo")
  if (logo === undefined || imagePair(logo)) return []
  return [
    `\`emails.logo\` is ${describeAddress(logo)}. Use an https URL or a path on this site, or { light, dark } with one of them for each`,
  ]
}
