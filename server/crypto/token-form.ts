import type { Awaitable } from "../adapters/contract.ts"
import { after } from "./after.ts"
import type { JWT } from "./jwt-types.ts"
import { openClaims, sealClaims } from "./jwt.ts"
import type { Keyring } from "./keyring.ts"

/** One way of sealing session tokens: under which keys, and whether a token names the site that it is for. */
export interface TokenForm {
  readonly keyring: Keyring
  /** Keeps a token of one app out of another that shares its secret and cookie names (RFC 8725, section 3.9). */
  readonly namesSite: boolean
}

interface Sealing {
  /** The cookie's name. */
  salt: string
  /** URL of the site. */
  site: string
  /** Seconds since the epoch. */
  now: number
}

/** Seals a session token in the first of `forms`. */
export async function sealToken(
  [form]: readonly TokenForm[],
  token: JWT,
  { site, ...life }: Sealing & { maxAge: number },
): Promise<string> {
  if (!form) throw new TypeError("No form to seal a session token in")
  return sealClaims(form.namesSite ? { ...token, aud: site } : token, { keyring: form.keyring, ...life })
}

/** Opens a session token that was sealed in any of `forms`; null for whatever else, and for another site's. */
export function openToken(
  [form, ...others]: readonly TokenForm[],
  sealed: string,
  sealing: Sealing,
): Awaitable<JWT | null> {
  if (!form) return null
  const { keyring, namesSite } = form
  return after(openClaims(sealed, { keyring, salt: sealing.salt, now: sealing.now, again: true }), (claims) => {
    if (!claims) return openToken(others, sealed, sealing)
    if (!namesSite) return claims
    const { aud, ...token } = claims
    return aud === sealing.site ? token : null
  })
}
