import type { TranslatedText } from "../../client/contract.ts"
import type { MessageOverrides } from "./messages/types.ts"

/** Returns the app's own text in the language of the messages, or else in English, or else the first one. */
export function textIn(
  text: TranslatedText,
  { messages }: { readonly messages?: MessageOverrides | undefined },
): string {
  if (typeof text === "string") return text
  const lang = messages?.language?.lang ?? "en"
  return text[lang] ?? text[lang.replace(/-.*/, "")] ?? text["en"] ?? Object.values(text)[0] ?? ""
}
