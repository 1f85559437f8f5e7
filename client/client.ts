import type { PublicProviders, Session } from "./contract.ts"
import type { Http } from "./http.ts"
import { createHttp } from "./http.ts"
import { LazyStore } from "./lazy-store.ts"
import { loadRest } from "./load-rest.ts"
import type { Page } from "./page.ts"
import { thisPage } from "./page.ts"
import type { SessionStoreOptions } from "./session-options.ts"
import type { Store } from "./store.ts"

/** Where the service is, and how its session is kept up to date. */
export interface AuthClientOptions<S extends Session = Session> extends SessionStoreOptions<S> {
  /** @default "/auth" */
  basePath?: string | undefined
  /** The origin of the service, where it is not that of the page. */
  baseUrl?: string | undefined
  /** The window; a test gives a fake tab. @default globalThis */
  page?: Page | undefined
}

/** One service as a page knows it. */
export interface AuthClient<S extends Session = Session> {
  readonly base: string
  readonly page: Page
  readonly http: Http
  readonly store: Store<S>
}

/** A client that is there at once, and whose store is loaded with its first listener. */
export function lazyClient<S extends Session = Session>(options: AuthClientOptions<S> = {}): AuthClient<S> {
  const { basePath = "/auth", baseUrl = "", page = thisPage } = options
  const base = baseUrl.replace(/\/$/, "") + basePath.replace(/\/$/, "")
  const http = createHttp(base, page, loadRest)
  return { base, page, http, store: new LazyStore<S>(base, http, page, options) }
}

/** The clients that run in this page, so that `signIn("github")` finds its service. A server never adds one. */
const running: AuthClient[] = []

/** Keeps a client running until the function that it returns is called. */
export function run(client: AuthClient): () => void {
  running.push(client)
  const unsubscribe = client.store.subscribe(() => {})
  return () => {
    unsubscribe()
    running.splice(running.indexOf(client), 1)
  }
}

/** The client of that base path, or else the last one that runs, or else a new one. */
export function clientOf({ basePath }: { basePath?: string | undefined } = {}): AuthClient {
  const found = running.findLast(({ base }) => basePath === undefined || base === basePath)
  return found ?? lazyClient({ basePath })
}

/** Asks for the session now. Throws {@link RequestError} when there is no answer, which does not mean "signed out". */
export const getSession = (options?: { basePath?: string }): Promise<Session | null> =>
  clientOf(options).store.refresh()

/** A token for a POST of your own; it stays the same while the browser keeps its cookie. */
export const getCsrfToken = (options?: { basePath?: string }): Promise<string> => clientOf(options).http.csrf()

/** The providers that can be signed in with, keyed by id. */
export const getProviders = (options?: { basePath?: string }): Promise<PublicProviders> =>
  clientOf(options).http.providers()
