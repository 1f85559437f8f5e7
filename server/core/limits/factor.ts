import type { Settings } from "../config/settings.ts"
import { FACTOR_ATTEMPT_LIMITS, type Limit } from "../config/rate-limits.ts"
import { hmac } from "../crypto/bytes.ts"
import { securityEpoch } from "../users/security-state.ts"
import type { FactorMethod, FactorUse } from "../proofs/user-factors.ts"
import type { FactorTries } from "../proofs/records.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { counterSite, countInWindow, countUntil, windowEnd } from "../request/consume.ts"
import type { SignInIdentity } from "./identity.ts"

const ONE_YEAR = 365 * 24 * 60 * 60 * 1000

/** An attempt at a second factor. */
export interface FactorAttempt {
  readonly userId: string
  readonly method: FactorMethod
  /** The id of this browser if the user signed in with it before. See {@link factorIdentity}. */
  readonly knownBrowser: string | undefined
  /** The last second step that the user passed. */
  readonly lastUse: FactorUse | null
  /** Against how many authenticator apps the code is checked. It costs as many attempts. @default 1 */
  readonly apps?: number | undefined
}

export interface CountedFactorAttempt {
  /** Why it must not be checked, if so. */
  readonly rejected?: RejectedFactorAttempt | undefined
  /** The counter, to be stored with the factor if the attempt succeeds. */
  readonly tries?: FactorTries | undefined
}

/** An attempt that must not be checked. */
export interface RejectedFactorAttempt {
  /** Seconds to wait, or `undefined` if only a recovery code or a passkey still works. */
  readonly wait: number | undefined
  /** Whether this is the first rejection of its kind. Then the owner should get an email, at most once a day. */
  readonly first: boolean
}

/** Returns the user as the cookie of known browsers names them after a second step. */
export function factorIdentity(settings: Settings, userId: string): SignInIdentity {
  return { identifiers: [`second factor|${userId}`], version: () => securityEpoch(settings, userId) }
}

/**
 * Counts an attempt at any of the user's second factors. Call it before you check the factor, and check nothing if it
 * is rejected. All attempts, sign-ins, step-ups and factors of a user share these counters. Only a user who gave a
 * correct first proof may reach this.
 *
 * Browsers in which the user signed in before have counters of their own, so an attacker elsewhere can't lock the user
 * out. Recovery codes and passkeys can't be guessed, so they work also after too many failures in a row.
 */
export async function countFactorAttempt(
  context: Pick<RequestContext, "settings" | "site">,
  { userId, method, knownBrowser, lastUse, apps = 1 }: FactorAttempt,
): Promise<CountedFactorAttempt> {
  const { settings } = context
  const cost = method === "totp" ? Math.max(1, apps) : 1
  const group = knownBrowser === undefined ? "anywhere" : "known"
  const keyFor = (...parts: readonly unknown[]) => factorKey(context, [userId, ...parts])
  const inWindow = async (limit: Limit, key: string): Promise<RejectedFactorAttempt | undefined> => {
    const count = await repeat(cost, () => countInWindow(settings, key, limit.seconds))
    if (count <= limit.points) return undefined
    return { wait: windowEnd(settings, limit.seconds), first: count - cost <= limit.points }
  }
  // The first counter that rejects ends it, so that rejected attempts don't count as failures in a row
  const perBrowser =
    knownBrowser === undefined
      ? undefined
      : await inWindow(FACTOR_ATTEMPT_LIMITS.knownBrowser, await keyFor("browser", knownBrowser))
  const rejected = perBrowser ?? (await inWindow(FACTOR_ATTEMPT_LIMITS[group], await keyFor(group)))
  if (rejected || method === "recovery" || method === "passkey") return { rejected }
  const now = settings.now()
  const counted = countedTries(context, lastUse)
  const name = counted?.since ?? lastUse?.at.getTime() ?? 0
  const key = await keyFor(group, "in a row", name)
  const count = await repeat(cost, () => countUntil(settings, key, new Date(now + ONE_YEAR)))
  const row = count - (counted?.[group] ?? 0)
  if (row > FACTOR_ATTEMPT_LIMITS.inARow)
    return { rejected: { wait: undefined, first: row - cost <= FACTOR_ATTEMPT_LIMITS.inARow } }
  return { tries: counted ? { ...counted, [group]: count } : { since: now, site: counterSite(context) } }
}

/** Counts several times, at least once, and returns the last count. */
async function repeat(times: number, count: () => Promise<number>): Promise<number> {
  for (let turn = 1; turn < times; turn++) await count()
  return count()
}

/** Returns the counter at the last use. A year after it began, it may be gone, so another one counts then. */
function countedTries(context: Pick<RequestContext, "settings" | "site">, lastUse: FactorUse | null) {
  const { tries } = lastUse ?? {}
  return tries?.site === counterSite(context) && context.settings.now() < tries.since + ONE_YEAR ? tries : undefined
}

/** Counts an email about guesses. Several limits may reject tries on one day, and the owner gets one email. */
export async function countGuessNotice(
  context: Pick<RequestContext, "settings" | "site">,
  userId: string,
): Promise<number> {
  return countInWindow(context.settings, await factorKey(context, [userId, "notice"]), 24 * 60 * 60)
}

async function factorKey(
  context: Pick<RequestContext, "settings" | "site">,
  parts: readonly unknown[],
): Promise<string> {
  const { secrets } = context.settings
  return `factor:${await hmac(secrets[0] ?? "", "factor count", JSON.stringify([counterSite(context), ...parts]))}`
}
