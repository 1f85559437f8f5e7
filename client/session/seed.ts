import type { Session } from "../contract.ts"
import type { Page } from "../page/page.ts"
import { sessionVersion } from "../page/session-version.ts"
import type { SessionCell } from "./cell.ts"
import type { EarlySession, EarlyStart } from "./early-lead.ts"
import { sessionKey, type SessionStoreOptions } from "./options.ts"
import { createLiveSession, toSessionState, type LiveSession, type SessionState } from "./state.ts"

/** A store's initial values. */
export interface Seed<S extends Session> {
  /** The session that the app passed. */
  session: S | null | undefined
  state: SessionState<S>
  /** The session that is shown at first. */
  live: LiveSession<S> | undefined
  /**
   * The rendered session and the version that it belongs to, unless the page knows that it is outdated. If the app
   * passed none, the session that the page requested before the store was loaded.
   */
  rendered: EarlySession<S> | undefined
}

/** A page's memory of one base path, beyond one client. */
export interface BaseMemory extends EarlyStart {
  cell?: SessionCell<Session>
  /** The version that the page had when it first saw a rendered session. The page stands for null. */
  readonly firstVersions: WeakMap<object, string | undefined>
}

const MEMORIES = new WeakMap<Page, Map<string, BaseMemory>>()

/** Returns what the page remembers of a base path. A server remembers nothing. */
export function baseMemory(page: Page, base: string): BaseMemory {
  const bases = MEMORIES.get(page) ?? new Map<string, BaseMemory>()
  const memory = bases.get(base) ?? { base, page, waiting: new Map(), firstVersions: new WeakMap() }
  if (page.document) MEMORIES.set(page, bases.set(base, memory))
  return memory
}

/**
 * Returns the state from the server rendering, or else from an earlier store of the page. Nothing has expired until the
 * server's clock is known.
 */
export function seedFor<S extends Session>(
  { base, page, cell, firstVersions }: BaseMemory,
  { session, queryClient }: SessionStoreOptions<S>,
): Seed<S> {
  const version = sessionVersion(page)
  const key = session ?? page
  const isRendered = session !== undefined
  if (isRendered && !firstVersions.has(key)) firstVersions.set(key, version)
  const rendered = isRendered && firstVersions.get(key) === version ? { session, version } : undefined
  // The app's own session callback defines the type
  const earlier = cell?.peek(version) as ReturnType<SessionCell<S>["peek"]> | undefined
  const data = rendered ? rendered.session : earlier?.data
  const cache = page.document && queryClient // on a server, two users could share it
  const queryKey = sessionKey(base)
  if (data !== undefined) cache?.setQueryData(queryKey, data)
  // The store replaces it only when its script has loaded, and a `useQuery` would show it until then
  else if (cache?.getQueryData(queryKey) !== undefined) void cache.resetQueries({ queryKey, exact: true })
  return { session, ...firstState(data, rendered ? null : earlier?.error), rendered }
}

/** Returns the state of a session that the page has before its store. */
export function firstState<S extends Session>(data: S | null | undefined, error: Error | null = null) {
  const live = data ? createLiveSession(data) : undefined
  return { live, state: toSessionState<S>(live ? live.session : data, error) }
}
