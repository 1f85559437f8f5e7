// RFC 5321, section 4.5.3.1: at most 64 octets before the @ and 254 in total. Dots may follow each other and end the
// local part, as in addresses of Japanese carriers. Letters may have combining marks (RFC 6531). No quotes, comments,
// routes (`%`, `!`) or leading `-`, because email programs parse such addresses differently. No invisible letters
// either, such as the Hangul fillers (`Default_Ignorable_Code_Point`)
const LOCAL_PART = /^(?![-.\p{M}])(?!.*\p{DI})[\p{L}\p{M}\p{N}.#$&'*+/=?^_{|}~-]+$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
const MAX_OCTETS = 254
const MAX_LOCAL_OCTETS = 64

/**
 * Returns the normalized form of an address, in which it is compared and stored: NFC, lower case, the domain in ASCII,
 * no spaces around. Returns `null` unless the text is exactly one plain address. Lists, groups, display names and
 * quotes are rejected.
 */
export function normalizeEmail(email: unknown): string | null {
  if (typeof email !== "string" || email.length > MAX_OCTETS) return null
  const text = email.normalize("NFC").trim().toLowerCase()
  const at = text.lastIndexOf("@")
  const local = text.slice(0, Math.max(at, 0))
  const domain = toAsciiDomain(text.slice(at + 1))
  if (domain === null || octetLength(local) > MAX_LOCAL_OCTETS || !LOCAL_PART.test(local)) return null
  const address = `${local}@${domain}`
  return octetLength(address) > MAX_OCTETS ? null : address
}

/** Returns the form in which an address is stored and found: normalized. Text that isn't an address stays as it is. */
export const canonicalEmail = (email: string): string => normalizeEmail(email) ?? email

const octetLength = (text: string): number => new TextEncoder().encode(text).length

// UTS #46 as in browsers. The caller already rejected characters that a URL wouldn't treat as part of a host
function toAsciiDomain(domain: string): string | null {
  // A URL drops the invisible letters, so one address would have endless spellings
  if (!/^(?!.*\p{DI})[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null
  const host = URL.parse(`http://${domain}/`)?.hostname ?? ""
  return DOMAIN.test(host) ? host : null
}
