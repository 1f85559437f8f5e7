import type { Session } from "../contract.ts"
import { throwScriptError } from "../http/errors.ts"
import { isFromCache, watchPage } from "../page/watch-page.ts"
import { beginSignOut } from "./begin-sign-out.ts"
import { createStableSession, isSameState } from "./compare.ts"
import type { SessionStoreOptions } from "./options.ts"
import { pollTimes } from "./poll-times.ts"
import type { Seed } from "./seed.ts"
import { createSource } from "./source.ts"
import { toSessionState } from "./state.ts"
import { createTimers } from "./timers.ts"
import type { FullStore, SessionParts } from "./types.ts"

const SECOND = 1000
const OLD = 60 * SECOND // a page that lacks a script from the start would reload for ever

interface StoreParts<S extends Session> extends SessionParts<S> {
  options: SessionStoreOptions<S>
  seed: Seed<S>
}

/** Creates one tab's view of this browser's session. It runs from the first listener to the last. */
export function createStore<S extends Session>({ options, seed, ...parts }: StoreParts<S>): FullStore<S> {
  const { cell, early, fetchAction } = parts
  const { page } = early
  const listeners = new Set<() => void>()
  const stabilize = createStableSession(seed.live)
  let { state } = seed
  /** The session that the server rendered last. */
  let rendered = JSON.stringify(seed.session)
  let signingOut = false
  let wasSigningOut = false
  /** An error of an action, shown until the data changes. */
  let failed: { error: Error; during: number } | undefined
  let settling: Promise<void> | undefined
  let settle = () => {}
  let stop: (() => void) | undefined
  /** When a poll was skipped because the device is offline. */
  let skippedAt = 0

  const isSigningOut = () => signingOut || cell.state.phase === "signingOut"
  const isSettled = () => state.status !== "loading" || state.error !== null

  const nextPoll = () =>
    pollTimes({ cell, interval: (options.refetchInterval ?? 0) * SECOND, isLeader: source.isLeader, skippedAt })
  const poll = (): void => {
    const { refetchWhenOffline = true } = options
    if (refetchWhenOffline || page.navigator?.onLine !== false)
      return source.refetchInBackground(Date.now() - nextPoll().delay / 2)
    skippedAt = Date.now()
    onChange()
  }

  /** Derives the state, sets the timers, and notifies the listeners if the state changed. */
  const onChange = (): void => {
    const { remainingMs } = source
    // A session that the server returned afterwards hasn't ended: the device's clock is wrong
    if (remainingMs <= 0 && cell.requestedAt < Date.now() + remainingMs) cell.note("ended")
    const { shown } = cell
    const { error, dataUpdateCount } = cell.state
    const warning = (options.expiryWarning ?? 60) * SECOND
    const next = toSessionState<S>(
      shown && stabilize(shown),
      failed?.during === dataUpdateCount ? failed.error : error,
      !!shown && remainingMs <= warning,
    )
    if (listeners.size) timers.set({ remainingMs, warning, pollAt: nextPoll().pollAt })
    if (cell.state.phase === "expired" && !cell.state.isFetching && listeners.size) source.refetchInBackground()
    if (isSameState(state, next) && isSigningOut() === wasSigningOut) return
    wasSigningOut = isSigningOut()
    state = next
    if (isSettled()) {
      settle()
      settling = undefined
    }
    for (const listener of listeners) listener()
  }

  const start = (): void => {
    const refetch = () => source.refetchInBackground(Date.now() - SECOND)
    const stopSource = source.start()
    const stopWatching = watchPage(page, {
      onChange: source.checkVersion,
      // After a network failure, fetch at once, however recent that was
      onOnline: () => (store.get().error ? source.refetchInBackground() : refetch()),
      onVisible: () => {
        source.replaceIfOld()
        onChange()
        if (options.refetchOnWindowFocus ?? true) refetch()
      },
      onHide: source.pause,
      onRestore: () => {
        if (signingOut) page.location?.reload() // it still shows the signed-in user's content
        source.resume()
        onChange()
      },
    })
    stop = () => {
      stopWatching()
      stopSource()
      timers.stop()
    }
    onChange()
    // HTML from the browser's cache may be older than a sign-out
    if (options.session !== undefined && isFromCache(page)) source.refetchInBackground()
  }

  const settled = (): Promise<void> => {
    if (isSettled()) return Promise.resolve()
    settling ??= new Promise((resolve) => (settle = resolve))
    // React discards a provider whose parent waits, so it never starts. The next one has the response
    if (!listeners.size) source.refetchInBackground(0, onChange)
    return settling
  }

  const source = createSource(parts, () => onChange())
  const timers = createTimers(onChange, poll)
  if (options.queryClient) source.connect(options.queryClient)
  const { rendered: first } = seed
  const isKnown = first?.version !== undefined && first.version === cell.version && source.isCurrent
  const isOlder = seed.session === undefined && cell.state.phase !== "loading" // another store of the page knows more
  if (first && !isKnown && !isOlder) cell.put({ ...first, requestedAt: 0 })

  const { refresh, hint, applySwitch, query } = source
  const store: FullStore<S> = {
    refresh,
    hint,
    applySwitch,
    query,
    settled,
    initial: () => seed.state,
    get() {
      // Nothing notifies a page whose stores have stopped. A running one reads no cookie here, which would be slow
      if (stop && !cell.tabs.size && !source.isCurrent) {
        cell.note("missed")
        onChange()
      }
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) start()
      return () => {
        if (listeners.delete(listener) && !listeners.size) stop?.()
      }
    },
    async update(data) {
      const { updateSession } = await import("./update-session.ts").catch((error: unknown) => {
        const { performance, location } = page
        if (performance?.now && performance.now() > OLD) location?.reload() // a deploy has removed the script
        return throwScriptError(error)
      })
      await settled()
      return updateSession({ source, early, fetchAction }, state, data)
    },
    accept(changed) {
      const { session, queryClient } = (options = changed)
      const accepted = JSON.stringify(session)
      if (queryClient) source.connect(queryClient)
      if (session !== undefined && accepted !== rendered) {
        rendered = accepted
        source.applyRendered(session)
      }
      onChange()
    },
    beginSignOut: () =>
      beginSignOut({
        source,
        page,
        setSigningOut(isPending, error) {
          signingOut = isPending
          if (error) failed = { error, during: cell.state.dataUpdateCount }
          onChange()
        },
      }),
    get isSigningOut() {
      return isSigningOut()
    },
  }
  return store
}
