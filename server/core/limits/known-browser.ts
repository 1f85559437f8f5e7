import { hex, isEqualConstantTime, hmac, randomBytes } from "../crypto/bytes.ts"
import { ownCookie, prefixedCookieName } from "../cookies/names.ts"
import { securityEpoch } from "../users/security-state.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { SignInIdentity } from "./identity.ts"

/** Name of the cookie of a browser in which a user signed in with a password or an emailed link. */
const COOKIE = "latchkit.known"
/** Name of the cookie of a browser in which a user signed in with any method. */
const DEVICE_COOKIE = "latchkit.seen"
type Cookie = typeof COOKIE | typeof DEVICE_COOKIE
/** A random id of this browser, then two signatures: for the user, and for the user's password. Each has 128 bits. */
const ENTRY = /^([0-9a-f]{32})([0-9a-f]{32})([0-9a-f]{32})$/
/**
 * The most entries of one browser. A user with two-step verification has two: for the first and for the second step.
 */
const MAX_ENTRIES = 8
const ONE_YEAR = 365 * 24 * 60 * 60

/**
 * Returns the id of this browser if this user signed in with it before, on this site, and the password hasn't changed
 * since. Such a browser has its own limits, so an attacker who tries passwords elsewhere doesn't lock the user out.
 *
 * @see [OWASP, device cookies](https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies)
 */
export async function knownBrowser(
  context: RequestContext,
  identity: SignInIdentity,
  cookie: Cookie = COOKIE,
): Promise<string | undefined> {
  for (const entry of readEntries(context, cookie)) {
    const name = await browserNameIn(context, entry, identity)
    if (name !== undefined) return name
  }
  return undefined
}

async function browserNameIn(
  context: RequestContext,
  entry: string,
  identity: SignInIdentity,
): Promise<string | undefined> {
  const [, name = "", user = "", password = ""] = ENTRY.exec(entry) ?? []
  for (const secret of context.settings.secrets) {
    if (!isEqualConstantTime(await userSignature(context, { secret, name, identity }), user)) continue
    // Calls the app only after the signature was verified, so that its response time reveals nothing to other browsers
    const version = await identity.version()
    if (version === null) return undefined
    return isEqualConstantTime(await passwordSignature(context, { secret, name, identity, version }), password)
      ? name
      : undefined
  }
  return undefined
}

/** Returns the cookie that makes this browser known for a user who just signed in with it. */
export async function rememberBrowser(context: RequestContext, identity: SignInIdentity): Promise<SetCookie[]> {
  if (!context.settings.rateLimit || identity.identifiers.length === 0) return []
  return addEntry(context, identity, COOKIE)
}

/**
 * Returns whether the user signed in with this browser before, by any method, and has had no new security epoch since.
 */
export async function isKnownDevice(context: RequestContext, userId: string): Promise<boolean> {
  return (await knownBrowser(context, deviceIdentity(context, userId), DEVICE_COOKIE)) !== undefined
}

/** Returns the cookie for {@link isKnownDevice}. */
export function rememberDevice(context: RequestContext, userId: string): Promise<SetCookie[]> {
  return addEntry(context, deviceIdentity(context, userId), DEVICE_COOKIE)
}

const deviceIdentity = ({ settings }: RequestContext, userId: string): SignInIdentity => ({
  identifiers: [`device|${userId}`],
  version: () => securityEpoch(settings, userId),
})

async function addEntry(context: RequestContext, identity: SignInIdentity, cookie: Cookie): Promise<SetCookie[]> {
  const { settings, site } = context
  if ((await knownBrowser(context, identity, cookie)) !== undefined) return []
  const version = await identity.version()
  if (version === null) return []
  const signing = { secret: settings.secrets[0] ?? "", name: hex(randomBytes(16)), identity }
  const entry =
    signing.name + (await userSignature(context, signing)) + (await passwordSignature(context, { ...signing, version }))
  const value = [entry, ...readEntries(context, cookie)].slice(0, MAX_ENTRIES).join(".")
  return [{ ...ownCookie(cookie, site.secure, ONE_YEAR), value }]
}

function readEntries({ cookies, site }: RequestContext, cookie: Cookie): string[] {
  const entries = cookies.get(prefixedCookieName(cookie, site.secure))?.split(".") ?? []
  return entries.length <= MAX_ENTRIES ? entries.filter((entry) => ENTRY.test(entry)) : []
}

interface SignatureInput {
  secret: string
  name: string
  identity: SignInIdentity
}

// Signs the site too, because deployments may share a secret. Signs all identifiers together: a browser that is known
// for one of them isn't known for another one in the same form
async function userSignature({ site }: RequestContext, { secret, name, identity }: SignatureInput): Promise<string> {
  return (await hmac(secret, "known browser", JSON.stringify([site.url, name, identity.identifiers]))).slice(0, 32)
}

async function passwordSignature(
  { site }: RequestContext,
  { secret, name, identity, version }: SignatureInput & { version: string },
): Promise<string> {
  const signed = JSON.stringify([site.url, name, identity.identifiers, version])
  return (await hmac(secret, "known browser password", signed)).slice(0, 32)
}
