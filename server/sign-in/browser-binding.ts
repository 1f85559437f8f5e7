import { CHECK_MAX_AGE, FLOW_COOKIE, ownCookie } from "../cookies/names.ts"
import { hex } from "../crypto/bytes.ts"
import { randomBytes } from "../crypto/hash.ts"
import type { Visit } from "../http/auth-request.ts"
import { browserSecret, keptSecret } from "../sessions/csrf-check.ts"
import type { SetCookie } from "../cookies/options.ts"

const SECRET = /^[0-9a-f]{64}$/

/** Reads the secret that a sign-in started in this browser is bound to. */
export async function boundBrowser(visit: Visit): Promise<string | undefined> {
  if (!needsOwnCookie(visit)) return browserSecret(visit)
  const secret = visit.cookies.get(cookieOf(visit).name)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** The secret that a new sign-in is bound to, with the cookies that keep it. */
export async function bindBrowser(visit: Visit): Promise<{ secret: string; cookies: SetCookie[] }> {
  if (!needsOwnCookie(visit)) return keptSecret(visit)
  const secret = (await boundBrowser(visit)) ?? hex(randomBytes(32))
  return { secret, cookies: [{ ...cookieOf(visit), value: secret }] }
}

// A sibling host can set a cookie without the `__Host-` prefix, a valid one of its own browser too. The CSRF cookie has the
// prefix unless the app renamed it
function needsOwnCookie({ site, cookieTable }: Visit): boolean {
  return site.secure && !cookieTable.csrfToken.name.startsWith("__Host-")
}

const cookieOf = ({ site }: Visit) => ownCookie(FLOW_COOKIE, site.secure, CHECK_MAX_AGE)
