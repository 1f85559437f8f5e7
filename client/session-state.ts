import { replaceEqualDeep } from "@tanstack/query-core"

import type { Session, SeenByClient } from "./contract.ts"
import type { Page } from "./page.ts"
import type { SessionStoreOptions } from "./session-options.ts"
import { sessionKey } from "./session-options.ts"

interface Shared {
  /** Why the last request failed; the data is the last that is known. */
  readonly error: Error | null
  /** Less than the warning time is left. */
  readonly expiresSoon: boolean
}

/** What an app knows of its visitor at this moment. */
export type SessionState<S extends Session = Session> = Shared &
  (
    | { readonly status: "loading"; readonly data: undefined }
    | { readonly status: "authenticated"; readonly data: S }
    | { readonly status: "unauthenticated"; readonly data: null }
  )

type OnClient<Found> = Found extends SeenByClient<infer S> ? (unknown extends S ? Found : S) : Found

/** Functions of the integrations that give the session. */
type Giver = "auth" | "getSession" | "session" | "unstable_update" | "update" | "useSession"

type SessionIn<Result> = Extract<Result extends { readonly value: infer Held } ? Held : Result, Session>

/** The session that a function returns, or a loader's signal holds. Of overloads the last one counts. */
type ReturnedBy<Function> = Function extends (...args: never[]) => infer Result
  ? OnClient<SessionIn<Awaited<Result>>>
  : never

type GivenBy<Service, Name> = Name extends keyof Service ? ReturnedBy<Service[Name]> : never

/**
 * The type of the session that a configured service shows to the client: `SessionOf<typeof auth>`, for what `createAuth`, `NextAuth` (and its
 * `auth`), `ExpressAuth`, `SvelteKitAuth`, `SolidAuth` and `QwikAuth$` return.
 */
export type SessionOf<Service extends object> = ReturnedBy<Service> | GivenBy<Service, Giver>

/** Whether two sessions say the same of the same visitor; how long they last does not count. */
export function isSameVisitor<S extends Session>(one: S | null | undefined, other: S): boolean {
  return !!one && replaceEqualDeep(one, { ...other, expires: one.expires }) === one
}

/** Gives one object for as long as the session says the same, so that nobody renders because only `expires` moved. */
export function steadySession<S extends Session>(): (session: S) => S {
  let shown: { from: S; session: S; expires: string } | undefined
  return (session) => {
    if (shown && isSameVisitor(shown.from, session)) {
      shown.expires = session.expires
      return shown.session
    }
    const live = { from: session, session, expires: session.expires }
    // the one field that may move reads the newest value
    live.session = { ...session, get expires() { return live.expires } } // prettier-ignore
    shown = live
    return live.session
  }
}

interface Facts<S extends Session> {
  data: S | null | undefined
  error: Error | null
  /** Milliseconds until the session ends. */
  left: number
  /** Milliseconds of `left` from which on the end is near. */
  warning: number
}

/** The state that the facts make. */
export function stateOf<S extends Session>({ data, error, left, warning }: Facts<S>): SessionState<S> {
  if (data === undefined) return { status: "loading", data, error, expiresSoon: false }
  if (data === null || left <= 0) return { status: "unauthenticated", data: null, error, expiresSoon: false }
  return { status: "authenticated", data, error, expiresSoon: left <= warning }
}

/** What a store begins with. */
export interface Seed<S extends Session> {
  state: SessionState<S>
  steady: (session: S) => S
}

/** The state that the server rendered, or that the app's QueryClient has; until the service's clock is known, nothing has ended. */
export function seedFor<S extends Session>(
  base: string,
  page: Page,
  { session, queryClient }: SessionStoreOptions<S>,
): Seed<S> {
  const key = sessionKey(base)
  const cache = page.document && queryClient // on a server it could be shared by two visitors
  if (session !== undefined) cache?.setQueryData(key, session)
  const data = session === undefined ? cache?.getQueryData<S | null>(key) : session
  const steady = steadySession<S>()
  return { steady, state: stateOf({ data: data && steady(data), error: null, left: Infinity, warning: 0 }) }
}
