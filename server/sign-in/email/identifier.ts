import { normalizeEmail } from "../../providers/email-address.ts"
import type { EmailConfig } from "../../providers/types.ts"

const MAX_BYTES = 254
/** One `@`, and none of the characters that mean something to a mail program: no list, group, comment, quote or option. */
const ADDRESS = /^(?!-)[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\#]+$/u
/** A phone number, or another name that an app sends messages to. Spaces may only stand between digits. */
const USER_NAME = /^(?:\+?\d[\d ()./-]*|(?!-)[^\s@,;:<>()[\]"\\]+)$/u

/**
 * Returns the identifier that a typed text stands for, or `null` if no email can be sent to it. The provider's own
 * `normalizeIdentifier` decides what it is: a phone number, or an address of the local network. It can't return several
 * addresses, or anything else that a mail program would read in another way.
 *
 * @throws what `normalizeIdentifier` throws
 */
export function normalizeIdentifier(provider: EmailConfig, prefill: string | undefined): string | null {
  if (prefill === undefined) return null
  if (!provider.normalizeIdentifier) return normalizeEmail(prefill)
  const normalized: unknown = provider.normalizeIdentifier(prefill)
  return typeof normalized === "string" && isPlainIdentifier(normalized) ? normalized : null
}

/** Whether a link's address is one that the provider sends links to, as it writes it. */
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
