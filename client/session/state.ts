import type { HasClientSession, Register, Session } from "../contract.ts"

/** The fields of every session state. */
export interface SessionStateBase {
  /** Why the last request failed, or null. After a failure, `data` is the last known session. */
  readonly error: Error | null
  /** Whether the session expires in less than `expiryWarning` seconds. */
  readonly expiresSoon: boolean
}

/** The app's current knowledge of the user's session. */
export type SessionState<S extends Session = RegisteredSession> = SessionStateBase &
  (
    | { readonly status: "loading"; readonly data: undefined }
    | { readonly status: "authenticated"; readonly data: S }
    | { readonly status: "unauthenticated"; readonly data: null }
  )

/** @internal */
type ToClientSession<Found> = Found extends HasClientSession<infer S> ? (unknown extends S ? Found : S) : Found

/** The functions of the integrations that return the session. @internal */
type SessionFunction = "auth" | "getSession" | "unstable_update" | "updateSession" | "useSession"

/** @internal */
type ExtractSession<Result> = Extract<Result extends { readonly value: infer Held } ? Held : Result, Session>

/** The session that a function returns, or that a loader's signal holds. Of overloads, the last counts. @internal */
type ReturnedSession<Function> = Function extends (...args: never[]) => infer Result
  ? ToClientSession<ExtractSession<Awaited<Result>>>
  : never

/** @internal */
type MemberSession<Service, Name> = Name extends keyof Service ? ReturnedSession<Service[Name]> : never

/**
 * The type of the session that a configured server shows to the client: `SessionOf<typeof auth>`.
 *
 * It accepts what `createAuth`, `NextAuth` (and its `auth`), `ExpressAuth`, `SvelteKitAuth`, `SolidAuth` and
 * `QwikAuth$` return.
 */
export type SessionOf<Service extends object> = ReturnedSession<Service> | MemberSession<Service, SessionFunction>

/** The type of the session that the app names in {@link Register}. Without it, {@link Session}. */
export type RegisteredSession = Register extends { auth: infer Service extends object } ? SessionOf<Service> : Session

/** A session object whose `expires` can change. */
export interface LiveSession<S extends Session> {
  from: S
  session: S
  expires: string
}

/** Makes an object that always shows the newest `expires`, so that a new `expires` alone causes no render. */
export function createLiveSession<S extends Session>(from: S): LiveSession<S> {
  const live = {
    from,
    expires: from.expires,
    session: {
      ...from,
      get expires() {
        return live.expires
      },
    },
  }
  return live
}

/** Derives the state from what is known. */
export const toSessionState = <S extends Session>(
  data: S | null | undefined,
  error: Error | null,
  expiresSoon = false,
): SessionState<S> =>
  ({
    status: data ? "authenticated" : data === null ? "unauthenticated" : "loading",
    data,
    error,
    expiresSoon,
  }) as SessionState<S> // the status fits the data
