import { CHUNK_LENGTH } from "../cookies/jar.ts"
import { openValue, sealOptionsFor, sealValue } from "../crypto/sealed.ts"
import type { AuthRequest, RequestContext } from "./auth-request.ts"
import { RejectedRequest } from "../../errors.ts"

/** Maximum length in characters, because the app state is stored in a cookie and in a magic link. */
const MAX_LENGTH = 1000
const SALT = "carried"
const ONE_DAY = 24 * 60 * 60

/**
 * Returns the app state that was sent with a sign-in, for the app's callbacks. It is untrusted: it comes from the
 * browser.
 *
 * @throws {RejectedRequest} 400 if it is longer than 1000 characters
 */
export function readAppState({ body }: Pick<AuthRequest, "body">): string | undefined {
  const { carry } = body.fields
  if (!carry) return undefined
  if (carry.length <= MAX_LENGTH) return carry
  throw new RejectedRequest(400, `\`carry\` has ${carry.length} characters, but the maximum is ${MAX_LENGTH}`)
}

/**
 * Seals the state of a sign-in so that it fits in a cookie, because browsers silently drop a larger one.
 * If it is too large, the callback URL is left out: the app state is kept, and the user lands on the site's home page.
 *
 * @throws {RejectedRequest} 400 if it doesn't fit even then
 */
export async function sealToFitCookie(
  { site }: RequestContext,
  value: object,
  seal: (value: object) => Promise<string>,
): Promise<string> {
  const sealed = await seal(value)
  if (sealed.length <= CHUNK_LENGTH || !("callbackUrl" in value)) return sealed
  const shorter = await seal({ ...value, callbackUrl: site.home })
  if (shorter.length <= CHUNK_LENGTH) return shorter
  throw new RejectedRequest(400, "`carry` doesn't fit in a cookie: it takes more than 2000 bytes")
}

/** Seals the app state into a parameter of a magic link to `email`, because the user may open it in another browser. */
export async function sealAppState(
  context: RequestContext,
  { carry, email, maxAge = ONE_DAY }: { carry: string | undefined; email: string; maxAge?: number | undefined },
): Promise<string | undefined> {
  return carry === undefined ? undefined : sealValue({ carry, email }, { ...appStateSealOptions(context), maxAge })
}

/** Opens what {@link sealAppState} sealed for the same email address. */
export async function openAppState(
  context: RequestContext,
  sealed: string | undefined,
  email: string,
): Promise<string | undefined> {
  const claims = sealed ? await openValue(sealed, appStateSealOptions(context)) : null
  return claims?.["email"] === email ? String(claims["carry"]) : undefined
}

const appStateSealOptions = (context: RequestContext) => sealOptionsFor(context, SALT)
