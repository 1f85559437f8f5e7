import { memoize } from "../../core/crypto/memory.ts"
import { SessionRequired } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import type { LiveSession, SessionLookup, SessionStrategy } from "../../core/request/strategy.ts"
import { lazy } from "../../lazy.ts"

const loadRecords = () => import("./records.ts")
const moveBinding = lazy(loadRecords, "moveBinding")
const endBinding = lazy(loadRecords, "endBinding")
const findMark = lazy(loadRecords, "findMark")

const loadCookie = () => import("./cookie.ts") // only needed if sessions are bound
const writeBoundCookie = lazy(loadCookie, "writeBoundCookie")
const readBoundCookie = lazy(loadCookie, "readBoundCookie")

/**
 * Milliseconds after the registration in which the session cookie still opens the session alone. Requests of the page
 * that follows a sign-in left the browser before it had the bound cookie.
 */
const GRACE = 10_000

/**
 * Wraps a strategy for an app whose sessions are bound to a browser's key. The session cookie is only a ticket: beside
 * it, the browser must send a cookie that it gets for a recent proof of its key. A session that was never bound opens
 * as before, because browsers without support never bind one.
 *
 * @see [Device Bound Session Credentials](https://www.w3.org/TR/dbsc-1/)
 */
export const withDeviceBinding = memoize((own: SessionStrategy): SessionStrategy => ({
  async lookup(context) {
    const ownLookup = await own.lookup(context)
    if (ownLookup.kind === "live") return checkBinding(context, ownLookup)
    if (!ownLookup.closing) return ownLookup
    const session = await checkBinding(context, ownLookup.closing.session)
    return session.kind === "live" ? { ...ownLookup, closing: { ...ownLookup.closing, session } } : session
  },
  async refresh(context, session, update) {
    const refreshed = await own.refresh(context, session, update)
    const { session: shown } = refreshed
    return session.binding !== undefined && shown ? { ...refreshed, session: { ...shown, bound: true } } : refreshed
  },
  async create(context, entry) {
    const { cookies, key } = await own.create(context, entry)
    return { cookies: [...cookies, ...(await loadCookie()).clearBoundCookie(context)], key }
  },
  async rotate(context, session, proofs, epoch) {
    const { cookies, key } = await own.rotate(context, session, proofs, epoch)
    if (session.binding === undefined) return { cookies, key }
    const binding = { id: session.binding, key }
    if (!(await moveBinding(context, binding, epoch)))
      throw new SessionRequired("The session's binding ended while its user confirmed")
    return { cookies: [...cookies, await writeBoundCookie(context, binding)], key }
  },
  async end(context, session) {
    const binding =
      session.kind === "live" ? (session.binding ?? (await findMark(context, session.key))?.id) : undefined
    if (binding !== undefined) await endBinding(context, binding)
    const { cookies, message } = await own.end(context, session)
    return { cookies: [...cookies, ...(await loadCookie()).clearBoundCookie(context)], message }
  },
}))

async function checkBinding(context: RequestContext, session: LiveSession): Promise<SessionLookup> {
  const proven = await readBoundCookie(context)
  if (proven && session.key !== "" && proven.key === session.key) return { ...session, binding: proven.id }
  const wasBound = session.token?.["device_binding"] !== undefined || !(await opensAlone(context, session))
  return wasBound ? { kind: "none", cookies: [], isUnproven: true, ending: session } : session
}

async function opensAlone(context: RequestContext, { key }: LiveSession): Promise<boolean> {
  const mark = await findMark(context, key)
  return !mark || context.settings.now() - mark.boundAt < GRACE
}
