import { publicImage } from "../../providers/limit-profile.ts"
import type { BrowserAccount, BrowserAccounts } from "../../../client/account-contract.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { emitEvent } from "../../core/request/emit.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import {
  accountId,
  activateSession,
  forgetAccounts,
  forgetAllAccounts,
  keepSession,
  markSessions,
  readKeptAccounts,
  surplusAccounts,
  type KeptAccount,
} from "./kept-accounts.ts"
import { sessionStrategy } from "../../core/sessions/index.ts"
import { clearSessionProvider } from "../../core/sessions/session-cookies.ts"
import type { LiveSession, SessionLookup } from "../../core/request/strategy.ts"
import { isSameId } from "../../core/users/users.ts"

/** The sessions of a browser after a change, and the cookies that make it. */
export interface ChangedAccounts {
  active: { session: LiveSession; context: RequestContext } | undefined
  others: readonly KeptAccount[]
  cookies: readonly SetCookie[]
}

const belongsTo = (user: string | undefined) => (account: KeptAccount) => isSameId(account.session.userId, user)

/** Returns the active session, and the sessions of the browser's other accounts. */
export async function browserSessions(context: RequestContext, current: SessionLookup): Promise<ChangedAccounts> {
  const { accounts, cookies } = await readKeptAccounts(context)
  const session = current.kind === "live" ? current : undefined
  const others = accounts.filter((account) => !belongsTo(session?.userId)(account))
  return {
    active: session && { session, context },
    others,
    cookies: current.kind === "none" ? [...current.cookies, ...cookies] : cookies,
  }
}

/** Returns the same for a change. An administrator whose time as a user has just ended has their own session. */
async function ownSessions(context: ActionContext): Promise<ChangedAccounts> {
  const current = await context.lookupSession()
  if (current.kind === "live" || !current.ending) return browserSessions(context, current)
  const sessions = await browserSessions(context, current.ending)
  return { ...sessions, cookies: [...current.cookies, ...sessions.cookies] }
}

/** Returns the browser's accounts as a client sees them. */
export async function toBrowserAccounts(
  context: RequestContext,
  { active, others }: Pick<ChangedAccounts, "active" | "others">,
): Promise<BrowserAccounts> {
  const { maxAccounts } = context.settings.session
  const own = active
    ? [{ ...toEntry(context, await accountId(context, active.session.userId ?? ""), active.session), active: true }]
    : []
  const accounts = [...own, ...others.map(({ id, session }) => ({ ...toEntry(context, id, session), active: false }))]
  return { accounts, canAdd: accounts.length < maxAccounts }
}

function toEntry({ site }: RequestContext, id: string, { stored, token }: LiveSession): Omit<BrowserAccount, "active"> {
  const { name = null, email = null } = stored?.user ?? token ?? {}
  const image = publicImage(stored ? stored.user.image : token?.picture, site.origin)
  return { id, name, email: email || null, image }
}

/**
 * Prepares a sign-in that adds an account. Nothing changes until `finish` is called, once the new session is open.
 * `isKept` says whether the session that was active goes on.
 */
export async function keepPrevious(
  context: ActionContext,
  user: string | undefined,
): Promise<{ isKept: boolean; finish(): Promise<SetCookie[]> }> {
  const current = await context.lookupSession()
  const { accounts, cookies } = await readKeptAccounts(context)
  const previous = current.kind === "live" && !isSameId(current.userId, user) ? current : undefined
  const keptSession = previous && (await keepSession(context, previous))
  const finish = async () => {
    const others = accounts.filter((account) => !belongsTo(user)(account) && !belongsTo(previous?.userId)(account))
    const surplus = surplusAccounts(context, others, keptSession ?? [])
    const replaced = [...accounts.filter(belongsTo(user)), ...surplus]
    await endSessions(context, replaced)
    const copies = accounts.filter((account) => !keptSession && belongsTo(previous?.userId)(account))
    const ended = [...replaced.map(({ session }) => session), ...(previous && !keptSession ? [previous] : [])]
    return [
      ...cookies,
      ...forgetAccounts(
        context,
        [...replaced, ...copies].map(({ id }) => id),
      ),
      ...(keptSession ?? []),
      ...(await markSessions(context, { away: keptSession && previous, ended })),
    ]
  }
  return { isKept: keptSession !== undefined, finish }
}

