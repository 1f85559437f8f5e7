import { ownCookie, TYPED_COOKIE } from "./cookies/names.ts"
import { openValue, sealingOf, sealValue } from "./crypto/sealed.ts"
import type { Exchange, Visit } from "./exchange.ts"
import type { SetCookie } from "./outcome.ts"

/** Seconds in which somebody tries again. */
const MAX_AGE = 5 * 60
/** An address is no longer than this (RFC 5321, section 4.5.3.1). */
const MAX_LENGTH = 254

/** A cookie that keeps the address of a refused form, and nothing else of it: a URL would end in logs and histories. */
export async function rememberTyped(exchange: Exchange): Promise<SetCookie[]> {
  const email = exchange.body.fields["email"]
  if (!email || email.length > MAX_LENGTH) return []
  const value = await sealValue({ email }, { ...sealing(exchange), maxAge: MAX_AGE })
  return [{ ...cookieOf(exchange), value }]
}

/** The address that this browser typed into the form that was refused. */
export async function typedAddress(visit: Visit): Promise<string | undefined> {
  const claims = await openValue(visit.cookies.get(cookieOf(visit).name), sealing(visit))
  const email = claims?.["email"]
  return typeof email === "string" ? email : undefined
}

const cookieOf = ({ site }: Visit) => ownCookie(TYPED_COOKIE, site.secure, MAX_AGE)
const sealing = ({ settings }: Visit) => sealingOf(settings, TYPED_COOKIE)
