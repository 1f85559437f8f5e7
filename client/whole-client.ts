import type { Session } from "./contract.ts"
import { createHttp } from "./http.ts"
import type { Page } from "./page.ts"
import type { SessionStoreOptions } from "./session-options.ts"
import type { Seed } from "./session-state.ts"
import { SessionStore } from "./session-store.ts"
import type { WholeClient } from "./types.ts"
import { signInWith } from "./sign-in-flow.ts"
import { signOutFrom } from "./sign-out-flow.ts"

/** Makes one; it asks nothing and touches nothing before its store has a listener. */
export function wholeClient<S extends Session>(
  base: string,
  page: Page,
  options: SessionStoreOptions<S>,
  seed: Seed<S>,
): WholeClient<S> {
  const http = createHttp(base, page)
  const client: WholeClient<S> = {
    base,
    page,
    http,
    store: new SessionStore<S>({ base, http, page, options, seed }),
    signIn: (...asked) => signInWith(client, ...asked),
    signOut: (asked) => signOutFrom(client, asked),
  }
  return client
}
