import * as v from "valibot"
import type { Account } from "../../types.ts"
import { SESSION_PROVIDER_COOKIE, ownCookie, REMEMBER_COOKIE } from "../cookies/names.ts"
import { sealedCookie } from "../request/sealed-cookie.ts"
import type { RequestContext, AuthRequest } from "../request/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { OAuthConfig, ProviderConfig } from "../../providers/types.ts"
import type { SessionLookup } from "../request/strategy.ts"

/** The account that opened a session, if the provider's own session must end with it. */
export interface SessionProvider {
  provider: OAuthConfig
  /** The provider's id of the user. */
  account: string
}

/** The longest time that browsers keep a cookie (RFC 6265bis, section 5.5). A session may be extended many times. */
const MAX_AGE = 400 * 24 * 60 * 60

const sessionProviderCookie = sealedCookie({
  name: SESSION_PROVIDER_COOKIE,
  maxAge: MAX_AGE,
  schema: v.object({ provider: v.string(), account: v.string(), key: v.string() }),
})

/** Returns whether the provider's session ends with ours. */
export function supportsEndSession(provider: ProviderConfig | undefined): provider is OAuthConfig {
  return provider?.type === "oidc" && Boolean(provider.endSession)
}

/** Returns the cookie that stores which account opened this session. If that isn't needed, it clears an older one. */
export async function storeSessionProvider(
  context: RequestContext,
  { provider: id, providerAccountId: account }: Account,
  { key, persistent }: { key: string; persistent: boolean },
): Promise<SetCookie[]> {
  if (!supportsEndSession(context.settings.providers.get(id))) return clearSessionProvider(context)
  return [await sessionProviderCookie.write(context, { provider: id, account, key }, { persistent })]
}

/** Returns the cookie that clears the one of {@link storeSessionProvider}, if the browser has one. */
export function clearSessionProvider(context: RequestContext): SetCookie[] {
  return sessionProviderCookie.clear(context)
}

/**
 * Returns the account that opened this session, if its provider must learn that the session ends. Ignores another
 * session's cookie.
 */
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

const TRUE_VALUE = /^(?:yes|true|on|1)$/

/**
 * Returns whether the user chose to stay signed in, or `undefined` if the form doesn't have the checkbox. Browsers
 * don't send an empty checkbox, so the form has a hidden field that says it has one.
 */
export function readRememberField({ body, settings }: Pick<AuthRequest, "body" | "settings">): boolean | undefined {
  if (!settings.session.remember) return undefined
  const { fields, json } = body
  const value: unknown = json === undefined ? fields["remember"] : Reflect.get(json as object, "remember") // `parseJsonBody` rejects anything else
  if (typeof value === "object") return false // `String` would throw for `{ "toString": null }`
  if (value !== undefined) return TRUE_VALUE.test(String(value))
  return fields["asked"] === "remember" ? false : undefined
}

/** Returns the cookie that keeps the checkbox as the user left it, so that a failed sign-in doesn't check it again. */
export function storeRememberChoice(authRequest: AuthRequest): SetCookie[] {
  const choice = readRememberField(authRequest)
  const { name, options } = rememberCookie(authRequest)
  const value = choice ? "yes" : "no"
  return choice === undefined || authRequest.cookies.get(name) === value ? [] : [{ name, value, options }]
}

/** Returns whether the checkbox is checked when a page renders it, or `undefined` if there is no checkbox. */
export function readRememberChoice(context: RequestContext): boolean | undefined {
  const { remember } = context.settings.session
  const value = context.cookies.get(rememberCookie(context).name)
  return remember && (value === "yes" || value === "no" ? value === "yes" : remember.checked)
}

const rememberCookie = ({ site }: RequestContext) => ownCookie(REMEMBER_COOKIE, site.secure)
