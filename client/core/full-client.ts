import type { Session } from "../contract.ts"
import { RequestError, throwScriptError } from "../http/errors.ts"
import { createFetchAction } from "../http/fetch-action.ts"
import { leave } from "../page/leave.ts"
import type { SessionStoreOptions } from "../session/options.ts"
import type { QueryCode } from "../session/types.ts"
import type { BaseMemory, Seed } from "../session/seed.ts"
import { createCell, type SessionCell } from "../session/cell.ts"
import { createStore } from "../session/store.ts"
import type { FullClient } from "../actions/types.ts"

/** The parts of a client that exist before its code is loaded. */
export interface ClientParts<S extends Session> {
  early: BaseMemory
  seed: Seed<S>
  /** Loaded on demand if it is missing. */
  queryCode?: QueryCode | undefined
}

/** Creates a full client. It sends no request and has no side effects until its store has a listener. */
export function createFullClient<S extends Session>(
  { seed, early, queryCode }: ClientParts<S>,
  options: SessionStoreOptions<S>,
): FullClient<S> {
  const { base, page } = early
  const fetchAction = createFetchAction(early)
  early.cell ??= createCell()
  const cell = early.cell as unknown as SessionCell<S> // the app's own session callback defines the type
  const client: FullClient<S> = {
    base,
    page,
    early,
    fetchAction,
    store: createStore<S>({ cell, fetchAction, queryCode, early, options, seed }),
    async goToSignIn() {
      const { goToSignIn } = await import("../actions/go-to-sign-in.ts")
      goToSignIn(client)
    },
    async signOut(signOutOptions) {
      const pending = client.store.beginSignOut() // before the rest of the code is loaded
      try {
        const { runSignOut } = await import("../actions/run-sign-out.ts").catch(throwScriptError)
        return await runSignOut(client, pending, signOutOptions)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        pending.undo(error)
        return leave(client, "signout?", error.action === "script" ? signOutOptions : { redirect: false })
      }
    },
  }
  return client
}
