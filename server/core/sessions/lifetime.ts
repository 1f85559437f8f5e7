import { isSameId } from "../users/users.ts"
import type { LifetimeParams } from "../config/callbacks.ts"
import type { Settings } from "../config/settings.ts"
import type { CookieOptions } from "../cookies/options.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { AuthError } from "../../errors.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Lifetime } from "../request/strategy.ts"
import { isLifetime } from "../config/value-problems.ts"

const ONE_DAY = 24 * 60 * 60

/** Returns the lifetime of a session that has none of its own. */
export function defaultLifetime({ session }: Settings): Lifetime {
  return { maxAge: session.maxAge, persistent: true }
}

/**
 * Returns the seconds between two extensions. A shorter session is extended as many times in its life as a default one.
 */
export function updateAgeFor({ session }: Settings, { maxAge }: Lifetime): number {
  return session.updateAge * Math.min(1, maxAge / session.maxAge)
}

/**
 * Returns the seconds that a session may last from its start, however much it is used. A session that ends with the
 * browser lasts no longer than an unused persistent one. Otherwise browsers that restore their windows would never end
 * it.
 */
function maxLifetime({ session: { maxAge, absoluteMaxAge = Infinity } }: Settings, { persistent }: Lifetime): number {
  return persistent ? absoluteMaxAge : Math.min(absoluteMaxAge, maxAge)
}

/** Returns the seconds that a session may still last if it began `age` seconds ago. */
export function timeLeft(settings: Settings, lifetime: Lifetime, age: number | undefined): number {
  return age === undefined ? lifetime.maxAge : Math.min(lifetime.maxAge, maxLifetime(settings, lifetime) - age)
}

/** Returns the latest end of a session that began at `start`. Both are seconds since the epoch. */
export function latestExpiry(settings: Settings, lifetime: Lifetime, start: number | undefined): number {
  return start === undefined ? Infinity : start + maxLifetime(settings, lifetime)
}

/** Returns the session cookie's options. They have no end if the session ends with the browser. */
export function withExpiry(options: CookieOptions, { persistent }: Lifetime, expires: Date): CookieOptions {
  if (persistent) return { ...options, expires }
  const { maxAge: _, expires: __, ...kept } = options
  return kept
}

type LifetimeFacts = Pick<LifetimeParams, "user" | "account"> & {
  /** The user's choice when the sign-in began, or `undefined` if no form asked. */
  chosen: boolean | undefined
}

/**
 * Returns the lifetime of the session that a sign-in opens, or `undefined` for the default one. If the user is signed
 * in and made no choice, for example when linking an account, the current lifetime stays.
 */
export async function resolveLifetime(
  context: ActionContext,
  { user, account, chosen }: LifetimeFacts,
): Promise<Lifetime | undefined> {
  const { settings } = context
  const { remember: offer } = settings.session
  const defaults = defaultLifetime(settings)
  const current = chosen === undefined ? await currentLifetime(context, user.id) : undefined
  const remember = chosen ?? (offer && (current?.persistent ?? offer.checked))
  const returning = settings.callbacks.lifetime?.({ user, account, remember })
  const returned = requireValidLifetime(await withTimeout("`callbacks.lifetime`", returning))
  const persistent = returned.remember ?? remember ?? true
  const inherited = current?.persistent === persistent ? current.maxAge : undefined
  const asChosen = persistent ? defaults.maxAge : (offer?.shortMaxAge ?? ONE_DAY)
  const maxAge = returned.maxAge ?? (offer && inherited) ?? asChosen
  return persistent && maxAge === defaults.maxAge ? undefined : { maxAge, persistent }
}

async function currentLifetime(
  { lookupSession, settings }: ActionContext,
  user: string | undefined,
): Promise<Lifetime | undefined> {
  const current = await lookupSession()
  if (current.kind === "none" || !isSameId(current.userId, user)) return undefined
  return current.lifetime ?? defaultLifetime(settings)
}

// A wrong type would count as a longer session
function requireValidLifetime(returned: unknown = {}): { maxAge?: number; remember?: boolean } {
  const isObject = typeof returned === "object" && returned !== null
  const { maxAge, remember }: { maxAge?: unknown; remember?: unknown } = isObject ? returned : {}
  const isValid =
    (maxAge === undefined || isLifetime(maxAge)) && (remember === undefined || typeof remember === "boolean")
  if (isObject && isValid) return returned
  const problem = `The \`lifetime\` callback returned ${isObject ? JSON.stringify({ maxAge, remember }) : String(returned)}`
  const instruction = "Return `maxAge` in seconds above 0, at most 100 years, and `remember` as true or false"
  throw new AuthError("CallbackRouteError", `${problem}. ${instruction}`)
}
