import { BINDING_COOKIES, BINDING_MAX_AGE, type BindingPurpose, CHECK_MAX_AGE, ownCookie } from "../cookies/names.ts"
import { base64url, hex, isEqualConstantTime } from "../crypto/bytes.ts"
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

/** The parts of a `state`: 96 random bits, the start in seconds, whether it may restart, and 76 bits of a signature. */
const STATE = /^([\w-]{16}([0-9a-z]{7})([01]))([0-9a-f]{19})$/

interface OwnState {
  provider: string
  /** The secret of the browser. */
  browser: string
  /** Whether the sign-in may start again if the browser has lost its cookies. */
  restarts: boolean
}

/**
 * Creates the `state` of a sign-in. The browser's secret signs it. So Latchkit recognizes a response to this browser's
 * own sign-in, even if the cookies of the sign-in are gone.
 */
export async function createState(context: RequestContext, { provider, browser, restarts }: OwnState): Promise<string> {
  const now = Math.floor(context.settings.now() / 1000)
  const text = `${base64url(randomBytes(12))}${now.toString(36).padStart(7, "0")}${restarts ? 1 : 0}`
  return text + (await signature(context, { provider, browser, text }))
}

/** Returns whether this browser started a sign-in with that `state` a short time ago, and it may start again. */
export async function mayRestart(context: RequestContext, provider: string, state: string): Promise<boolean> {
  const [, text = "", start = "", restarts, sent = ""] = STATE.exec(state) ?? []
  const browser = readBrowserBinding(context)
  if (restarts !== "1" || browser === undefined) return false
  if (Number.parseInt(start, 36) + CHECK_MAX_AGE <= context.settings.now() / 1000) return false
  return isEqualConstantTime(await signature(context, { provider, browser, text }), sent)
}

/** Returns the hash of a browser's secret that a flow keeps. */
export async function browserHash(secret: string): Promise<string> {
  return (await hmac(secret, "own state", "browser")).slice(0, 32)
}

// Without the server's secret, so that it outlives a deploy with a new one
async function signature(
  { site }: RequestContext,
  { provider, browser, text }: { provider: string; browser: string; text: string },
): Promise<string> {
  return (await hmac(browser, "own state", `${site.url}\n${provider}\n${text}`)).slice(0, 19)
}
