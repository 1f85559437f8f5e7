import * as v from "valibot"
import { BOUND_COOKIE, ownCookie } from "../../core/cookies/names.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { CLOCK_TOLERANCE } from "../../core/crypto/jwt.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { sealedCookie } from "../../core/request/sealed-cookie.ts"
import { deviceBoundSettings } from "./options.ts"

/** Seconds that the browser drops the cookie before it expires here, so that it doesn't expire on its way. */
const MARGIN = 60

const boundCookie = sealedCookie({
  name: BOUND_COOKIE,
  maxAge: 0, // each write says it
  schema: v.object({ key: v.string(), id: v.string() }),
})

export interface Binding {
  readonly key: string
  /** The binding's id, which the browser knows as the session identifier. It isn't secret. */
  readonly id: string
}

/** Returns the binding that the browser recently proved, or `undefined`. It counts only beside its own session. */
export const readBoundCookie = (context: RequestContext): Promise<Binding | undefined> => boundCookie.read(context)

/** Returns the cookie of a browser that just proved its key. */
export async function writeBoundCookie(context: RequestContext, { key, id }: Binding): Promise<SetCookie> {
  const { maxAge = 0 } = deviceBoundSettings.of(context.settings) ?? {}
  const cookie = await boundCookie.write(context, { key, id }, { maxAge: maxAge - CLOCK_TOLERANCE })
  return { ...cookie, options: { ...cookie.options, maxAge: maxAge - MARGIN } }
}

export const clearBoundCookie = (context: RequestContext): SetCookie[] => boundCookie.clear(context)

/** Returns the cookie's name and attributes, as the browser is told to watch them. */
export function boundCookieRule({ site }: Pick<RequestContext, "site">): { name: string; attributes: string } {
  return { name: ownCookie(BOUND_COOKIE, site.secure).name, attributes: "Path=/; Secure; HttpOnly; SameSite=Lax" }
}
