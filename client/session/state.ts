import { replaceEqualDeep } from "@tanstack/query-core"

import type { Session, HasClientSession } from "../contract.ts"
import type { Page } from "../page/page.ts"
import { sessionKey, type SessionStoreOptions } from "./options.ts"

interface SessionStateBase {
  /** Why the last request failed; the data is the last that is known. */
  readonly error: Error | null
  /** Less than the warning time is left. */
  readonly expiresSoon: boolean
}

/** What an app knows of its visitor at this moment. */
export type SessionState<S extends Session = Session> = SessionStateBase &
  (
    | { readonly status: "loading"; readonly data: undefined }
    | { readonly status: "authenticated"; readonly data: S }
    | { readonly status: "unauthenticated"; readonly data: null }
  )

type ToClientSession<Found> = Found extends HasClientSession<infer S> ? (unknown extends S ? Found : S) : Found

/** Functions of the integrations that give the session. */
type SessionFunction = "auth" | "getSession" | "session" | "unstable_update" | "update" | "useSession"

type ExtractSession<Result> = Extract<Result extends { readonly value: infer Held } ? Held : Result, Session>

/** The session that a function returns, or a loader's signal holds. Of overloads the last one counts. */
type ReturnedSession<Function> = Function extends (...args: never[]) => infer Result
  ? ToClientSession<ExtractSession<Awaited<Result>>>
  : never

type MemberSession<Service, Name> = Name extends keyof Service ? ReturnedSession<Service[Name]> : never

/**
 * The type of the session that a configured service shows to the client: `SessionOf<typeof auth>`, for what `createAuth`, `NextAuth` (and its
 * `auth`), `ExpressAuth`, `SvelteKitAuth`, `SolidAuth` and `QwikAuth$` return.
 */
export type SessionOf<Service extends object> = ReturnedSession<Service> | MemberSession<Service, SessionFunction>

/** Whether two sessions say the same of the same visitor; how long they last does not count. */
export function isSameUser<S extends Session>(one: S | null | undefined, other: S): boolean {
  return !!one && replaceEqualDeep(one, { ...other, expires: one.expires }) === one
}

/** Gives one object for as long as the session says the same, so that nobody renders because only `expires` moved. */
export function createStableSession<S extends Session>(): (session: S) => S {
  let latest: { from: S; session: S; expires: string } | undefined
  return (session) => {
    if (latest && isSameUser(latest.from, session)) {
      latest.expires = session.expires
      return latest.session
    }
    const live = { from: session, session, expires: session.expires }
    // the one field that may move reads the newest value
    live.session = { ...session, get expires() { return live.expires } } // prettier-ignore
    latest = live
    return live.session
  }
}

interface SessionFacts<S extends Session> {
  data: S | null | undefined
  error: Error | null
  /** Milliseconds until the session ends. */
  left: number
  /** Milliseconds of `left` from which on the end is near. */
  warning: number
}

/** The state that the facts make. */
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
  const steady = createStableSession<S>()
  return { steady, state: toSessionState({ data: data && steady(data), error: null, left: Infinity, warning: 0 }) }
}