/** Makes another account of this browser the active one. Returns `undefined` if it has no live session with this id. */
export async function switchAccount(
  context: ActionContext,
  id: string,
): Promise<ChangedAccounts | { missing: readonly SetCookie[] }> {
  const before = await ownSessions(context)
  const { active, others, cookies } = before
  if (active && (await accountId(context, active.session.userId ?? "")) === id) return before
  const target = others.find((account) => account.id === id)
  if (!target) return { missing: cookies }
  const keptSession = active && (await keepSession(context, active.session))
  const rest = others.filter((account) => account !== target)
  const surplus = surplusAccounts(context, rest, keptSession ?? [])
  // Its copy stays if there is room, so that a switch in another tab at the same moment doesn't lose it
  const hasRoom = surplusAccounts(context, [...rest, target], keptSession ?? []).length === 0
  const ended = active && !keptSession ? [{ ...active, id: "" }, ...surplus] : surplus
  await endSessions(context, ended)
  const { accounts } = keptSession && active ? { accounts: [await asKept(context, active)] } : { accounts: [] }
  return {
    active: target,
    others: [...accounts, ...rest.filter((account) => !surplus.includes(account))],
    cookies: [
      ...cookies,
      ...forgetAccounts(
        context,
        [...surplus, ...(hasRoom ? [] : [target])].map((account) => account.id),
      ),
      ...(keptSession ?? []),
      ...activateSession(context, target),
      ...(await markSessions(context, {
        active: target.session,
        away: keptSession && active?.session,
        ended: ended.map(({ session }) => session),
      })),
    ],
  }
}

async function asKept(
  context: RequestContext,
  { session }: NonNullable<ChangedAccounts["active"]>,
): Promise<KeptAccount> {
  const id = await accountId(context, session.userId ?? "")
  return { id, token: "", companions: {}, at: context.settings.now(), context, session }
}

/**
 * Signs out of one account of this browser. If it is the active one, the account that was used last becomes active.
 * Returns the cookies to clear if the browser has no live session with this id.
 */
export async function signOutAccount(
  context: ActionContext,
  id: string,
): Promise<ChangedAccounts | { missing: readonly SetCookie[] }> {
  const { active, others, cookies } = await ownSessions(context)
  const target = others.find((account) => account.id === id)
  if (target) {
    await endSessions(context, [target])
    const rest = others.filter((account) => account !== target)
    const marks = await markSessions(context, { ended: [target.session] })
    return { active, others: rest, cookies: [...cookies, ...forgetAccounts(context, [id]), ...marks] }
  }
  if (!active || (await accountId(context, active.session.userId ?? "")) !== id) return { missing: cookies }
  const [next, ...rest] = others
  // A copy from before a step-up is a session of its own, and one from before a new secret has another id
  const copies = (await readKeptAccounts(context)).accounts.filter(belongsTo(active.session.userId))
  const cleared = await endSessions(context, [active])
  return {
    active: next,
    others: rest,
    cookies: [
      ...cookies,
      ...cleared,
      ...clearSessionProvider(context),
      ...forgetAccounts(
        context,
        copies.map((copy) => copy.id),
      ),
      ...(next ? activateSession(context, next) : forgetAllAccounts(context)),
      ...(await markSessions(context, {
        active: next?.session,
        ended: [active, ...copies].map(({ session }) => session),
      })),
    ],
  }
}

/**
 * Ends the sessions of the browser's other accounts, when it signs out of all of them. If an administrator acts as a
 * user, that user may also have a session of their own here.
 */
export async function endKeptAccounts(context: RequestContext, current: SessionLookup): Promise<SetCookie[]> {
  const { accounts } = await readKeptAccounts(context)
  const active = current.kind === "live" ? [current] : []
  const owners = active.map(({ userId, impersonation }) => impersonation?.actor.id ?? userId)
  const others = accounts.filter((account) => !owners.some((owner) => belongsTo(owner)(account)))
  await endSessions(context, others)
  const ended = [...others.map(({ session }) => session), ...active]
  return [...forgetAllAccounts(context), ...(await markSessions(context, { ended }))]
}

/** Ends sessions and emits `signOut` for each. Returns the cookies that clear the active one. */
async function endSessions(
  request: RequestContext,
  ended: readonly Pick<KeptAccount, "context" | "session">[],
): Promise<SetCookie[]> {
  const cleared: SetCookie[] = []
  for (const { context, session } of ended) {
    const { cookies, message } = await sessionStrategy(request.settings).end(context, session)
    await emitEvent(request, "signOut", message)
    cleared.push(...cookies)
  }
  return cleared
}
