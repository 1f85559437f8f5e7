import { languageFor, leftOutLanguages, translationFor } from "../../../components/view/messages/languages.ts"
import type { Translation } from "../../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { RequestContext } from "./auth-request.ts"
import type { CredentialField, TranslatedText } from "../../../client/contract.ts"
import { textIn } from "../../../components/view/text-in.ts"
import type { ShownField } from "../../../components/view/types.ts"

const MAX_CACHED_LANGUAGES = 100
const MAX_HEADER_LENGTH = 200
// Keyed by the header, because matching languages takes longer than rendering a page
const messagesCache = memoize((_settings: Settings) => new LruMap<string, Promise<Translation>>(MAX_CACHED_LANGUAGES))

/**
 * Returns the messages in the best language that the browser asks for and the app supports, with the app's own texts
 * merged in. Views have the English sentences, so that an app carries those of its pages alone.
 */
export function messagesFor({ settings, headers }: Pick<RequestContext, "settings" | "headers">): Promise<Translation> {
  const acceptedLanguages = headers.get("accept-language") ?? ""
  if (acceptedLanguages.length > MAX_HEADER_LENGTH) return findMessages(settings, acceptedLanguages)
  const words = messagesCache(settings)
  const cachedMessages = words.get(acceptedLanguages)
  if (cachedMessages) return cachedMessages
  const messages = findMessages(settings, acceptedLanguages)
  words.set(acceptedLanguages, messages)
  return messages
}

async function findMessages({ languages, messages }: Settings, asked: string): Promise<Translation> {
  const missing = await leftOutLanguages(languages, messages)
  const available = languages.filter((tag) => !missing.has(tag))
  return translationFor(languageFor(asked, available), messages)
}

/** The parts of a provider that name it. */
interface NamedProvider {
  name: string
  label?: TranslatedText | undefined
}

/** Returns a provider's label in the language of the messages, or else its name. */
export function providerName({ name, label }: NamedProvider, messages: Translation): string {
  return label === undefined ? name : textIn(label, { messages })
}

/** Returns a function from a provider's id to its name in the user's language, or `undefined` for an unknown id. */
export async function providerNames(
  context: Pick<RequestContext, "settings" | "headers">,
): Promise<(id: string) => string | undefined> {
  const { providers } = context.settings
  const messages = await messagesFor(context)
  return (id) => {
    const provider = providers.get(id)
    return provider && providerName(provider, messages)
  }
}

/** Returns the fields of a form in the language of the messages, so that browsers load no others. */
export function shownFields(
  fields: Readonly<Record<string, CredentialField>>,
  messages: Translation,
): Record<string, ShownField> {
  const entries = Object.entries(fields).map(([name, { label, placeholder, ...field }]): [string, ShownField] => [
    name,
    {
      ...field,
      ...(label && { label: textIn(label, { messages }) }),
      ...(placeholder && { placeholder: textIn(placeholder, { messages }) }),
    },
  ])
  return Object.fromEntries(entries)
}

/** Returns an address that only its owner recognizes: `a••@example.com`. */
export function maskedAddress(email: string | null | undefined): string | undefined {
  const [, first, domain] = /^(.)[^@]*(@.+)$/u.exec(email ?? "") ?? []
  return first === undefined || domain === undefined ? undefined : `${first}••${domain}`
}
