import { catalogueFor, languageFor } from "../components/view/messages/languages.ts"
import { withOverrides } from "../components/view/messages/fill.ts"
import type { Messages } from "../components/view/messages/types.ts"
import type { Visit } from "./exchange.ts"

/** The words of the language that a visitor's browser asks for, among those that the host allows; the host's own laid over ours. */
export async function messagesFor({ settings, headers }: Pick<Visit, "settings" | "headers">): Promise<Messages> {
  const tag = languageFor(headers.get("accept-language"), settings.languages)
  const own = Object.hasOwn(settings.messages, tag) ? settings.messages[tag] : undefined
  return withOverrides(await catalogueFor(tag), own)
}
