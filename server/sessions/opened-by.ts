import * as v from "valibot"
import type { Account } from "../types.ts"
import { SESSION_PROVIDER_COOKIE } from "../cookies/names.ts"
import { sealedCookie } from "../http/sealed-cookie.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { OAuthConfig, ProviderConfig } from "../providers/types.ts"
import type { SessionLookup } from "./strategy.ts"

/** The account that opened a session, at a provider whose own session is to end with it. */
export interface SessionProvider {
  provider: OAuthConfig
  /** What the provider knows the visitor by. */
  account: string
}

/** As long as browsers keep a cookie (RFC 6265bis, section 5.5): a session may be prolonged many times. */
const MAX_AGE = 400 * 24 * 60 * 60

const sessionProviderCookie = sealedCookie({
  name: SESSION_PROVIDER_COOKIE,
  maxAge: MAX_AGE,
  schema: v.object({ provider: v.string(), account: v.string(), key: v.string() }),
})

/** Whether a provider's session is to end with ours. */
export function supportsEndSession(provider: ProviderConfig | undefined): provider is OAuthConfig {
  return provider?.type === "oidc" && Boolean(provider.endSession)
}

/** The cookie that tells what opened the session with this key; where nothing need be told, the one that clears another's. */
export async function storeSessionProvider(
  context: RequestContext,
  { provider: id, providerAccountId: account }: Account,
  { key, persistent }: { key: string; persistent: boolean },
): Promise<SetCookie[]> {
  if (!supportsEndSession(context.settings.providers.get(id))) return clearSessionProvider(context)
  return [await sessionProviderCookie.write(context, { provider: id, account, key }, { persistent })]
}

/** The cookie that clears what {@link storeSessionProvider} set; none where the browser has none. */
export function clearSessionProvider(context: RequestContext): SetCookie[] {
  return sessionProviderCookie.clear(context)
}

/** What opened this very session, where the provider is to be told of its end; a mark that belongs to another counts for none. */
export async function readSessionProvider(
  context: RequestContext,
  session: SessionLookup,
): Promise<SessionProvider | null> {
  if (session.kind === "none" || !session.key) return null
  const opener = await sessionProviderCookie.read(context)
  if (opener?.key !== session.key) return null
  const provider = context.settings.providers.get(opener.provider)
  return supportsEndSession(provider) ? { provider, account: opener.account } : null
}
