import { sealFitting } from "../../carry.ts"
import { cleared } from "../../cookies/chunks.ts"
import { EMAIL_COOKIE, ownCookie } from "../../cookies/names.ts"
import { openValue, sealingOf, sealValue } from "../../crypto/sealed.ts"
import type { Visit } from "../../exchange.ts"
import type { SetCookie } from "../../outcome.ts"

/** What this browser asked for: a mail to an address. */
export interface MailRequest {
  provider: string
  identifier: string
  /** Names this request; the code in the mail counts together with it alone. */
  id: string
  callbackUrl: string
  /** What the app sent along, for its callbacks. */
  carry?: string | undefined
  /** What the visitor chose about staying signed in. */
  remember?: boolean | undefined
  /** It is not the first mail that this browser asked for to that address. */
  again?: boolean
  /** Seconds since the epoch; when the mail was sent. */
  iat?: number
}

/** A cookie that remembers the request for as long as its mail is good. */
export async function rememberRequest(visit: Visit, request: MailRequest, maxAge: number): Promise<SetCookie> {
  const seal = (fitting: object) => sealValue(fitting, { ...sealing(visit), maxAge })
  return { ...cookieOf(visit, maxAge), value: await sealFitting(visit, request, seal) }
}

/** The request that this browser made last, if it was for this provider and its mail may still be good. */
export async function rememberedRequest(visit: Visit, provider: string): Promise<MailRequest | null> {
  const claims = await openValue(visit.cookies.get(cookieOf(visit).name), sealing(visit))
  // Sealed by rememberRequest, opened with a key that seals nothing else
  return claims?.["provider"] === provider ? (claims as unknown as MailRequest) : null
}

/** The cookie that forgets the request; none where nothing was remembered. */
export function forgetRequest(visit: Visit): SetCookie[] {
  const cookie = cookieOf(visit)
  return visit.cookies.has(cookie.name) ? [cleared(cookie)] : []
}

const cookieOf = ({ site }: Visit, maxAge?: number) => ownCookie(EMAIL_COOKIE, site.secure, maxAge)
const sealing = ({ settings }: Visit) => sealingOf(settings, EMAIL_COOKIE)
