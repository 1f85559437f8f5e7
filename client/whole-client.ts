import type { Session } from "./contract.ts"
import type { Http } from "./http.ts"
import { createHttp } from "./http.ts"
import type { Page, PopupWindow } from "./page.ts"
import type { SessionStoreOptions } from "./session-options.ts"
import type { Seed } from "./session-state.ts"
import { SessionStore } from "./session-store.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "./sign-in.ts"
import { signInWith } from "./sign-in-flow.ts"
import type { SignOutOptions, SignOutResult } from "./sign-out.ts"
import { signOutFrom } from "./sign-out-flow.ts"
import type { WholeStore } from "./store.ts"

/** A client with all that a page does not need for its first paint. */
export interface WholeClient<S extends Session = Session> {
  readonly base: string
  readonly page: Page
  readonly http: Http
  readonly store: WholeStore<S>
  /** `popup` is the window that the caller opened in the click, null where the browser refused. */
  signIn(
    provider: string | undefined,
    options: SignInOptions,
    params: AuthorizationParams,
    popup?: PopupWindow | null,
  ): Promise<SignInResult>
  signOut(options: SignOutOptions): Promise<SignOutResult>
}

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
