import { hex, sameText } from "../crypto/bytes.ts"
import { hmac, randomBytes } from "../crypto/hash.ts"
import { ownCookie, prefixed } from "../cookies/names.ts"
import type { SetCookie } from "../outcome.ts"
import type { Routed } from "../routed.ts"

/** Name of the cookie of a browser in which a password was right. */
const COOKIE = "latchkit.known"
// What is signed is the name and the user with a bar between: with a bar in the name it could be another user
const NAME = /^[0-9a-f]{32}$/
const ONE_YEAR = 365 * 24 * 60 * 60

/**
 * The name of this browser where somebody's password was right in it before. Such a browser has tries of its own: who tries
 * out passwords elsewhere locks its owner out of nothing (OWASP, device cookies).
 */
export async function knownBrowser(
  { settings, cookies, site }: Routed,
  identifiers: readonly string[],
): Promise<string | undefined> {
  const [name, signature, ...rest] = cookies.get(prefixed(COOKIE, site.secure))?.split(".") ?? []
  if (!name || !NAME.test(name) || !signature || rest.length > 0) return undefined
  for (const secret of settings.secrets) {
    if (sameText(await signed(secret, name, identifiers), signature)) return name
  }
  return undefined
}

/** The cookie that lets this browser be known for a user whose password was right in it. */
export async function rememberBrowser(routed: Routed, identifiers: readonly string[]): Promise<SetCookie[]> {
  const { settings, site } = routed
  if (!settings.rateLimit || identifiers.length === 0 || (await knownBrowser(routed, identifiers))) return []
  const name = hex(randomBytes(16))
  const value = `${name}.${await signed(settings.secrets[0] ?? "", name, identifiers)}`
  return [{ ...ownCookie(COOKIE, site.secure, ONE_YEAR), value }]
}

// All of them: a browser that is known for one name is not for another that is typed beside it
const signed = (secret: string, name: string, identifiers: readonly string[]) =>
  hmac(secret, "known browser", `${name}|${JSON.stringify(identifiers)}`)
