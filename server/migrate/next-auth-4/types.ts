import type { DefaultSession, Session, Theme } from "../../../client/contract.ts"
import type { Account as LatchkitAccount, Awaitable } from "../../types.ts"
import type { CookieOption, CookiesOptions } from "../../core/cookies/options.ts"
import type { PagesOptions } from "../../core/config/types.ts"
import type { Provider } from "../../providers/types.ts"
import type { Anything, NextAuth4Provider } from "./provider-types.ts"
import type { JWT, JWTOptions } from "./jwt.ts" // so that an app can augment it without an import

export type { DefaultSession, Session, Theme } from "../../../client/contract.ts"
export type { AdapterSession, VerificationToken } from "../../adapters/contract.ts"
export type { Awaitable } from "../../types.ts"
export type { CookieOption, CookiesOptions } from "../../core/cookies/options.ts"
export type { PagesOptions } from "../../core/config/types.ts"
export type { TokenSet } from "../../providers/profile-types.ts"

/** The fields of a user that every app has. */
export interface DefaultUser {
  id: string
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/** A user. An app adds fields by augmenting this interface. */
export interface User extends DefaultUser {}

/**
 * The link between a user and a provider, with the provider's tokens. An app adds fields by augmenting this interface.
 */
export interface Account extends LatchkitAccount {}

/** The fields of an account that every app has. */
export type DefaultAccount = LatchkitAccount

/** A date as text, such as 2026-01-31T12:00:00.000Z. */
export type ISODateString = string

/** The fields of a profile that every app has. */
export interface DefaultProfile {
  sub?: string
  name?: string
  email?: string
  image?: string
}

/** The user's data from an OAuth provider. An app adds fields by augmenting this interface. */
export interface Profile extends DefaultProfile {}

/** A user as an adapter stores it. */
export interface AdapterUser extends User {
  email: string
  emailVerified: Date | null
}

/** A linked account as an adapter stores it. */
export interface AdapterAccount extends Account {
  userId: string
}

/** @internal */
type Operation = (...args: Anything[]) => Anything

/** An adapter, from `@next-auth/…-adapter`, `@auth/…-adapter` or your own. */
export interface Adapter {
  createUser?: Operation
  getUser?: Operation
  getUserByEmail?: Operation
  getUserByAccount?: Operation
  updateUser?: Operation
  deleteUser?: Operation
  linkAccount?: Operation
  unlinkAccount?: Operation
  createSession?: Operation
  getSessionAndUser?: Operation
  updateSession?: Operation
  deleteSession?: Operation
  createVerificationToken?: Operation
  useVerificationToken?: Operation
}

/** The `session` option of next-auth 4. */
export interface SessionOptions {
  strategy: SessionStrategy
  /** Seconds until an idle session expires. @default 2_592_000 (30 days) */
  maxAge: number
  /** Seconds between two refreshes of a session. @default 86_400 (1 day) */
  updateAge: number
  generateSessionToken(): string
}

/** Where sessions are: in the cookie (`jwt`), or in the database. */
export type SessionStrategy = "jwt" | "database"

/** The callbacks of next-auth 4. */
export interface CallbacksOptions<P = Profile, A = Account> {
  /** Returns whether the user may sign in, or a URL to redirect to instead. */
  signIn(params: {
    /** The stored user, or the provider's profile. */
    user: User | AdapterUser
    account: A | null
    profile?: P
    email?: { verificationRequest?: boolean }
    credentials?: Record<string, Anything>
  }): Awaitable<string | boolean>
  /** Returns the URL to redirect to. */
  redirect(params: { url: string; baseUrl: string }): Awaitable<string>
  /** Returns the session that the client gets. */
  session(params: {
    session: Session
    /** Set with the `jwt` strategy. */
    token: JWT
    /** Set with the `database` strategy. */
    user: AdapterUser
    /** The data that the client sent to `update`. Validate it. */
    newSession: Anything
    trigger: "update"
  }): Awaitable<Session | DefaultSession>
  /** Returns the token, at sign-in and at each session lookup. */
  jwt(params: {
    token: JWT
    user: User | AdapterUser
    account: A | null
    profile?: P
    trigger?: "signIn" | "signUp" | "update"
    /** @deprecated Use `trigger === "signUp"` */
    isNewUser?: boolean
    /** The data that the client sent to `update`. Validate it. */
    session?: Anything
  }): Awaitable<JWT>
}

/** The events of next-auth 4. */
export interface EventCallbacks {
  signIn(message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean }): Awaitable<void>
  signOut(message: { session: Session; token: JWT }): Awaitable<void>
  createUser(message: { user: User }): Awaitable<void>
  updateUser(message: { user: User }): Awaitable<void>
  linkAccount(message: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }): Awaitable<void>
  session(message: { session: Session; token: JWT }): Awaitable<void>
}

/** Where next-auth 4 logs: codes in upper case, with the error as metadata. */
export interface LoggerInstance {
  error(code: string, metadata: Anything): void
  warn(code: Anything): void
  debug(code: string, metadata: unknown): void
}

/** The configuration of next-auth 4. */
export interface AuthOptions {
  providers: readonly (Provider | NextAuth4Provider)[]
  /** @default NEXTAUTH_SECRET, otherwise AUTH_SECRET */
  secret?: string | undefined
  session?: Partial<SessionOptions> | undefined
  jwt?: Partial<JWTOptions> | undefined
  pages?: Partial<PagesOptions> | undefined
  callbacks?: Partial<CallbacksOptions> | undefined
  events?: Partial<EventCallbacks> | undefined
  adapter?: Adapter | undefined
  debug?: boolean | undefined
  logger?: Partial<LoggerInstance> | undefined
  theme?: Theme | undefined
  /** @default true if the site uses https */
  useSecureCookies?: boolean | undefined
  cookies?: { [Key in keyof CookiesOptions]?: Partial<CookieOption> } | undefined
}

/** The configuration of next-auth 4. */
export type NextAuthOptions = AuthOptions
