import type { Settings } from "../config/settings.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import type { Awaitable } from "../../types.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { SessionFeature } from "./feature.ts"
import { jwtSessions } from "./jwt.ts"
import type { SessionList } from "./session-entry.ts"
import type { SessionLookup, SessionStrategy } from "../request/strategy.ts"
import { IMPERSONATION_COOKIE, ownCookie } from "../cookies/names.ts"

/** Returns the strategy that the configuration chose, within the wrappers of its features. */
export const sessionStrategy = (settings: Settings): SessionStrategy => wrapped(settings, settings.features)

/** Returns the strategy that a feature wraps, or the whole one if that feature is off. */
export function sessionsBelow(settings: Settings, name: string): SessionStrategy {
  const { features } = settings
  const at = features.findIndex((feature) => feature.name === name)
  return wrapped(settings, at === -1 ? features : features.slice(0, at))
}

function wrapped(settings: Settings, features: readonly SessionFeature[]): SessionStrategy {
  const own = settings.session.strategy === "jwt" ? jwtSessions : storedSessions(settings)
  return features.reduce((inner, feature) => feature.sessions?.(inner) ?? inner, own)
}

function storedSessions(settings: Settings): SessionStrategy {
  return fromAdapter(settings, ({ storedSessions: strategy }) => strategy)
}

/**
 * Returns the functions for the sessions of a user.
 *
 * @throws {AuthError} `UnsupportedStrategy` if sessions aren't stored
 */
export function sessionList(settings: Settings): SessionList {
  if (settings.session.strategy !== "database") throw unsupportedStrategyError()
  return fromAdapter(settings, ({ sessionList: list }) => list)
}

function fromAdapter<Part>({ features }: Settings, read: (row: SessionFeature) => Part | undefined): Part {
  const part = features.map(read).find((one) => one !== undefined)
  if (part === undefined) throw new AuthError("InvalidConfiguration", "Stored sessions need an `adapter`")
  return part
}

export function unsupportedStrategyError(): AuthError {
  return new AuthError(
    "UnsupportedStrategy",
    'Sessions in cookies can\'t be listed. Use `session.strategy: "database"`',
  )
}

/** Looks up a request's session with the strategy that the configuration chose. */
export const lookupSession = (context: RequestContext): Awaitable<SessionLookup> =>
  sessionStrategy(context.settings).lookup(context)

/**
 * Requires that no administrator acts as the user of a request. Helpers call it before they change anything.
 *
 * @throws {AccessDenied}
 */
export async function rejectImpersonation(context: RequestContext): Promise<void> {
  if (await isImpersonated(context, () => lookupSession(context)))
    throw new AccessDenied(
      "An administrator who acts as a user can't do this. Call `auth.users.stopImpersonating` first",
    )
}

/** Returns whether the browser has the cookie of an impersonation. It proves nothing. */
export function hasImpersonation({ cookies, site, settings }: RequestContext): boolean {
  return settings.callbacks.impersonate !== undefined && cookies.has(ownCookie(IMPERSONATION_COOKIE, site.secure).name)
}

/** Returns whether an administrator acts as the user. Looks the session up only if the browser has the cookie. */
export async function isImpersonated(
  context: RequestContext,
  lookup: () => Awaitable<SessionLookup>,
): Promise<boolean> {
  if (!hasImpersonation(context)) return false
  const session = await lookup()
  return session.kind === "live" && session.impersonation !== undefined
}
