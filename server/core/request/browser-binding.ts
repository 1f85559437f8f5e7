import { BINDING_COOKIES, BINDING_MAX_AGE, ownCookie, type BindingPurpose } from "../cookies/names.ts"
import { hex } from "../crypto/bytes.ts"
import { hmac, randomBytes } from "../crypto/hash.ts"
import type { RequestContext } from "./auth-request.ts"
import { ensureBrowserSecret, readBrowserSecret } from "./csrf-check.ts"
import type { SetCookie } from "../cookies/options.ts"

const SECRET = /^[0-9a-f]{64}$/

/** Returns the secret that this browser's sign-ins, or its passkey ceremonies, are bound to, if it has one. */
export function readBrowserBinding(context: RequestContext, purpose: BindingPurpose = "signIn"): string | undefined {
  const secret = context.cookies.get(bindingCookie(context, purpose).name)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/**
 * Returns the secret that a new sign-in or passkey ceremony is bound to, with the cookie that keeps it.
 *
 * The CSRF cookie can't keep it. A new browser's page may send several requests at once, and each response sets a CSRF
 * cookie. The last one would replace the cookie that the sign-in is bound to. Besides, a sibling host can set a CSRF
 * cookie that the app renamed to a name without `__Host-`.
 */
export function ensureBrowserBinding(
  context: RequestContext,
  purpose: BindingPurpose = "signIn",
  initial = hex(randomBytes(32)),
): { secret: string; cookies: SetCookie[] } {
  const secret = readBrowserBinding(context, purpose) ?? initial
  return { secret, cookies: [{ ...bindingCookie(context, purpose), value: secret }] }
}

/**
 * Returns the secret that tabs of a browser share if they start sign-ins at once, before it has a binding. A random one
 * of each would replace the others. Returns `undefined` if a sibling host could have set the CSRF cookie.
 */
export async function sharedBinding(context: RequestContext): Promise<string | undefined> {
  if (!context.cookieTable.csrfToken.name.startsWith("__Host-")) return undefined
  const csrfSecret = await readBrowserSecret(context)
  return csrfSecret && hmac(context.settings.secrets[0] ?? "", "own state", `binding ${csrfSecret}`)
}

/** Returns the cookie that the form of a step needs, if the browser has none. */
export async function ensureFormCookie(context: RequestContext): Promise<SetCookie[]> {
  return context.settings.csrfCheck ? (await ensureBrowserSecret(context)).cookies : []
}

const bindingCookie = ({ site }: RequestContext, purpose: BindingPurpose) =>
  ownCookie(BINDING_COOKIES[purpose], site.secure, BINDING_MAX_AGE)
