import type { Session } from "./contract.ts"
import type { Seed } from "./session-state.ts"
import type { Store } from "./store.ts"
import type { WholeClient } from "./types.ts"

/** Milliseconds until a script that could not be loaded is asked for again. */
const RETRY = 5000

/** A store that knows at once what the server rendered; the rest of it is loaded with the first listener. */
export function lazyStore<S extends Session>(load: () => Promise<WholeClient<S>>, { state }: Seed<S>): Store<S> {
  const here: { store?: Store<S>; settled?: Promise<void> } = {}
  const open = async () => (here.store ??= (await load()).store)
  const settled = async () => {
    if (state.status === "loading") await (await open()).settled()
  }

  return {
    get: () => (here.store ? here.store.get() : state),
    initial: () => state,
    subscribe(listener) {
      const mine = { stop: here.store?.subscribe(listener), over: false }
      const join = (store: Store<S>) => {
        if (mine.over) return
        mine.stop = store.subscribe(listener)
        if (store.get() !== state) listener()
      }
      const begin = () => void open().then(join, () => mine.over || setTimeout(begin, RETRY))
      if (!mine.stop) begin()
      return () => {
        mine.over = true
        mine.stop?.()
      }
    },
    refresh: async (before) => (await open()).refresh(before),
    update: async (data) => (await open()).update(data),
    accept(session) {
      if (here.store) here.store.accept(session)
      else if (session !== undefined) void open().then((store) => store.accept(session), ignore)
    },
    settled: () => (here.store ? here.store.settled() : (here.settled ??= settled())),
    get leaving() {
      return !!here.store?.leaving
    },
  }
}

const ignore = () => {} // a listener tries again
