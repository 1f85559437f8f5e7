import { refreshTokens } from "../../oauth/refresh.ts"
import { tokenFetch } from "../../oauth/token-fetch.ts"
import { isSameId } from "../../core/users/users.ts"
import type { Adapter, AdapterAccount } from "../../adapters/contract.ts"
import { requireAdapter, requireOperation } from "../../adapters/required.ts"
import type { Settings } from "../../core/config/settings.ts"
import { hmac } from "../../core/crypto/bytes.ts"
import { asError, AuthError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { Fetch, OAuthConfig } from "../../providers/types.ts"
import { isOAuth } from "../../providers/protocol.ts"
import { sweepExpired } from "../../core/config/background.ts"
import { atomically } from "../../core/users/atomically.ts"
import { dpopKeyField, openDpopKey } from "../../core/users/dpop-key.ts"
import { lookupSession } from "../../core/sessions/index.ts"

/** A token for a provider's API, on behalf of the signed-in user. */
export interface AccessToken {
  /** The token itself. */
  accessToken: string
  /** When the token expires. `null` if the provider didn't say. */
  expiresAt: Date | null
  /** The granted scopes, separated by spaces. `null` if the provider didn't return them. */
  scope: string | null
  /**
   * Sends a request with the token: as a bearer token, or with a proof of its key if the provider has `dpop`. It
   * doesn't follow redirects.
   */
  fetch: Fetch
}

/** Why there is no token: the `reason` in the error's `cause`. */
export type RefreshFailure = "signed-out" | "not-linked" | "no-refresh-token" | "no-key" | "rejected" | "busy"

/** Seconds. A token that expires sooner is refreshed first, so that it is still valid when it reaches the provider. */
const MARGIN_SECONDS = 30
/**
 * Milliseconds of a turn, and the turns that one instance takes to refresh. It may begin at the end of its first turn,
 * so it has 15 to 20 seconds. Then another instance may try.
 */
const [TURN, TURNS] = [5_000, 4]
/** Milliseconds that the others wait for its token. */
const MAX_WAIT = 30_000
const POLL_INTERVAL = 100

// Pending refreshes of this process, by adapter, because a configuration may be created for each request
const PENDING_REFRESHES = new WeakMap<Adapter, Map<string, Promise<AdapterAccount>>>()

/**
 * Returns the signed-in user's access token for a provider. Refreshes it first if it has expired, once for all
 * parallel calls: in this process, and in all instances if the adapter has `claimOnce`. Stores the refresh token if
 * the provider replaces it.
 *
 * @throws {AuthError} `RefreshTokenError`, whose `cause.reason` is a {@link RefreshFailure}
 */
export async function accessToken(context: RequestContext, providerId: string): Promise<AccessToken> {
  const { settings } = context
  const provider = settings.providers.get(providerId)
  if (!isOAuth(provider)) {
    throw new AuthError("InvalidProvider", `No OAuth provider has the id ${JSON.stringify(providerId.slice(0, 80))}`)
  }
  const session = await lookupSession(context)
  const userId = session.kind === "live" ? session.userId : undefined
  if (userId === undefined) throw refreshError("signed-out", "No user is signed in")
  const account = await findLinkedAccount(settings, userId, providerId)
  const fresh = isFresh(settings, account) ? account : await refreshOnce({ settings, provider, userId }, account)
  const { access_token, expires_at, scope } = fresh
  if (!access_token) throw refreshError("not-linked", `The account at ${providerId} holds no access token`)
  return {
    accessToken: access_token,
    expiresAt: expires_at === undefined ? null : new Date(expires_at * 1000),
    scope: scope ?? null,
    fetch: await tokenSender(settings, provider, fresh),
  }
}

async function tokenSender(settings: Settings, provider: OAuthConfig, account: AdapterAccount): Promise<Fetch> {
  const key = await openDpopKey(settings, account)
  if (key === undefined && account.token_type === "dpop")
    throw refreshError("no-key", `The key of the token at ${provider.id} is missing: let the user sign in there again`)
  return tokenFetch({ engine: settings, provider, accessToken: account.access_token ?? "", key })
}

async function findLinkedAccount(settings: Settings, userId: string, providerId: string): Promise<AdapterAccount> {
  const accounts = await requireOperation(tokenStore(settings), "listAccounts")(userId)
  const account = accounts.find((each) => each.provider === providerId && isSameId(each.userId, userId))
  if (account) return account
  throw refreshError("not-linked", `The user has no account at ${providerId}`)
}

function isFresh({ now }: Settings, { access_token, expires_at }: AdapterAccount): boolean {
  return Boolean(access_token) && (expires_at === undefined || expires_at - MARGIN_SECONDS > now() / 1000)
}

interface RefreshInput {
  settings: Settings
  provider: OAuthConfig
  userId: string
}

function refreshOnce(refreshing: RefreshInput, account: AdapterAccount): Promise<AdapterAccount> {
  const adapter = tokenStore(refreshing.settings)
  const running = PENDING_REFRESHES.get(adapter) ?? new Map<string, Promise<AdapterAccount>>()
  PENDING_REFRESHES.set(adapter, running)
  const key = JSON.stringify([account.provider, account.providerAccountId])
  const promise = running.get(key) ?? refreshWithLock(refreshing, account).finally(() => running.delete(key))
  running.set(key, promise)
  return promise
}

// One instance asks the provider. The others wait for the token that it stores
async function refreshWithLock(
  { settings, provider, userId }: RefreshInput,
  stale: AdapterAccount,
): Promise<AdapterAccount> {
  const adapter = tokenStore(settings)
  for (const until = performance.now() + MAX_WAIT; performance.now() < until;) {
    const account = await findLinkedAccount(settings, userId, stale.provider)
    if (isFresh(settings, account)) return account
    const refreshed = (await acquireLock(settings, adapter, account))
      ? await refresh({ settings, provider, userId }, account)
      : undefined
    if (refreshed) return refreshed
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL))
  }
  throw refreshError("busy", `Another instance has not finished refreshing the token at ${stale.provider}`)
}

