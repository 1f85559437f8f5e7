import { resolveBase, type AuthClient, type AuthClientOptions } from "./client.ts"
import type { Session } from "../contract.ts"
import { thisPage } from "../page/page.ts"
import { seedFor } from "../session/state.ts"
import { createFullClient } from "./full-client.ts"

/** Creates a client. It sends no request and has no side effects until its store has a listener. */
export function createClient<S extends Session = Session>(options: AuthClientOptions<S> = {}): AuthClient<S> {
  const { page = thisPage } = options
  const base = resolveBase(options)
  const client = createFullClient(base, page, options, seedFor(base, page, options))
  return { base, page, store: client.store, load: () => Promise.resolve(client) }
}
