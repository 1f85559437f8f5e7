// RFC 5321, sections 4.1.2 and 4.5.3.1: a dot-string, at most 64 octets before the @ and 254 in all. No quotes, no comments,
// no routes (`%`, `!`), no leading `-`: each of them is an address to some mail program and another one to the next
const LOCAL = /^(?!-)[\p{L}\p{N}#$&'*+/=?^_{|}~-]+(?:\.[\p{L}\p{N}#$&'*+/=?^_{|}~-]+)*$/u
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/
const MAX_LENGTH = 254

/**
 * The one form in which an address is compared and stored: NFC, lower case, the domain in ASCII, no space around. Null for
 * what is not exactly one plain address: lists, groups, names in front, quotes.
 */
export function normalEmail(email: unknown): string | null {
  if (typeof email !== "string" || email.length > MAX_LENGTH) return null
  const text = email.normalize("NFC").trim().toLowerCase()
  const at = text.lastIndexOf("@")
  const local = text.slice(0, Math.max(at, 0))
  const domain = asciiDomain(text.slice(at + 1))
  if (domain === null || local.length > 64 || !LOCAL.test(local)) return null
  const address = `${local}@${domain}`
  return address.length > MAX_LENGTH ? null : address
}

// UTS #46 as browsers do it; what means anything else to a URL than a host is refused before
function asciiDomain(domain: string): string | null {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return null
  const host = URL.parse(`http://${domain}/`)?.hostname ?? ""
  return DOMAIN.test(host) ? host : null
}
