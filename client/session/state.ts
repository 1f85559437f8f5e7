import { replaceEqualDeep } from "@tanstack/query-core"

import type { Session, HasClientSession } from "../contract.ts"
import type { Page } from "../page/page.ts"
import { sessionKey, type SessionStoreOptions } from "./options.ts"

interface SessionStateBase {
  /** Why the last request failed. The data is then the last known session. */
  readonly error: Error | null
  /** Whether less than `expiryWarning` is left. */
  readonly expiresSoon: boolean
}

/** The app's current knowledge of the user's session. */
export type SessionState<S extends Session = Session> = SessionStateBase &
  (
    | { readonly status: "loading"; readonly data: undefined }
    | { readonly status: "authenticated"; readonly data: S }
    | { readonly status: "unauthenticated"; readonly data: null }
  )

type ToClientSession<Found> = Found extends HasClientSession<infer S> ? (unknown extends S ? Found : S) : Found

/** The functions of the integrations that return the session. */
type SessionFunction = "auth" | "getSession" | "session" | "unstable_update" | "update" | "useSession"

type ExtractSession<Result> = Extract<Result extends { readonly value: infer Held } ? Held : Result, Session>

/** The session that a function returns, or that a loader's signal holds. For overloads, the last one counts. */
type ReturnedSession<Function> = Function extends (...args: never[]) => infer Result
  ? ToClientSession<ExtractSession<Awaited<Result>>>
  : never

type MemberSession<Service, Name> = Name extends keyof Service ? ReturnedSession<Service[Name]> : never

/**
 * The type of the session that a configured server shows to the client: `SessionOf<typeof auth>`.
 *
 * It accepts what `createAuth`, `NextAuth` (and its `auth`), `ExpressAuth`, `SvelteKitAuth`, `SolidAuth` and
 * `QwikAuth$` return.
 */
export type SessionOf<Service extends object> = ReturnedSession<Service> | MemberSession<Service, SessionFunction>

/** Returns whether two sessions have the same user and data. `expires` is ignored. */
export function isSameUser<S extends Session>(one: S | null | undefined, other: S): boolean {
  return !!one && replaceEqualDeep(one, { ...other, expires: one.expires }) === one
}

/** Keeps one object while the session's content stays the same, so that a new `expires` alone causes no render. */
export function createStableSession<S extends Session>(): (session: S) => S {
  let latest: { from: S; session: S; expires: string } | undefined
  return (session) => {
    if (latest && isSameUser(latest.from, session)) {
      latest.expires = session.expires
      return latest.session
    }
    const live = { from: session, session, expires: session.expires }
    // Only `expires` can change, so it reads the newest value
    live.session = { ...session, get expires() { return live.expires } } // prettier-ignore
    latest = live
    return live.session
  }
}

interface SessionFacts<S extends Session> {
  data: S | null | undefined
  error: Error | null
  /** Milliseconds until the session expires. */
  left: number
  /** Milliseconds before the expiry from which `expiresSoon` is true. */
  warning: number
}

/** Derives the state from the facts. */
export function toSessionState<S extends Session>({
  data,
  error,
  left: remainingMs,
  warning,
}: SessionFacts<S>): SessionState<S> {
  if (data === undefined) return { status: "loading", data, error, expiresSoon: false }
  if (data === null || remainingMs <= 0) return { status: "unauthenticated", data: null, error, expiresSoon: false }
  return { status: "authenticated", data, error, expiresSoon: remainingMs <= warning }
}

/** A store's initial values. */
export interface Seed<S extends Session> {
  state: SessionState<S>
  steady: (session: S) => S
}

/**
 * Returns the state from the server rendering or the app's QueryClient. Nothing has expired until the server's clock is
 * known.
 */
export function seedFor<S extends Session>(
  base: string,
  page: Page,
  { session, queryClient }: SessionStoreOptions<S>,
): Seed<S> {
  const key = sessionKey(base)
  const cache = page.document && queryClient // on a server, two users could share it
  if (session !== undefined) cache?.setQueryData(key, session)
  const data = session === undefined ? cache?.getQueryData<S | null>(key) : session
  const steady = createStableSession<S>()
  return { steady, state: toSessionState({ data: data && steady(data), error: null, left: Infinity, warning: 0 }) }
}
