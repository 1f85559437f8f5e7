import { isLanguageTag, LANGUAGES, leftOutLanguages } from "../../../components/view/messages/languages.ts"
import { safeUrl } from "../../../components/view/safe-url.ts"
import { imagePair } from "../../../components/theme/theme.ts"
import { describeAddress, describeText, describeWord } from "../../providers/option-values.ts"
import { FOOTER_LINKS } from "./footer-links.ts"
import type { WarningCode } from "../../logger.ts"
import type { Settings } from "./settings.ts"
import { isLoopbackHost } from "./site.ts"
import type * as NodeFs from "node:fs"
import { builtinModule } from "../crypto/node.ts"
import { AuthError, MissingSecretError } from "../../errors.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { CoreConfig } from "./types.ts"

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

/** Characters that make a random secret hard to guess. */
const MIN_SECRET_LENGTH = 32

/** Returns what is wrong with the secrets. */
export function secretProblems({ secrets, production, rules, env }: Settings): AuthError[] {
  if (secrets.length === 0) {
    if (env["NEXTAUTH_SECRET"])
      return [
        new MissingSecretError(
          `${new MissingSecretError().message}. \`NEXTAUTH_SECRET\` is set: rename it to AUTH_SECRET`,
        ),
      ]
    const file = production ? undefined : fileWithSecret()
    if (file === undefined) return [new MissingSecretError()]
    return [
      new MissingSecretError(
        `Missing secret: \`AUTH_SECRET\` is not set. \`${file}\` contains it, but your process did not load that file. Start with \`node --env-file=${file} server.ts\`, or call \`process.loadEnvFile("${file}")\` before you configure Latchkit`,
      ),
    ]
  }
  const short = secrets.find((secret) => secret.length < MIN_SECRET_LENGTH)
  // A migrating app must keep its secret, or all of its users are signed out. So it only gets a warning
  if (short === undefined || !production || rules.shortSecrets) return []
  return [
    new AuthError(
      "InvalidConfiguration",
      `A secret has ${short.length} characters. Set AUTH_SECRET or \`secret\` to at least ${MIN_SECRET_LENGTH} in production`,
    ),
  ]
}

/** Returns the codes of values that are allowed, and rarely meant. */
export function valueWarnings({ secrets, session, site, production }: Settings): WarningCode[] {
  const url = URL.parse(site.pinned?.origin ?? "")
  const isInsecure = production && url?.protocol === "http:" && !isLoopbackHost(url.host)
  return [
    ...(secrets.some((secret) => secret.length < MIN_SECRET_LENGTH) ? (["short-secret"] as const) : []),
    ...(session.maxAge > MAX_LIFETIME / 10 ? (["long-session"] as const) : []),
    ...(isInsecure ? (["insecure-site"] as const) : []),
  ]
}

/** Returns the environment file in the current folder that has AUTH_SECRET, if the runtime can read files. */
function fileWithSecret(): string | undefined {
  const fs = builtinModule("node:fs") as typeof NodeFs | undefined // the module's own type
  return [".env.local", ".env"].find((file) => {
    try {
      return /^\s*(?:export\s+)?AUTH_SECRET\s*=\s*\S/m.test(fs?.readFileSync(file, "utf8") ?? "")
    } catch {
      return false // there is no such file
    }
  })
}

/** Seconds. Longer lifetimes would lead to invalid dates, and nothing needs to live that long. */
const MAX_LIFETIME = 100 * 365 * 24 * 60 * 60

/** Returns whether a value is a valid lifetime in seconds. */
export function isLifetime(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= MAX_LIFETIME
}

const isUpdateAge = (value: unknown): boolean => value === 0 || isLifetime(value)

/** Returns the problems of a configuration's lifetimes, each with the name of its setting. */
export function lifetimeProblems(
  { session = {}, jwt = {}, adapterTimeout }: Pick<CoreConfig, "session" | "jwt" | "adapterTimeout">,
  providers: Iterable<ProviderConfig>,
): string[] {
  const { remember, maxAge, updateAge, absoluteMaxAge } = session
  const rows: [name: string, value: unknown, valid: (value: unknown) => boolean][] = [
    ["`session.maxAge`", maxAge, isLifetime],
    ["`session.updateAge`", updateAge, isUpdateAge],
    ["`session.absoluteMaxAge`", absoluteMaxAge, isLifetime],
    ["`jwt.maxAge`", jwt.maxAge, isLifetime],
    ["`session.remember.shortMaxAge`", typeof remember === "object" ? remember?.shortMaxAge : undefined, isLifetime],
  ]
  for (const provider of providers) {
    if (provider.type === "email")
      rows.push([`\`maxAge\` of the provider "${provider.id}"`, provider.maxAge, isLifetime])
  }
  const problems = rows
    .filter(([, value, valid]) => value !== undefined && value !== null && !valid(value))
    .map(([name, value, valid]) => {
      const least = valid === isUpdateAge ? "of 0 or more" : "above 0"
      return `${name} is ${describeWord(value)}. Set it to a number of seconds ${least}, at most 100 years`
    })
  return [...problems, ...accountProblems(session.maxAccounts), ...timeoutProblems(adapterTimeout)]
}

// A longer timer would fire at once
const MAX_TIMEOUT = 2 ** 31 - 1

function timeoutProblems(timeout: unknown): string[] {
  if (timeout === undefined || timeout === false) return []
  if (typeof timeout === "number" && timeout > 0 && timeout <= MAX_TIMEOUT) return []
  return [
    `\`adapterTimeout\` is ${describeWord(timeout)}. Set it to a number of milliseconds above 0, at most ${MAX_TIMEOUT}, or to \`false\``,
  ]
}

/** The most accounts of a browser. Their cookies must leave room for others in a header of 8 KB. */
const MAX_ACCOUNTS = 8

function accountProblems(max: unknown): string[] {
  if (max === undefined || (Number.isInteger(max) && Number(max) >= 1 && Number(max) <= MAX_ACCOUNTS)) return []
  return [`\`session.maxAccounts\` is ${describeWord(max)}. Set it to a whole number from 1 to ${MAX_ACCOUNTS}`]
}
