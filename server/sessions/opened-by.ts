import type { Account } from "../types.ts"
import { cleared } from "../cookies/chunks.ts"
import { OPENED_BY_COOKIE, ownCookie } from "../cookies/names.ts"
import { openValue, sealingFor, sealValue } from "../crypto/sealed.ts"
import type { Visit } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { OAuthConfig, ProviderConfig } from "../providers/types.ts"
import type { SessionReading } from "./strategy.ts"

/** The account that opened a session, at a provider whose own session is to end with it. */
export interface Opener {
  provider: OAuthConfig
  /** What the provider knows the visitor by. */
  account: string
}

/** As long as browsers keep a cookie (RFC 6265bis, section 5.5): a session may be prolonged many times. */
const MAX_AGE = 400 * 24 * 60 * 60

/** Whether a provider's session is to end with ours. */
export function endsSession(provider: ProviderConfig | undefined): provider is OAuthConfig {
  return provider?.type === "oidc" && Boolean(provider.endSession)
}

/** The cookie that tells what opened the session with this key; where nothing need be told, the one that clears another's. */
export async function rememberOpener(
  visit: Visit,
  { provider: id, providerAccountId: account }: Account,
  { key, persistent }: { key: string; persistent: boolean },
): Promise<SetCookie[]> {
  if (!endsSession(visit.settings.providers.get(id))) return forgetOpener(visit)
  const value = await sealValue({ provider: id, account, key }, { ...sealing(visit), maxAge: MAX_AGE })
  return [{ ...cookieOf(visit, persistent ? MAX_AGE : undefined), value }]
}

/** The cookie that clears what {@link rememberOpener} set; none where the browser has none. */
export function forgetOpener(visit: Visit): SetCookie[] {
  const cookie = cookieOf(visit)
  return visit.cookies.has(cookie.name) ? [cleared(cookie)] : []
}

/** What opened this very session, where the provider is to be told of its end; a mark that belongs to another counts for none. */
export async function openerOf(visit: Visit, reading: SessionReading): Promise<Opener | null> {
  if (reading.kind === "none" || !reading.key) return null
  const mark = await openValue(visit.cookies.get(cookieOf(visit).name), sealing(visit))
  if (mark?.["key"] !== reading.key) return null
  const provider = visit.settings.providers.get(String(mark["provider"]))
  return endsSession(provider) ? { provider, account: String(mark["account"]) } : null
}

const cookieOf = ({ site }: Visit, maxAge?: number) => ownCookie(OPENED_BY_COOKIE, site.secure, maxAge)
const sealing = (visit: Visit) => sealingFor(visit, OPENED_BY_COOKIE)
