import type { CredentialField, TranslatedText } from "../../../client/contract.ts"
import type { Messages } from "../../../components/view/messages/types.ts"
import { textIn } from "../../../components/view/text-in.ts"
import type { ShownField } from "../../../components/view/types.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { messagesFor } from "../request/language.ts"

/** The parts of a provider that name it. */
interface NamedProvider {
  name: string
  label?: TranslatedText | undefined
}

/** Returns a provider's label in the language of the messages, or else its name. */
export function providerName({ name, label }: NamedProvider, messages: Messages): string {
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
  messages: Messages,
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
