import * as v from "valibot"
import { base64url, randomBytes } from "../../core/crypto/bytes.ts"
import { openValue, sealOptionsFor, sealValue } from "../../core/crypto/sealed.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { deviceBoundSettings } from "./options.ts"

/** Seconds that a browser may take to register its key after the sign-in. */
export const REGISTRATION_MAX_AGE = 5 * 60

/** Seconds that a challenge outlives the bound cookie, because the browser signs it when it needs the next one. */
const LATE = 5 * 60

/** Returns the seconds in which a browser may sign a challenge. After that it gets a new one. */
export const challengeMaxAge = ({ settings }: Pick<Context, "settings">): number =>
  (deviceBoundSettings.of(settings)?.maxAge ?? 0) + LATE

const registration = v.object({
  jti: v.string(),
  /** The id that the binding will have. */
  id: v.string(),
  /** The key of the session that the sign-in opened. */
  key: v.string(),
  userId: v.nullable(v.string()),
  /** Seconds that the session may idle. */
  maxAge: v.number(),
})

const refresh = v.object({ jti: v.string(), id: v.string() })

/** A session that a sign-in just opened. */
export interface NewBinding {
  key: string
  userId: string | null
  maxAge: number
}

type Context = Pick<RequestContext, "settings" | "site">

/**
 * Returns the header that asks the browser to register a key for a new session. Only the response of the sign-in has
 * it, or the response after a server action: a copy of the session cookie can't get one. Browsers without support
 * ignore it.
 *
 * @see [Device Bound Session Credentials, section 9.1](https://w3c.github.io/webappsec-dbsc/#header-secure-session-registration)
 */
export async function registrationHeaders(context: Context, session: NewBinding): Promise<Record<string, string>> {
  if (!context.site.secure) return {}
  const value = { ...session, id: base64url(randomBytes(16)) }
  const options = sealOptionsFor(context, "device registration")
  const challenge = await sealValue(value, { ...options, maxAge: REGISTRATION_MAX_AGE })
  return registrationHeader(context, challenge)
}

export function registrationHeader(context: Context, challenge: string): Record<string, string> {
  const path = new URL(refreshUrl(context)).pathname
  return { "secure-session-registration": `(ES256 RS256);path="${path}";challenge="${challenge}"` }
}

/** Returns the URL at which a browser registers its key, and proves it again. */
export const refreshUrl = ({ site }: Pick<Context, "site">): string => `${site.url}/device-bound`

/** Opens a challenge that {@link registrationHeaders} gave this site's browser. */
export async function openRegistration(context: Context, challenge: string) {
  const claims = await openValue(challenge, sealOptionsFor(context, "device registration"))
  const { success, output } = v.safeParse(registration, claims)
  return success ? output : undefined
}

/** Returns the header with the challenge that the browser signs at its next refresh. */
export async function challengeHeaders(context: Context, id: string): Promise<Record<string, string>> {
  const options = sealOptionsFor(context, "device challenge")
  const challenge = await sealValue({ id }, { ...options, maxAge: challengeMaxAge(context) })
  return { "secure-session-challenge": `"${challenge}";id="${id}"` }
}

/** Opens a challenge of {@link challengeHeaders} that belongs to the binding `id`. */
export async function openChallenge(context: Context, { challenge, id }: { challenge: string; id: string }) {
  const claims = await openValue(challenge, sealOptionsFor(context, "device challenge"))
  const { success, output } = v.safeParse(refresh, claims)
  return success && output.id === id ? output : undefined
}
