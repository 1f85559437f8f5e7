import type { Session } from "../contract.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import type { Seed } from "../session/state.ts"
import type { Store } from "../session/types.ts"
import type { FullClient } from "../actions/types.ts"

/** Milliseconds before a script that failed to load is requested again. */
const RETRY_DELAY = 5000

/**
 * Returns a store that immediately has the server-rendered session. The rest of it is loaded with the first listener.
 */
export function createLazyStore<S extends Session>(
  load: () => Promise<FullClient<S>>,
  { state }: Seed<S>,
  keep: (options: SessionStoreOptions<S>) => void,
): Store<S> {
  const loaded: { store?: Store<S>; settled?: Promise<void> } = {}
  const loadStore = async () => (loaded.store ??= (await load()).store)
  const settled = async () => {
    if (state.status === "loading") await (await loadStore()).settled()
  }

  return {
    get: () => (loaded.store ? loaded.store.get() : state),
    initial: () => state,
    subscribe(listener) {
      const subscription = { stop: loaded.store?.subscribe(listener), over: false }
      const connect = (store: Store<S>) => {
        if (subscription.over) return
        subscription.stop = store.subscribe(listener)
        if (store.get() !== state) listener()
      }
      const tryLoad = () => void loadStore().then(connect, () => subscription.over || setTimeout(tryLoad, RETRY_DELAY))
      if (!subscription.stop) tryLoad()
      return () => {
        subscription.over = true
        subscription.stop?.()
      }
    },
    refresh: async (before) => (await loadStore()).refresh(before),
    update: async (data) => (await loadStore()).update(data),
    accept(options) {
      keep(options)
      if (loaded.store) loaded.store.accept(options)
      else if (options.session !== undefined) void loadStore().then((store) => store.accept(options), ignore)
    },
    settled: () => (loaded.store ? loaded.store.settled() : (loaded.settled ??= settled())),
    get leaving() {
      return !!loaded.store?.leaving
    },
  }
}

const ignore = () => {} // the next listener tries again
