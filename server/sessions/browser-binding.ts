import { CHECK_MAX_AGE, BROWSER_BINDING_COOKIE, ownCookie } from "../cookies/names.ts"
import { hex } from "../crypto/bytes.ts"
import { randomBytes } from "../crypto/hash.ts"
import type { RequestContext } from "../http/auth-request.ts"
import { readBrowserSecret, ensureBrowserSecret } from "./csrf-check.ts"
import type { SetCookie } from "../cookies/options.ts"

const SECRET = /^[0-9a-f]{64}$/

/** Returns the secret that this browser's sign-ins are bound to, if it has one. */
export async function readBrowserBinding(context: RequestContext): Promise<string | undefined> {
  if (!needsOwnCookie(context)) return readBrowserSecret(context)
  const secret = context.cookies.get(browserBindingCookie(context).name)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** Returns the secret that a new sign-in is bound to, with the cookies that keep it. */
export async function ensureBrowserBinding(context: RequestContext): Promise<{ secret: string; cookies: SetCookie[] }> {
  if (!needsOwnCookie(context)) return ensureBrowserSecret(context)
  const secret = (await readBrowserBinding(context)) ?? hex(randomBytes(32))
  return { secret, cookies: [{ ...browserBindingCookie(context), value: secret }] }
}

/** Returns the cookie that a form needs, if {@link ensureBrowserBinding} returned another one and the browser has none. */
export async function ensureFormCookie(context: RequestContext): Promise<SetCookie[]> {
  return context.settings.csrfCheck && needsOwnCookie(context) ? (await ensureBrowserSecret(context)).cookies : []
}

// A sibling host can set a cookie without the `__Host-` prefix, even a valid one from its own browser. The CSRF cookie
// has the prefix unless the app renamed it
function needsOwnCookie({ site, cookieTable }: RequestContext): boolean {
  return site.secure && !cookieTable.csrfToken.name.startsWith("__Host-")
}

const browserBindingCookie = ({ site }: RequestContext) => ownCookie(BROWSER_BINDING_COOKIE, site.secure, CHECK_MAX_AGE)
