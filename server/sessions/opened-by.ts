import * as v from "valibot"
import type { Account } from "../types.ts"
import { OPENED_BY_COOKIE } from "../cookies/names.ts"
import { sealedCookie } from "../http/sealed-cookie.ts"
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

const openedBy = sealedCookie({
  name: OPENED_BY_COOKIE,
  maxAge: MAX_AGE,
  schema: v.object({ provider: v.string(), account: v.string(), key: v.string() }),
})

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
  return [await openedBy.write(visit, { provider: id, account, key }, { persistent })]
}

/** The cookie that clears what {@link rememberOpener} set; none where the browser has none. */
export function forgetOpener(visit: Visit): SetCookie[] {
  return openedBy.clear(visit)
}

/** What opened this very session, where the provider is to be told of its end; a mark that belongs to another counts for none. */
export async function openerOf(visit: Visit, reading: SessionReading): Promise<Opener | null> {
  if (reading.kind === "none" || !reading.key) return null
  const opener = await openedBy.read(visit)
  if (opener?.key !== reading.key) return null
  const provider = visit.settings.providers.get(opener.provider)
  return endsSession(provider) ? { provider, account: opener.account } : null
}
