import { normalizeEmail } from "../../providers/email-address.ts"
import type { EmailConfig } from "../../providers/types.ts"

const MAX_BYTES = 254
/** One `@`, and no characters with a meaning in email headers: no list, group, comment, quote or option. */
const ADDRESS = /^(?!-)[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\#]+$/u
/** A phone number, or another name that an app sends messages to. Only digits may have spaces between them. */
const USER_NAME = /^(?:\+?\d[\d ()./-]*|(?!-)[^\s@,;:<>()[\]"\\]+)$/u

/**
 * Returns the identifier for the text that the user entered, or `null` if no email can be sent to it. The provider's
 * own `normalizeIdentifier` may also allow a phone number or an address of the local network. It can't return several
 * addresses, or any text that an email program would parse in another way.
 *
 * @throws what `normalizeIdentifier` throws
 */
export function normalizeIdentifier(provider: EmailConfig, prefill: string | undefined): string | null {
  if (prefill === undefined) return null
  if (!provider.normalizeIdentifier) return normalizeEmail(prefill)
  const normalized: unknown = provider.normalizeIdentifier(prefill)
  return typeof normalized === "string" && isPlainIdentifier(normalized) ? normalized : null
}

/** Returns whether a link's address is one that the provider sends links to, in normalized form. */
export function isIdentifier(provider: EmailConfig, text: string): boolean {
  if (!provider.normalizeIdentifier) return normalizeEmail(text) !== null
  try {
    return normalizeIdentifier(provider, text) === text
  } catch {
    return false
  }
}

function isPlainIdentifier(text: string): boolean {
  if (new TextEncoder().encode(text).length > MAX_BYTES || /[\p{C}\p{DI}]/u.test(text)) return false
  return ADDRESS.test(text) || USER_NAME.test(text)
}
