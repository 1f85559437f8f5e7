import type { AuthClient, AuthClientOptions } from "./client.ts"
import { lazyClient } from "./client.ts"
import type { Session } from "./contract.ts"
import { SessionStore } from "./session-store.ts"

/** Makes a client; it asks nothing and touches nothing before its store has a listener. */
export function createClient<S extends Session = Session>(options: AuthClientOptions<S> = {}): AuthClient<S> {
  const client = lazyClient<S>(options)
  return { ...client, store: new SessionStore<S>(client.base, client.http, client.page, options) }
}
