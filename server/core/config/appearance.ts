import type { Session } from "../../../client/contract.ts"
import { LANGUAGES, messagesByLanguage } from "../../../components/view/messages/languages.ts"
import type { CoreConfig } from "./types.ts"

/** Returns the settings of pages and emails. */
export function appearanceSettings({ pages, theme, emails, siteName, languages, messages = {} }: CoreConfig<Session>) {
  const own = messagesByLanguage(messages)
  return {
    pages: pages ?? {},
    theme: theme ?? {},
    emails: emails ?? {},
    siteName,
    languages: languages ?? [...new Set([...LANGUAGES, ...Object.keys(own)])],
    messages: own,
  }
}
