import type { Session } from "../contract.ts"
import { RequestError, throwScriptError } from "../http/errors.ts"
import { createHttp } from "../http/http.ts"
import { returnUrl } from "../page/return-url.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import type { BaseMemory, Seed } from "../session/seed.ts"
import { SessionCell } from "../session/cell.ts"
import { SessionStore } from "../session/store.ts"
import type { FullClient } from "../actions/types.ts"

/** The parts of a client that exist before its code is loaded. */
export interface ClientParts<S extends Session> {
  early: BaseMemory
  seed: Seed<S>
}

/** Creates a full client. It sends no request and has no side effects until its store has a listener. */
export function createFullClient<S extends Session>(
  { seed, early }: ClientParts<S>,
  options: SessionStoreOptions<S>,
): FullClient<S> {
  const { base, page } = early
  const http = createHttp(early)
  early.cell ??= new SessionCell()
  const cell = early.cell as unknown as SessionCell<S> // the app's own session callback defines the type
  const client: FullClient<S> = {
    base,
    page,
    http,
    store: new SessionStore<S>({ cell, http, early, options, seed }),
    goToSignIn() {
      const { store } = client
      if (store.isSigningOut || store.get().status !== "unauthenticated") return // changed while this script was loading
      page.location?.assign(`${base}/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(returnUrl(page))}`)
    },
    async signOut(signOutOptions) {
      const pending = client.store.beginSignOut() // before the rest of the code is loaded
      try {
        const { runSignOut } = await import("../actions/run-sign-out.ts").catch(throwScriptError)
        return await runSignOut(client, pending, signOutOptions)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        pending.undo(error)
        return { ok: false, url: null, error: "RequestFailed" }
      }
    },
  }
  return client
}
