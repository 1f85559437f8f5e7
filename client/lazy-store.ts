import type { Session } from "./contract.ts"
import type { Http } from "./http.ts"
import { loadRest } from "./load-rest.ts"
import type { Page } from "./page.ts"
import type { SessionStoreOptions } from "./session-options.ts"
import { sessionKey } from "./session-options.ts"
import type { Seed, SessionState } from "./session-state.ts"
import { seedOf } from "./session-state.ts"
import type { SessionStore } from "./session-store.ts"
import type { Leaving, Store } from "./store.ts"

/** Milliseconds until a script that could not be loaded is asked for again. */
const RETRY = 5000

/** A store that knows at once what the server rendered; the rest of it is loaded with the first listener. */
export class LazyStore<S extends Session = Session> implements Store<S> {
  readonly #make: () => Promise<SessionStore<S>>
  readonly #seed: Seed<S>
  #store: SessionStore<S> | undefined
  #opening: Promise<SessionStore<S>> | undefined
  #settled: Promise<void> | undefined

  constructor(base: string, http: Http, page: Page, options: SessionStoreOptions<S>) {
    const { session, queryClient } = options
    const key = sessionKey(base)
    // only a browser writes to a QueryClient: on a server it could be shared by two visitors
    if (page.document && session !== undefined) queryClient?.setQueryData(key, session)
    const known = session === undefined && page.document ? queryClient?.getQueryData<S | null>(key) : session
    const seed = seedOf(known)
    this.#seed = seed
    this.#make = async () => {
      const { SessionStore } = await loadRest()
      return new SessionStore<S>(base, http, page, options, seed)
    }
  }

  get = (): SessionState<S> => (this.#store ? this.#store.get() : this.#seed.state)

  initial = (): SessionState<S> => this.#seed.state

  subscribe = (listener: () => void): (() => void) => {
    const open = { stop: this.#store?.subscribe(listener), over: false }
    const join = (store: SessionStore<S>) => {
      if (open.over) return
      open.stop = store.subscribe(listener)
      if (store.get() !== this.#seed.state) listener()
    }
    const begin = () => void this.#open().then(join, () => open.over || setTimeout(begin, RETRY))
    if (!open.stop) begin()
    return () => {
      open.over = true
      open.stop?.()
    }
  }

  refresh = async (before?: string): Promise<S | null> => (await this.#open()).refresh(before)

  update = async (data?: unknown): Promise<S | null> => (await this.#open()).update(data)

  accept = (session: S | null | undefined): void => {
    if (this.#store) this.#store.accept(session)
    else if (session !== undefined) void this.#open().then((store) => store.accept(session), ignore)
  }

  settled = (): Promise<void> => {
    if (this.#store) return this.#store.settled()
    this.#settled ??= this.#seed.state.status === "loading" ? this.#whenSettled() : Promise.resolve()
    return this.#settled
  }

  leave(): Leaving | Promise<Leaving> {
    return this.#store ? this.#store.leave() : this.#open().then((store) => store.leave())
  }

  get leaving(): boolean {
    return this.#store?.leaving ?? false
  }

  hint(): void {
    void this.#open().then((store) => store.hint(), ignore)
  }

  load = async (context: { signal: AbortSignal }): Promise<S | null> => (await this.#open()).load(context)

  async #whenSettled(): Promise<void> {
    return (await this.#open()).settled()
  }

  #open(): Promise<SessionStore<S>> {
    this.#opening ??= this.#make().then(
      (store) => (this.#store = store),
      (error: unknown) => {
        this.#opening = undefined
        throw error
      },
    )
    return this.#opening
  }
}

const ignore = () => {} // a listener tries again
