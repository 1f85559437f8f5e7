import type { Session } from "../contract.ts"
import { createLazyStore, type ImportFullClient } from "./lazy-store.ts"
import type { ClientParts } from "./full-client.ts"
import { thisPage, type Page } from "../page/page.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import type { RegisteredSession } from "../session/state.ts"
import { baseMemory, seedFor, type BaseMemory } from "../session/seed.ts"
import type { SessionStore, Store } from "../session/types.ts"
import type { FullClient } from "../actions/types.ts"

/** Where the server is, and how the client keeps its session up to date. */
export interface AuthClientOptions<S extends Session = RegisteredSession> extends SessionStoreOptions<S> {
  /** The path below which Latchkit responds. @default "/auth", or "/api/auth" below the `basePath` of a Next.js app */
  basePath?: string | undefined
  /** The server's origin, such as `https://api.example.com`. @default the page's own */
  baseUrl?: string | undefined
  /** The window. Tests pass a tab of `fakeBrowser`. @default globalThis */
  page?: Page | undefined
}

/** The option of functions that send requests. */
export interface BasePathOption {
  /**
   * The base path to use.
   *
   * @default that of the page's `SessionProvider`. Without one it is "/auth", and in Next "/api/auth" below its
   * `basePath`
   */
  basePath?: string | undefined
}

/** A page's client for one base path. */
export interface AuthClient<S extends Session = RegisteredSession> {
  /** The base path, prefixed with the origin if that is another one. */
  readonly base: string
  /** The session, and its changes. */
  readonly store: SessionStore<S>
}

/** A client as the rest of Latchkit uses it. */
export interface PageClient<S extends Session = Session> extends AuthClient<S> {
  readonly page: Page
  readonly store: Store<S>
  /**
   * Loads the full client, which a page needs for more than the session it was rendered with.
   * @throws {RequestError}
   */
  load(): Promise<FullClient<S>>
  /** The requests that may start before the code that needs them is loaded. */
  readonly early: BaseMemory
}

/** Returns the base path, prefixed with the origin if that is another one. */
export const resolveBase = ({ basePath = defaultBasePath(), baseUrl = "" }: AuthClientOptions): string =>
  baseUrl.replace(/\/$/, "") + basePath.replace(/\/$/, "")

// Next.js identifies itself in a page and in its server's environment, and its compiler inserts its own `basePath`.
// `latchkit/next` serves the same path. An element with the id `next` is a property of the window too
export const defaultBasePath = () =>
  (thisPage.next?.version || thisPage.process?.env?.["NEXT_RUNTIME"]
    ? (process.env.__NEXT_ROUTER_BASEPATH ?? "") + "/api"
    : "") + "/auth"

/** Creates the parts of a client that need no other script. */
export function clientParts<S extends Session>(options: AuthClientOptions<S>): ClientParts<S> {
  const { page = thisPage } = options
  // Any client of the page may be the first whose script runs, and then takes what another one has started
  const early = baseMemory(page, resolveBase(options))
  return { early, seed: seedFor(early, options) }
}

/**
 * Returns a client immediately. It requests the session with the first listener. Its code is loaded afterwards, or when
 * it is first needed.
 */
export function createLazyClient<S extends Session = Session>(
  options: AuthClientOptions<S> = {},
  importFullClient: ImportFullClient = () => import("./full-client.ts"),
): PageClient<S> {
  const parts = clientParts(options)
  const { early } = parts
  const { base, page } = early
  return { base, page, early, ...createLazyStore(parts, options, importFullClient) }
}

/** The clients that run in this page, so that `signIn("github")` finds its server. A server never adds one. */
const runningClients: PageClient[] = []

/**
 * Keeps a client running until the returned function is called. `signIn`, `getSession` and the other functions use the
 * client that runs last. The `SessionProvider` of a framework calls this itself.
 *
 * @example
 * const client = createClient({ basePath: "/auth" })
 * const stop = runClient(client)
 * client.store.subscribe(() => console.log(client.store.get().status))
 */
export function runClient(client: AuthClient): () => void {
  const unsubscribe = client.store.subscribe(() => {})
  runningClients.push(client as PageClient) // only Latchkit creates clients, and all have these members
  return () => {
    unsubscribe()
    runningClients.splice(runningClients.indexOf(client as PageClient), 1)
  }
}

/** Returns the running client with that base path, or the last one that runs, or a new one. */
export function clientFor({ basePath }: BasePathOption = {}): PageClient {
  const match = runningClients.findLast(({ base }) => basePath === undefined || base === basePath)
  return match ?? createLazyClient({ basePath })
}
