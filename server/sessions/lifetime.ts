import { isSameId } from "./users.ts"
import type { LifetimeParams } from "../config/types.ts"
import type { Settings } from "../config/settings.ts"
import type { CookieOptions } from "../cookies/options.ts"
import { AuthError } from "../errors.ts"
import type { ActionContext } from "./action-context.ts"
import type { Lifetime } from "./strategy.ts"
import { isLifetime } from "../config/lifetime-problems.ts"

const ONE_DAY = 24 * 60 * 60

/** The lifetime of a session that has none of its own. */
export function defaultLifetime({ session }: Settings): Lifetime {
  return { maxAge: session.maxAge, persistent: true }
}

/** Seconds between two extensions. A shorter session is extended as often in its life as a usual one. */
export function updateAgeFor({ session }: Settings, { maxAge }: Lifetime): number {
  return session.updateAge * Math.min(1, maxAge / session.maxAge)
}

/**
 * Seconds that a session may last from its start, however much it is used. A session that ends with the browser lasts no
 * longer than an unused one of a user who stays signed in: browsers that restore their windows would never end it.
 */
function maxLifetime({ session: { maxAge, absoluteMaxAge = Infinity } }: Settings, { persistent }: Lifetime): number {
  return persistent ? absoluteMaxAge : Math.min(absoluteMaxAge, maxAge)
}

/** Seconds from now that a session may still live which began `age` seconds ago. */
export function timeLeft(settings: Settings, lifetime: Lifetime, age: number | undefined): number {
  return age === undefined ? lifetime.maxAge : Math.min(lifetime.maxAge, maxLifetime(settings, lifetime) - age)
}

/** When a session that began at `start` ends at the latest. Both are seconds since the epoch. */
export function latestExpiry(settings: Settings, lifetime: Lifetime, start: number | undefined): number {
  return start === undefined ? Infinity : start + maxLifetime(settings, lifetime)
}

/** The session cookie's options: an end, or none where the browser's is its own. */
export function withExpiry(options: CookieOptions, { persistent }: Lifetime, expires: Date): CookieOptions {
  if (persistent) return { ...options, expires }
  const { maxAge: _, expires: __, ...kept } = options
  return kept
}

type LifetimeFacts = Pick<LifetimeParams, "user" | "account"> & {
  /** What the visitor chose where the sign-in began; undefined where nobody asked. */
  chosen: boolean | undefined
}

/**
 * The lifetime of the session that a sign-in opens; undefined for the usual one. Who is signed in and says nothing, as when an
 * account is linked, keeps what they have.
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
  const returned = requireValidLifetime(await settings.callbacks.lifetime?.({ user, account, remember }))
  const persistent = returned.remember ?? remember ?? true
  const inherited = current?.persistent === persistent ? current.maxAge : undefined
  const asChosen = persistent ? defaults.maxAge : (offer?.shortMaxAge ?? ONE_DAY)
  const maxAge = returned.maxAge ?? (offer && inherited) ?? asChosen
  return persistent && maxAge === defaults.maxAge ? undefined : { maxAge, persistent }
}

async function currentLifetime(
  { reading, settings }: ActionContext,
  user: string | undefined,
): Promise<Lifetime | undefined> {
  const current = await reading()
  if (current.kind === "none" || !isSameId(current.userId, user)) return undefined
  return current.lifetime ?? defaultLifetime(settings)
}

function requireValidLifetime(result: { maxAge?: number; remember?: boolean } = {}): {
  maxAge?: number
  remember?: boolean
} {
  const { maxAge } = result
  if (maxAge === undefined || isLifetime(maxAge)) return result
  const found = `The \`lifetime\` callback returned the maxAge ${String(maxAge)}`
  throw new AuthError("CallbackRouteError", `${found}. Return a number of seconds above 0, at most 100 years`)
}
