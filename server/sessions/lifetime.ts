import { sameId } from "../accounts/stored.ts"
import type { LifetimeParams } from "../config/types.ts"
import type { Settings } from "../config/settings.ts"
import type { CookieOptions } from "../cookies/options.ts"
import { AuthError } from "../errors.ts"
import type { Routed } from "../routed.ts"

/** How long a session is kept. */
export interface Lifetime {
  /** Seconds that it may idle. */
  maxAge: number
  /** False: its cookie ends with the browser. */
  persistent: boolean
}

const ONE_DAY = 24 * 60 * 60

/** The lifetime of a session that says nothing of its own. */
export function usualLifetime({ session, jwt }: Settings): Lifetime {
  return { maxAge: session.strategy === "jwt" ? jwt.maxAge : session.maxAge, persistent: true }
}

/** Seconds between two extensions: for a shorter session they come as often in its life. */
export function updateAgeOf(settings: Settings, { maxAge }: Lifetime): number {
  return settings.session.updateAge * Math.min(1, maxAge / usualLifetime(settings).maxAge)
}

/**
 * Seconds from now that a session may still live which is `age` seconds old. One that ends with the browser is not extended
 * beyond what a visitor could have had who stays signed in: browsers that restore their windows never end it.
 */
export function timeLeft(settings: Settings, { maxAge, persistent }: Lifetime, age: number | undefined): number {
  const { absoluteMaxAge = Infinity } = settings.session
  const longest = persistent ? absoluteMaxAge : Math.min(absoluteMaxAge, usualLifetime(settings).maxAge)
  return age === undefined ? maxAge : Math.min(maxAge, longest - age)
}

/** The session cookie's options: an end, or none where the browser's is its own. */
export function endingWith(options: CookieOptions, { persistent }: Lifetime, expires: Date): CookieOptions {
  if (persistent) return { ...options, expires }
  const { maxAge: _, expires: __, ...kept } = options
  return kept
}

type Facts = Pick<LifetimeParams, "user" | "account"> & {
  /** What the visitor chose where the sign-in began; undefined where nobody asked. */
  chosen: boolean | undefined
}

/**
 * The lifetime of the session that a sign-in opens; undefined for the usual one. Who is signed in and says nothing, as when an
 * account is linked, keeps what they have.
 */
export async function lifetimeOf(routed: Routed, { user, account, chosen }: Facts): Promise<Lifetime | undefined> {
  const { settings } = routed
  const { remember: offer } = settings.session
  const usual = usualLifetime(settings)
  const current = chosen === undefined ? await currentLifetime(routed, user.id) : undefined
  const remember = chosen ?? (offer && (current?.persistent ?? offer.checked))
  const answer = checked(await settings.callbacks.lifetime?.({ user, account, remember }))
  const persistent = answer.remember ?? remember ?? true
  const inherited = current?.persistent === persistent ? current.maxAge : undefined
  const asChosen = persistent ? usual.maxAge : (offer?.shortMaxAge ?? ONE_DAY)
  const maxAge = answer.maxAge ?? (offer && inherited) ?? asChosen
  return persistent && maxAge === usual.maxAge ? undefined : { maxAge, persistent }
}

async function currentLifetime({ reading, settings }: Routed, user: string | undefined): Promise<Lifetime | undefined> {
  const current = await reading()
  if (current.kind === "none" || !sameId(current.userId, user)) return undefined
  return current.lifetime ?? usualLifetime(settings)
}

function checked(answer: { maxAge?: number; remember?: boolean } = {}): { maxAge?: number; remember?: boolean } {
  const { maxAge } = answer
  if (maxAge === undefined || (Number.isFinite(maxAge) && maxAge > 0)) return answer
  throw new AuthError("CallbackRouteError", `The lifetime callback answered a maxAge of ${maxAge}; seconds were wanted`)
}
