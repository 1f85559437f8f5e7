import * as v from "valibot"
import { FEDCM_COOKIE } from "../../core/cookies/names.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { base64url, isEqualConstantTime, randomBytes, sha256 } from "../../core/crypto/bytes.ts"
import { decodeUnverified } from "../../core/crypto/decode-unverified.ts"
import { AuthError } from "../../errors.ts"
import { sealedCookie, ensureBrowserBinding, readBrowserBinding } from "../../core/request/sealed-cookie.ts"
import type { ActionContext } from "../../core/request/action-context.ts"

/** Seconds that the user may take to choose an account. */
const MAX_AGE = 5 * 60
/** The most requests that may be open in one browser. A new one replaces the oldest. */
const MAX_OPEN = 3

const requests = sealedCookie({
  name: FEDCM_COOKIE,
  maxAge: MAX_AGE,
  schema: v.object({ provider: v.string(), nonce: v.string(), browser: v.string(), site: v.string() }),
})

/** Begins a request to the browser. Returns its nonce, and the cookies that bind it to this browser. */
export async function beginFedcm(
  context: ActionContext,
  provider: string,
): Promise<{ nonce: string; cookies: readonly SetCookie[] }> {
  const nonce = base64url(randomBytes(24))
  const key = await keyFor(nonce)
  const { secret: browser, cookies } = ensureBrowserBinding(context)
  const cookie = await requests.write(context, { provider, nonce, browser, site: context.site.url }, { key })
  const surplus = requests.clearOldest(context, { added: key, most: MAX_OPEN })
  return { nonce, cookies: [...cookies, ...surplus, cookie] }
}

/**
 * Returns the nonce that the token must contain, and uses it up.
 *
 * @throws {AuthError} `OAuthCallbackError` if this browser began no request with the token's nonce at this provider.
 * The same if the nonce was used, or is older than five minutes
 */
export async function resumeFedcm(
  context: ActionContext,
  provider: string,
  token: string,
): Promise<{ nonce: string; cookies: readonly SetCookie[] }> {
  const named = decodeUnverified(token)?.["nonce"]
  if (typeof named !== "string") throw rejected("The token of the browser has no nonce")
  const key = await keyFor(named)
  const request = await requests.read(context, key)
  const browser = readBrowserBinding(context)
  if (!request || browser === undefined || !isEqualConstantTime(request.browser, browser))
    throw rejected("This browser has no open request with that nonce. A request expires after 5 minutes")
  if (!isEqualConstantTime(request.nonce, named) || request.provider !== provider || request.site !== context.site.url)
    throw rejected("The request was for another provider or site")
  const { replayStore, now } = context.settings
  if (!(await replayStore.markUsed(`fedcm:${request.nonce}`, now() + MAX_AGE * 1000)))
    throw rejected("The nonce was already used")
  return { nonce: request.nonce, cookies: requests.clear(context, key) }
}

const rejected = (why: string) => new AuthError("OAuthCallbackError", why)

const keyFor = async (nonce: string) => (await sha256(nonce)).slice(0, 10)
