import type { PublicProviders, Session } from "../contract.ts"
import { createLazyStore } from "./lazy-store.ts"
import { thisPage, type Page } from "../page/page.ts"
import { throwScriptError } from "../http/errors.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import { seedFor } from "../session/state.ts"
import type { Store } from "../session/types.ts"
import type { FullClient } from "../actions/types.ts"

/** Where the server is, and how the client keeps its session up to date. */
export interface AuthClientOptions<S extends Session = Session> extends SessionStoreOptions<S> {
  /** @default "/auth", or "/api/auth" in a Next.js app */
  basePath?: string | undefined
  /** The server's origin, if it differs from the page's. */
  baseUrl?: string | undefined
  /** The window. Tests pass a fake tab. @default globalThis */
  page?: Page | undefined
}

/** A page's client for one base path. */
export interface AuthClient<S extends Session = Session> {
  readonly base: string
  readonly page: Page
  readonly store: Store<S>
  /**
   * Loads the full client, which a page needs for more than the session it was rendered with.
   * @throws {RequestError}
   */
  load(): Promise<FullClient<S>>
}

/** Returns the base path, prefixed with the origin if that is another one. */
export const resolveBase = ({ basePath = defaultBasePath(), baseUrl = "" }: AuthClientOptions): string =>
  baseUrl.replace(/\/$/, "") + basePath.replace(/\/$/, "")

// Next.js identifies itself in a page and in its server's environment. `latchkit/next` serves the same path
export const defaultBasePath = () =>
  "next" in globalThis || runtime.process?.env?.["NEXT_RUNTIME"] ? "/api/auth" : "/auth"
const runtime = globalThis as { process?: { env?: Record<string, string | undefined> } } // browsers don't have it

/** Returns a client immediately. Its code is loaded with the store's first listener. */
export function createLazyClient<S extends Session = Session>(options: AuthClientOptions<S> = {}): AuthClient<S> {
  const { page = thisPage } = options
  const base = resolveBase(options)
  const seed = seedFor(base, page, options)
  const loaded: { client?: FullClient<S>; options: SessionStoreOptions<S> } = { options }
  const load = async () => {
    const { createFullClient: wholeClient } = await import("./full-client.ts").catch(throwScriptError)
    return (loaded.client ??= wholeClient(base, page, loaded.options, seed))
  }
  return { base, page, load, store: createLazyStore(load, seed, (changed) => void (loaded.options = changed)) }
}

/** The clients that run in this page, so that `signIn("github")` finds its server. A server never adds one. */
const runningClients: AuthClient[] = []

/** Keeps a client running until the returned function is called. */
export function run(client: AuthClient): () => void {
  runningClients.push(client)
  const unsubscribe = client.store.subscribe(() => {})
  return () => {
    unsubscribe()
    runningClients.splice(runningClients.indexOf(client), 1)
  }
}

/** Returns the running client with that base path, or the last one that runs, or a new one. */
export function clientFor({ basePath }: { basePath?: string | undefined } = {}): AuthClient {
  const match = runningClients.findLast(({ base }) => basePath === undefined || base === basePath)
  return match ?? createLazyClient({ basePath })
}

/** Fetches the session. @throws {RequestError} if the request fails, which doesn't mean "signed out" */
export const getSession = (options?: { basePath?: string }): Promise<Session | null> =>
  clientFor(options).store.refresh()

/** Fetches a CSRF token for your own POST. It stays the same while the browser keeps its cookie. */
export const getCsrfToken = async (options?: { basePath?: string }): Promise<string> =>
  (await clientFor(options).load()).http.csrf()

/** Fetches the available sign-in providers, keyed by id. */
export const getProviders = async (options?: { basePath?: string }): Promise<PublicProviders> =>
  (await clientFor(options).load()).http.providers()
