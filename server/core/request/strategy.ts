import type { Session, SessionActor, User } from "../../../client/contract.ts"
import type { AdapterSession, AdapterUser } from "../../adapters/contract.ts"
import type { Account, Awaitable } from "../../types.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import type { SessionProof } from "./session-proofs.ts"
import type { RequestContext } from "./auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Profile } from "../../providers/profile-types.ts"

/** How long a session is kept. */
export interface Lifetime {
  /** Seconds that it may idle. */
  maxAge: number
  /** If false, its cookie ends with the browser. */
  persistent: boolean
}

/** The facts that a request's cookies prove, before any callback of the app has run. */
export type SessionLookup =
  /**
   * `cookies` clear the cookies that were sent and prove nothing. `closing` is the session of a user whose account
   * waits for its deletion. It can only cancel the deletion, and sign out.
   */
  | {
      readonly kind: "none"
      readonly cookies: readonly SetCookie[]
      readonly closing?: { readonly session: LiveSession; readonly due: Date } | undefined
      /** Whether the session is bound to a device whose browser hasn't proven its key recently. It may still do so. */
      readonly isUnproven?: boolean | undefined
      /** A session that opens nothing in this request, such as an unproven one. A sign-out ends it. */
      readonly ending?: LiveSession | undefined
    }
  | {
      readonly kind: "live"
      /** Identifies this session. The CSRF token is bound to it. */
      readonly key: string
      readonly userId: string | undefined
      /** The session's own lifetime. If `undefined`, the configuration's applies. */
      readonly lifetime?: Lifetime | undefined
      /** With the jwt strategy. */
      readonly token?: JWT
      /** With the database strategy. */
      readonly stored?: { readonly session: AdapterSession; readonly user: AdapterUser }
      /** With the database strategy: the user's proofs, as `session-proofs.ts` writes them into the token. */
      readonly proofs?: string | undefined
      /** Set if an administrator acts as the user. */
      readonly impersonation?: Impersonated | undefined
      /** The user's security epoch that the session belongs to. A change that it allows is only valid in this epoch. */
      readonly epoch?: string | undefined
      /** The id of the device binding that this request proved. `undefined` if the session isn't bound. */
      readonly binding?: string | undefined
    }

/** An administrator who acts as the user of a session. */
export interface Impersonated {
  readonly actor: SessionActor
  readonly user: AdapterUser
  /** When it ends, whatever happens. */
  readonly expires: Date
}

export type LiveSession = Extract<SessionLookup, { kind: "live" }>

/** A session as a client sees it, and the cookies that keep it. */
export interface RefreshedSession {
  session: Session | null
  cookies: readonly SetCookie[]
  /** With the jwt strategy: the token after the `jwt` callback. */
  token?: JWT
  /** Whether the `jwt` callback changed the token. The change is lost unless the cookies are sent. */
  isChanged?: boolean
  /** With the database strategy: the row, extended if that was due, and its user. */
  stored?: { readonly session: AdapterSession; readonly user: AdapterUser }
}

/** The user who signed in, and how. */
export interface NewSession {
  user: User | AdapterUser
  account: Account
  profile?: Profile | undefined
  isNewUser: boolean
  /** Whether the user's email address is proven, by an email or by the provider of this sign-in. */
  emailProven?: boolean | undefined
  /** The state that the app passed to the sign-in. */
  appState?: string | undefined
  /** Set if it differs from the configuration's. */
  lifetime?: Lifetime | undefined
  /** When and how the user proved who they are. Without any, the session counts as never confirmed. */
  proofs?: readonly SessionProof[] | undefined
  /** Whether the browser's current session goes on, because another account is added. @default false */
  keepsPrevious?: boolean | undefined
  /** The user's security epoch when the sign-in began. If it changes, the session is over. */
  epoch?: string | undefined
  /** Where the request comes from, as the app's `place` callback says. */
  place?: string | null | undefined
}

/** How sessions are kept: in an encrypted cookie, or in the database. */
export interface SessionStrategy {
  /** Returns the session that the cookies prove. Runs no callback. */
  lookup(context: RequestContext): Awaitable<SessionLookup>
  /** Runs the callbacks, and extends the session if that is due. */
  refresh(context: RequestContext, session: LiveSession, update?: { data: unknown }): Promise<RefreshedSession>
  create(context: RequestContext, entry: NewSession): Promise<{ cookies: readonly SetCookie[]; key: string }>
  /**
   * Replaces the session with one that keeps these proofs, under a new token. A copy of the old token gains nothing.
   * `epoch` is the user's new security epoch, if it changed in this request.
   *
   * @throws {AuthError} `SessionRequired` if the session ended meanwhile
   */
  rotate(
    context: RequestContext,
    session: LiveSession,
    proofs: readonly SessionProof[],
    epoch?: string,
  ): Promise<{ cookies: readonly SetCookie[]; key: string }>
  /** Ends a session. `message` is what the `signOut` event receives. */
  end(
    context: RequestContext,
    session: SessionLookup,
  ): Promise<{
    cookies: readonly SetCookie[]
    message: { session: AdapterSession | null | undefined | void } | { token: JWT | null }
  }>
}
