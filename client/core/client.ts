import type { PublicProviders, Session } from "../contract.ts"
import { createLazyStore } from "./lazy-store.ts"
import { thisPage, type Page } from "../page/page.ts"
import { throwScriptError } from "../http/errors.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import { seedFor } from "../session/state.ts"
import type { Store } from "../session/types.ts"
import type { FullClient } from "../actions/types.ts"

/** Where the service is, and how its session is kept up to date. */
export interface AuthClientOptions<S extends Session = Session> extends SessionStoreOptions<S> {
  /** @default "/auth", or "/api/auth" in an app of Next */
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
  readonly store: Store<S>
  /** All of it, which a page loads once it needs more than the session that it was rendered with. @throws {RequestError} */
  load(): Promise<FullClient<S>>
}

/** Where the service is: the base path, with the origin before it where that is another one. */
export const resolveBase = ({ basePath = defaultBasePath(), baseUrl = "" }: AuthClientOptions): string =>
  baseUrl.replace(/\/$/, "") + basePath.replace(/\/$/, "")

// Next names itself in a page and in its server's environment; `latchkit/next` serves the same path
export const defaultBasePath = () =>
  "next" in globalThis || runtime.process?.env?.["NEXT_RUNTIME"] ? "/api/auth" : "/auth"
const runtime = globalThis as { process?: { env?: Record<string, string | undefined> } } // no browser has it

/** A client that is there at once, and whose code is loaded with its store's first listener. */
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

/** The clients that run in this page, so that `signIn("github")` finds its service. A server never adds one. */
const runningClients: AuthClient[] = []

/** Keeps a client running until the function that it returns is called. */
export function run(client: AuthClient): () => void {
  runningClients.push(client)
  const unsubscribe = client.store.subscribe(() => {})
  return () => {
    unsubscribe()
    runningClients.splice(runningClients.indexOf(client), 1)
  }
}

/** The client of that base path, or else the last one that runs, or else a new one. */
export function clientFor({ basePath }: { basePath?: string | undefined } = {}): AuthClient {
  const match = runningClients.findLast(({ base }) => basePath === undefined || base === basePath)
  return match ?? createLazyClient({ basePath })
}

/** Asks for the session now. Throws `RequestError` when there is no answer, which does not mean "signed out". */
export const getSession = (options?: { basePath?: string }): Promise<Session | null> =>
  clientFor(options).store.refresh()

/** A token for a POST of your own; it stays the same while the browser keeps its cookie. */
export const getCsrfToken = async (options?: { basePath?: string }): Promise<string> =>
  (await clientFor(options).load()).http.csrf()

/** The providers that can be signed in with, keyed by id. */
export const getProviders = async (options?: { basePath?: string }): Promise<PublicProviders> =>
  (await clientFor(options).load()).http.providers()
