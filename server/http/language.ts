import { catalogueFor, languageFor } from "../../components/view/messages/languages.ts"
import { withOverrides } from "../../components/view/messages/fill.ts"
import type { Messages } from "../../components/view/messages/types.ts"
import type { Settings } from "../config/settings.ts"
import { LruMap, memoize } from "../crypto/memory.ts"
import type { Visit } from "./auth-request.ts"

const MAX_REMEMBERED = 100
const LONGEST = 200
// By header, because matching languages takes longer than rendering a page
const catalogues = memoize((_settings: Settings) => new LruMap<string, Promise<Messages>>(MAX_REMEMBERED))

/** The words of the language that a visitor's browser asks for, among those that the host allows; the host's own laid over ours. */
export function messagesFor({ settings, headers }: Pick<Visit, "settings" | "headers">): Promise<Messages> {
  const asked = headers.get("accept-language") ?? ""
  if (asked.length > LONGEST) return found(settings, asked)
  const words = catalogues(settings)
  const known = words.get(asked) ?? found(settings, asked)
  words.set(asked, known)
  return known
}

async function found(settings: Settings, asked: string): Promise<Messages> {
  const tag = languageFor(asked, settings.languages)
  const own = Object.hasOwn(settings.messages, tag) ? settings.messages[tag] : undefined
  return withOverrides(await catalogueFor(tag), own)
}
