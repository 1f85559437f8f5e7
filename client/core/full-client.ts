import type { Session } from "../contract.ts"
import { createHttp } from "../http/http.ts"
import type { Page } from "../page/page.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import type { Seed } from "../session/state.ts"
import { SessionStore } from "../session/store.ts"
import type { FullClient } from "../actions/types.ts"
import { runSignIn } from "../actions/run-sign-in.ts"
import { runSignOut } from "../actions/run-sign-out.ts"

/** Creates a full client. It sends no request and has no side effects until its store has a listener. */
export function createFullClient<S extends Session>(
  base: string,
  page: Page,
  options: SessionStoreOptions<S>,
  seed: Seed<S>,
): FullClient<S> {
  const http = createHttp(base, page)
  const client: FullClient<S> = {
    base,
    page,
    http,
    store: new SessionStore<S>({ base, http, page, options, seed }),
    signIn: (...args) => runSignIn(client, ...args),
    signOut: (signOutOptions) => runSignOut(client, signOutOptions),
  }
  return client
}
