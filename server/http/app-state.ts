import { CHUNK_LENGTH } from "../cookies/chunks.ts"
import { openValue, sealingFor, sealValue } from "../crypto/sealed.ts"
import type { Exchange, Visit } from "./auth-request.ts"
import { Refusal } from "../errors.ts"

/** Characters that a sign-in carries: it lies in a cookie, and in a mailed link. */
const MAX_LENGTH = 1000
const SALT = "carried"
const ONE_DAY = 24 * 60 * 60

/**
 * What the app sent along with a sign-in, to have it again in its callbacks; it came through the visitor's browser.
 *
 * @throws {Refusal} 400 for more than 1000 characters
 */
export function carryIn({ body }: Pick<Exchange, "body">): string | undefined {
  const { carry } = body.fields
  if (!carry) return undefined
  if (carry.length <= MAX_LENGTH) return carry
  throw new Refusal(400, `\`carry\` has ${carry.length} characters; at most ${MAX_LENGTH} were wanted`)
}

/**
 * Seals what is remembered of a sign-in so that it fits in a cookie, of which browsers drop a longer one unseen. What the app
 * sends along goes before the page to lead to; where that is left out, it leads to the site.
 *
 * @throws {Refusal} 400 where it does not fit even so
 */
export async function sealFitting(
  { site }: Visit,
  value: object,
  seal: (value: object) => Promise<string>,
): Promise<string> {
  const whole = await seal(value)
  if (whole.length <= CHUNK_LENGTH || !("callbackUrl" in value)) return whole
  const shorter = await seal({ ...value, callbackUrl: `${site.origin}/` })
  if (shorter.length <= CHUNK_LENGTH) return shorter
  throw new Refusal(400, "`carry` does not fit in a cookie: it takes more than 2000 bytes")
}

/** What callbacks and events are told of it; nothing where nothing was sent along. */
export const carriedBy = (carried: string | undefined): { carried?: string } =>
  carried === undefined ? {} : { carried }

/** A parameter of a mailed link to `email`, which may be opened in another browser. */
export async function sealCarry(
  visit: Visit,
  { carry, email, maxAge = ONE_DAY }: { carry: string | undefined; email: string; maxAge?: number | undefined },
): Promise<string | undefined> {
  return carry === undefined ? undefined : sealValue({ carry, email }, { ...sealing(visit), maxAge })
}

/** What {@link sealCarry} sealed for this very address. */
export async function openCarry(visit: Visit, sealed: string | undefined, email: string): Promise<string | undefined> {
  const claims = sealed ? await openValue(sealed, sealing(visit)) : null
  return claims?.["email"] === email ? String(claims["carry"]) : undefined
}

const sealing = (visit: Visit) => sealingFor(visit, SALT)
