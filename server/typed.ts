import { prefixed, TYPED_COOKIE } from "./cookies/names.ts"
import { openValue, sealValue } from "./crypto/sealed.ts"
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
  const { name, options } = cookieOf(exchange)
  const value = await sealValue({ email }, { ...sealing(exchange), maxAge: MAX_AGE })
  return [{ name, value, options: { ...options, maxAge: MAX_AGE } }]
}

/** The address that this browser typed into the form that was refused. */
export async function typedAddress(visit: Visit): Promise<string | undefined> {
  const claims = await openValue(visit.cookies.get(cookieOf(visit).name), sealing(visit))
  const email = claims?.["email"]
  return typeof email === "string" ? email : undefined
}

function cookieOf({ site }: Visit) {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: site.secure } as const
  return { name: prefixed(TYPED_COOKIE, site.secure), options }
}

function sealing({ settings }: Visit) {
  return { keyring: settings.keyring, salt: TYPED_COOKIE, now: Math.floor(settings.now() / 1000) }
}
