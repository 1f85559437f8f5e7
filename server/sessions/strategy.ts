import type { Session, User } from "../../client/contract.ts"
import type { AdapterSession, AdapterUser } from "../adapters/contract.ts"
import type { Account } from "../types.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import type { RequestContext } from "../http/auth-request.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { Profile } from "../providers/types.ts"

/** How long a session is kept. */
export interface Lifetime {
  /** Seconds that it may idle. */
  maxAge: number
  /** False: its cookie ends with the browser. */
  persistent: boolean
}

/** What the cookies of a visit prove, before any callback of the host has run. */
export type SessionLookup =
  /** `cookies` clear what was sent and proves nothing. */
  | { readonly kind: "none"; readonly cookies: readonly SetCookie[] }
  | {
      readonly kind: "live"
      /** Names this session and no other; the CSRF token is bound to it. */
      readonly key: string
      readonly userId: string | undefined
      /** What the session says of itself; undefined where it says nothing, and the configuration's counts. */
      readonly lifetime?: Lifetime | undefined
      /** With the jwt strategy. */
      readonly token?: JWT
      /** With the database strategy. */
      readonly stored?: { readonly session: AdapterSession; readonly user: AdapterUser }
    }

export type LiveSession = Extract<SessionLookup, { kind: "live" }>

/** A session as a client may see it, and the cookies that keep it. */
export interface RefreshedSession {
  session: Session | null
  cookies: readonly SetCookie[]
  /** With the jwt strategy: the token after the `jwt` callback. */
  token?: JWT
  /** With the database strategy: the row, extended if that was due, and its user. */
  stored?: { readonly session: AdapterSession; readonly user: AdapterUser }
}

/** Who signed in, and how. */
export interface NewSession {
  user: User | AdapterUser
  account: Account
  profile?: Profile | undefined
  isNewUser: boolean
  /** Whether the user's address is proven, by a mail or by the provider of this sign-in. */
  emailProven?: boolean | undefined
  /** What the app sent along with the sign-in. */
  carry?: string | undefined
  /** Where it differs from the configuration's. */
  lifetime?: Lifetime | undefined
}

/** How sessions are kept: in an encrypted cookie, or in the database. */
export interface SessionStrategy {
  /** Says whose session the cookies prove. Runs no callback. */
  read(context: RequestContext): Promise<SessionLookup>
  /** Runs the callbacks, and extends the session where it is due. */
  present(context: RequestContext, session: LiveSession, update?: { data: unknown }): Promise<RefreshedSession>
  open(context: RequestContext, entry: NewSession): Promise<{ cookies: readonly SetCookie[]; key: string }>
  /** Ends a session; `message` is what the `signOut` event says. */
  close(
    context: RequestContext,
    session: SessionLookup,
  ): Promise<{
    cookies: readonly SetCookie[]
    message: { session: AdapterSession | null | undefined | void } | { token: JWT | null }
  }>
}
