import type { FullClient } from "../actions/types.ts"
import type { Session } from "../contract.ts"
import { throwScriptError } from "../http/errors.ts"
import { sessionVersion } from "../page/session-version.ts"
import { requestEarly } from "../session/early-lead.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import { retryDelay } from "../session/retry-delay.ts"
import { firstState } from "../session/seed.ts"
import type { Store } from "../session/types.ts"
import type { ClientParts } from "./full-client.ts"
import type * as FullClientScript from "./full-client.ts"

/** Loads the script of the full client. Tests pass one that takes virtual time. */
export type ImportFullClient = () => Promise<typeof FullClientScript>

/** A store whose script is loaded when it is first needed. */
export interface LazyStore<S extends Session> {
  store: Store<S>
  load(): Promise<FullClient<S>>
}

/**
 * Returns a store that immediately has the server-rendered session. Without one, it requests the session itself. The
 * rest of the store is loaded afterwards, and keeps the session up to date.
 */
export function createLazyStore<S extends Session>(
  { early, seed }: ClientParts<S>,
  options: SessionStoreOptions<S>,
  importFullClient: ImportFullClient,
): LazyStore<S> {
  const listeners = new Set<() => void>()
  let full: FullClient<S> | undefined
  /** The seed, or a later one with the early response. */
  let latestSeed = seed
  let stop: (() => void) | undefined

  const get = () => {
    if (full) return full.store.get()
    // Another tab may have replaced what came early
    return (latestSeed.rendered?.version === sessionVersion(early.page) ? latestSeed : seed).state
  }
  const notify = () => {
    for (const listener of listeners) listener()
  }

  const load = async (): Promise<FullClient<S>> => {
    const code = await importFullClient().catch(throwScriptError)
    full ??= code.createFullClient({ early, seed: latestSeed }, options)
    connect(full)
    return full
  }

  const connect = ({ store }: FullClient<S>): void => {
    if (stop || !listeners.size) return
    if (store.get() !== latestSeed.state) notify()
    stop = store.subscribe(notify)
  }

  const showEarly = async (isAlone?: boolean): Promise<void> => {
    const earlySession = await requestEarly<S>(early, isAlone)
    if (!earlySession || full || latestSeed !== seed) return
    latestSeed = { ...seed, ...firstState(earlySession.session), rendered: earlySession }
    notify()
  }

  // The store's script would compete with the first paint and the response, for which it waits a second
  const start = async (): Promise<void> => {
    await undefined // React's strict mode stops the first listener at once
    if (listeners.size && get().status === "loading")
      await Promise.race([showEarly().catch(ignore), new Promise((resolve) => setTimeout(resolve, 1000))])
    tryLoad()
  }

  const tryLoad = (failures = 1) => {
    if (!listeners.size || full) return
    load().catch(() => {
      // A deploy may have removed the script for good
      if (get().status === "loading") showEarly(true).catch(ignore)
      setTimeout(tryLoad, retryDelay(failures), failures + 1)
    })
  }

  const store: Store<S> = {
    get,
    initial: () => seed.state,
    subscribe(listener) {
      listeners.add(listener)
      if (full) connect(full)
      else if (listeners.size === 1) void start()
      return () => {
        listeners.delete(listener)
        if (listeners.size) return
        stop?.()
        stop = undefined
      }
    },
    refresh: (before) => load().then((loaded) => loaded.store.refresh(before)),
    update: (data) => load().then((loaded) => loaded.store.update(data)),
    accept(changed) {
      options = changed
      if (full) full.store.accept(changed)
      else if (changed.session !== undefined) load().then((loaded) => loaded.store.accept(changed), ignore)
    },
    get isSigningOut() {
      return !!full?.store.isSigningOut
    },
  }
  return { store, load }
}

const ignore = () => {} // the next listener tries again, and the store reports an early request that failed
