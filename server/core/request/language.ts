import { catalogFor, languageFor, leftOutLanguages } from "../../../components/view/messages/languages.ts"
import type { Messages } from "../../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { RequestContext } from "./auth-request.ts"

const MAX_CACHED_LANGUAGES = 100
const MAX_HEADER_LENGTH = 200
// Keyed by the header, because matching languages takes longer than rendering a page
const messagesCache = memoize((_settings: Settings) => new LruMap<string, Promise<Messages>>(MAX_CACHED_LANGUAGES))

/**
 * Returns the messages in the best language that the browser asks for and the app supports, with the app's own texts
 * merged in.
 */
export function messagesFor({ settings, headers }: Pick<RequestContext, "settings" | "headers">): Promise<Messages> {
  const acceptedLanguages = headers.get("accept-language") ?? ""
  if (acceptedLanguages.length > MAX_HEADER_LENGTH) return findMessages(settings, acceptedLanguages)
  const words = messagesCache(settings)
  const cachedMessages = words.get(acceptedLanguages)
  if (cachedMessages) return cachedMessages
  const messages = findMessages(settings, acceptedLanguages)
  words.set(acceptedLanguages, messages)
  return messages
}

async function findMessages({ languages, messages }: Settings, asked: string): Promise<Messages> {
  const missing = await leftOutLanguages(languages, messages)
  const available = languages.filter((tag) => !missing.has(tag))
  return catalogFor(languageFor(asked, available), messages)
}
