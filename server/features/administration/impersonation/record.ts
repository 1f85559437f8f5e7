import * as v from "valibot"
import type { AdapterUser } from "../../../adapters/contract.ts"
import { requireAdapter, requireOperation } from "../../../adapters/required.ts"
import type { Settings } from "../../../core/config/settings.ts"
import { sweepExpired } from "../../../core/config/background.ts"
import { IMPERSONATION_COOKIE } from "../../../core/cookies/names.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import { base64url, randomBytes, sha256 } from "../../../core/crypto/bytes.ts"
import { AuthError } from "../../../errors.ts"
import { parseJson } from "../../../core/proofs/change-record.ts"
import { securityState } from "../../../core/users/security-state.ts"
import { decide } from "../../../core/config/decisions.ts"
import type { RequestContext } from "../../../core/request/auth-request.ts"
import { sealedCookie } from "../../../core/request/sealed-cookie.ts"
import type { LiveSession } from "../../../core/request/strategy.ts"
import { isSameId, userById } from "../../../core/users/users.ts"

/** Seconds that an administrator may act as a user at most. Use never extends it. */
export const MAX_IMPERSONATION = 12 * 60 * 60

// It outlives the record. So when the time is over, the next request counts as signed out, and clears the cookie. A
// form that was filled in as the user is never sent as the administrator
const impersonationCookie = sealedCookie({
  name: IMPERSONATION_COOKIE,
  maxAge: 2 * MAX_IMPERSONATION,
  schema: v.object({ secret: v.string() }),
})

const impersonationData = v.object({
  site: v.string(),
  /** Id of the administrator. */
  actor: v.string(),
  /** A hash of the key of the administrator's own session. */
  session: v.string(),
  /** The security epoch of the user at the start. */
  epoch: v.string(),
  /** Milliseconds since the epoch. */
  startedAt: v.number(),
})

/** An administrator who acts as a user. */
export interface Impersonation {
  /** Names it. It opens nothing. */
  readonly id: string
  readonly actor: AdapterUser
  readonly user: AdapterUser
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly expires: Date
}

interface NewImpersonation {
  /** The administrator's own session. */
  session: LiveSession
  actor: AdapterUser
  user: AdapterUser
  /** Seconds. */
  maxAge: number
}

/** Stores that an administrator acts as a user. Returns the cookie, which counts only beside the session. */
export async function createImpersonation(
  context: RequestContext,
  { session, actor, user, maxAge }: NewImpersonation,
): Promise<SetCookie> {
  const { settings, site } = context
  const secret = base64url(randomBytes(32))
  const startedAt = settings.now()
  const { epoch } = await securityState(settings, user.id)
  const data: v.InferOutput<typeof impersonationData> = {
    site: site.url,
    actor: actor.id,
    session: await sessionHash(session),
    epoch,
    startedAt,
  }
  const record = { id: await recordId(context, secret), userId: user.id, data: JSON.stringify(data) }
  const expires = new Date(startedAt + maxAge * 1000)
  const create = requireOperation(recordStore(settings), "createAccountRecord")
  if (!(await create({ kind: "impersonation", ...record, expires })))
    throw new AuthError("AdapterError", "The impersonation could not be stored: its id is taken")
  sweepExpired(settings)
  return impersonationCookie.write(context, { secret }, { persistent: false })
}

/**
 * Returns the impersonation of a browser whose own session is `session`. Reads both users and asks the app's callback
 * again each time. Returns `undefined` if it is over, or belongs to another session.
 */
export async function findImpersonation(
  context: RequestContext,
  session: LiveSession,
): Promise<Impersonation | undefined> {
  const { settings } = context
  const record = await readRecord(context, session)
  if (!record || record.expires.getTime() <= settings.now()) return undefined
  const { id, data, userId, expires } = record
  const adapter = recordStore(settings)
  const [actor, user, state] = await Promise.all([
    userById(adapter, data.actor),
    userById(adapter, userId),
    securityState(settings, userId),
  ])
  if (!actor || !user || state.isGone || state.closing || state.epoch !== data.epoch) return undefined
  if (!(await mayImpersonate(settings, { actor, user }))) return undefined
  return { id, actor, user, startedAt: data.startedAt, expires }
}

/** Ends the impersonation of a browser. Returns the ids of both users, or `undefined` if the session has none. */
export async function endImpersonation(
  context: RequestContext,
  session: LiveSession,
): Promise<{ actor: string; user: string } | undefined> {
  const record = await readRecord(context, session)
  if (!record) return undefined
  const take = requireOperation(recordStore(context.settings), "takeAccountRecord")
  const isTaken = (await take("impersonation", record.id)) !== null
  return isTaken ? { actor: record.data.actor, user: record.userId } : undefined
}

/** Returns the cookie that clears the browser's impersonation, if it has one. */
export function clearImpersonation(context: RequestContext): SetCookie[] {
  return impersonationCookie.clear(context)
}

/**
 * Returns whether the app allows it. Only `true` does, and an error denies it. A user who may act as the administrator
 * is one, too, so no one acts as them.
 */
export async function mayImpersonate(
  settings: Pick<Settings, "callbacks" | "logger" | "warned">,
  { actor, user }: Pick<Impersonation, "actor" | "user">,
): Promise<boolean> {
  const { impersonate } = settings.callbacks
  if (!impersonate || isSameId(actor.id, user.id)) return false
  if ((await decide(settings, "impersonate", () => impersonate({ actor, user }))) !== true) return false
  return !(await decide(settings, "impersonateBack", () => impersonate({ actor: user, user: actor })))
}

async function readRecord(context: RequestContext, session: LiveSession) {
  const { settings, site } = context
  const value = await impersonationCookie.read(context)
  if (!value || session.key === "" || !settings.adapter?.getAccountRecord) return undefined
  const id = await recordId(context, value.secret)
  const record = await settings.adapter.getAccountRecord("impersonation", id)
  const data = record ? parseJson(impersonationData, record.data) : undefined
  if (!record?.userId || !record.expires || data?.site !== site.url) return undefined
  if (!isSameId(data.actor, session.userId) || data.session !== (await sessionHash(session))) return undefined
  return { id, data, userId: record.userId, expires: record.expires }
}

// The database stores only hashes, so a copy of the table makes no administrator a user
const recordId = ({ site }: RequestContext, secret: string) =>
  sha256(JSON.stringify(["impersonation", site.url, secret]))
const sessionHash = ({ key }: LiveSession) => sha256(JSON.stringify(["impersonating session", key]))

const recordStore = ({ adapter }: Settings) => requireAdapter(adapter, "`callbacks.impersonate`")
