import { clientParts, type AuthClient, type AuthClientOptions, type PageClient } from "./client.ts"
import type { Session } from "../contract.ts"
import type { RegisteredSession } from "../session/state.ts"
import * as queryCode from "../session/query-connections.ts"
import { createFullClient } from "./full-client.ts"

/**
 * Creates a client for a page without a framework. It sends no request and has no side effects until its store has a
 * listener.
 *
 * @example
 * const { store } = createClient()
 * store.subscribe(() => console.log(store.get().status))
 */
export const createClient: <S extends Session = RegisteredSession>(options?: AuthClientOptions<S>) => AuthClient<S> =
  createPageClient

/** Creates the same client with the members that only Latchkit uses. */
export function createPageClient<S extends Session = RegisteredSession>(
  options: AuthClientOptions<S> = {},
): PageClient<S> {
  const parts = clientParts(options)
  const { early } = parts
  const client = createFullClient({ ...parts, queryCode }, options)
  return { base: early.base, page: early.page, early, store: client.store, load: () => Promise.resolve(client) }
}