// A provider may end the whole sign-in if two instances send it the same refresh token (RFC 9700, section 4.14.2)
async function acquireLock(settings: Settings, adapter: Adapter, account: AdapterAccount): Promise<boolean> {
  if (!adapter.claimOnce) return true
  sweepExpired(settings)
  const { provider, providerAccountId, refresh_token = "", expires_at = 0 } = account
  const first = Math.floor(Date.now() / TURN)
  for (let turn = first; turn < first + TURNS; turn++) {
    // Hashed, because the key is stored and a refresh token must not be
    const facts = JSON.stringify([provider, providerAccountId, refresh_token, expires_at, turn])
    const key = `refresh:${await hmac(settings.secrets[0] ?? "", "refresh turn", facts)}`
    if (!(await adapter.claimOnce(key, new Date(settings.now() + MAX_WAIT)))) return false
  }
  return true
}

/** Returns the refreshed account. Returns `undefined` if another sign-in replaced its tokens meanwhile. */
async function refresh(refreshing: RefreshInput, account: AdapterAccount): Promise<AdapterAccount | undefined> {
  const { settings, provider } = refreshing
  const { refresh_token, id_token, providerAccountId } = account
  if (!refresh_token)
    throw refreshError("no-refresh-token", `${provider.id} gave no refresh token: ask for offline access`)
  try {
    const { dpop_key: key, ...tokens } = await refreshTokens(settings, provider, {
      refresh_token,
      id_token,
      providerAccountId,
      dpop_key: await openDpopKey(settings, account),
    })
    return await storeTokens(settings, account, { ...tokens, ...(await dpopKeyField(settings, account, key)) })
  } catch (thrown) {
    const err = asError(thrown)
    if (thrown instanceof AuthError && (thrown.type === "RefreshTokenError" || thrown.type === "MissingAdapterMethods"))
      throw thrown
    // Many providers end the older grant when the user signs in again
    if (!hasSameTokens(account, await findLinkedAccount(settings, refreshing.userId, provider.id))) return undefined
    throw refreshError("rejected", `${provider.id} gave no new token: ${err.message}`, err)
  }
}

/** Stores refreshed tokens, unless the account has others than `before` by now. Then it returns `undefined`. */
async function storeTokens(
  settings: Settings,
  before: AdapterAccount,
  tokens: Partial<AdapterAccount>,
): Promise<AdapterAccount | undefined> {
  const { provider, providerAccountId } = before
  const key = { provider, providerAccountId }
  return atomically(tokenStore(settings), `tokens\n${JSON.stringify(key)}`, async (transaction) => {
    const updateAccount = requireOperation(transaction, "updateAccount")
    const current = await updateAccount(key) // changes nothing, but locks the row until the transaction ends
    if (current && !hasSameTokens(before, current)) return undefined
    const updated = current && (await updateAccount({ ...key, ...tokens }))
    if (updated) return updated
    throw refreshError("not-linked", `The account at ${provider} is gone`)
  })
}

const hasSameTokens = (one: AdapterAccount, other: AdapterAccount) =>
  one.access_token === other.access_token && one.refresh_token === other.refresh_token

function refreshError(reason: RefreshFailure, message: string, err?: Error): AuthError {
  return new AuthError("RefreshTokenError", message, { reason, ...(err && { err }) })
}

const tokenStore = ({ adapter }: Settings) => requireAdapter(adapter, "`auth.getAccessToken`")
