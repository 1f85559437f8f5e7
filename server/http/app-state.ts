import { CHUNK_LENGTH } from "../cookies/chunks.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import type { AuthRequest, RequestContext } from "./auth-request.ts"
import { RejectedRequest } from "../errors.ts"

/** Characters that a sign-in carries: it lies in a cookie, and in a mailed link. */
const MAX_LENGTH = 1000
const SALT = "carried"
const ONE_DAY = 24 * 60 * 60

/**
 * What the app sent along with a sign-in, to have it again in its callbacks; it came through the visitor's browser.
 *
 * @throws {RejectedRequest} 400 for more than 1000 characters
 */
export function readAppState({ body }: Pick<AuthRequest, "body">): string | undefined {
  const { carry } = body.fields
  if (!carry) return undefined
  if (carry.length <= MAX_LENGTH) return carry
  throw new RejectedRequest(400, `\`carry\` has ${carry.length} characters; at most ${MAX_LENGTH} were wanted`)
}

/**
 * Seals what is remembered of a sign-in so that it fits in a cookie, of which browsers drop a longer one unseen. What the app
 * sends along goes before the page to lead to; where that is left out, it leads to the site.
 *
 * @throws {RejectedRequest} 400 where it does not fit even so
 */
export async function sealToFitCookie(
  { site }: RequestContext,
  value: object,
  seal: (value: object) => Promise<string>,
): Promise<string> {
  const sealed = await seal(value)
  if (sealed.length <= CHUNK_LENGTH || !("callbackUrl" in value)) return sealed
  const shorter = await seal({ ...value, callbackUrl: `${site.origin}/` })
  if (shorter.length <= CHUNK_LENGTH) return shorter
  throw new RejectedRequest(400, "`carry` does not fit in a cookie: it takes more than 2000 bytes")
}

/** What callbacks and events are told of it; nothing where nothing was sent along. */
export const toCarried = (carried: string | undefined): { carried?: string } =>
  carried === undefined ? {} : { carried }

/** A parameter of a mailed link to `email`, which may be opened in another browser. */
export async function sealAppState(
  context: RequestContext,
  { carry, email, maxAge = ONE_DAY }: { carry: string | undefined; email: string; maxAge?: number | undefined },
): Promise<string | undefined> {
  return carry === undefined ? undefined : sealValue({ carry, email }, { ...appStateSealOptions(context), maxAge })
}

/** What {@link sealAppState} sealed for this very address. */
export async function openAppState(
  context: RequestContext,
  sealed: string | undefined,
  email: string,
): Promise<string | undefined> {
  const claims = sealed ? await openValue(sealed, appStateSealOptions(context)) : null
  return claims?.["email"] === email ? String(claims["carry"]) : undefined
}

const appStateSealOptions = (context: RequestContext) => sealOptionsFor(context, SALT)
