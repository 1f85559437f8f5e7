import { sealFitting } from "../../http/app-state.ts"
import { cleared } from "../../cookies/chunks.ts"
import { EMAIL_COOKIE, ownCookie } from "../../cookies/names.ts"
import { openValue, sealingFor, sealValue } from "../../crypto/sealed.ts"
import type { Exchange, Visit } from "../../http/auth-request.ts"
import type { SetCookie } from "../../cookies/options.ts"
import type { EmailConfig } from "../../providers/types.ts"

/** The email that this browser requested. */
export interface MailRequest {
  /** The site's URL with its base path; deployments may share a secret. */
  site: string
  provider: string
  identifier: string
  /** Random; names the email. */
  id: string
  /** The email's code, and until when it can be used, in milliseconds since the epoch. */
  code?: { value: string; until: number } | undefined
  /** What is stored of the email's link. */
  hash: string
  /** Random; names the browser for as long as it keeps requesting emails to this address. */
  browser?: string
  /** When the browser's first request for this address was, in milliseconds since the epoch. */
  since?: number
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
  const isOurs = claims?.["provider"] === provider && claims["site"] === visit.site.url
  return isOurs ? (claims as unknown as MailRequest) : null
}

/** The cookie that forgets the request; none where nothing was remembered. */
export function forgetRequest(visit: Visit): SetCookie[] {
  const cookie = cookieOf(visit)
  return visit.cookies.has(cookie.name) ? [cleared(cookie)] : []
}

/**
 * Whether this browser requested an email to this address, and its user follows the link now. Scanners and previews send HEAD,
 * have no cookies, or say so in a prefetch header.
 */
export async function requestedHere(exchange: Exchange, provider: EmailConfig, email: string): Promise<boolean> {
  const { request, headers } = exchange
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`
  if (request.method === "HEAD" || /prefetch|prerender|preview/i.test(purpose)) return false
  return (await rememberedRequest(exchange, provider.id))?.identifier === email
}

const cookieOf = ({ site }: Visit, maxAge?: number) => ownCookie(EMAIL_COOKIE, site.secure, maxAge)
const sealing = (visit: Visit) => sealingFor(visit, EMAIL_COOKIE)
