import type { DefaultUser, ProviderType, User } from "../../client/contract.ts"
import type { Account, Awaitable } from "../types.ts"

export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">

export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
}

/** A user as an adapter's package knows it: without the fields that the app adds to `User` or `AdapterUser`. */
export interface StoredUser extends DefaultUser {
  id: string
  /** Empty where no provider gave one; an empty address is never looked up and never taken. */
  email: string
  /** When the user first signed in by email; null before. */
  emailVerified: Date | null
  /** JWT sessions that were opened before are over; kept by adapters that declare {@link Adapter.keepsSessionEpoch}. */
  sessionEpoch?: Date | null
}

/** A user as callbacks get it. An app adds fields with `declare module "latchkit/adapters" { interface AdapterUser { … } }`. */
export interface AdapterUser extends User, StoredUser {
  id: string
  email: string
}

export interface AdapterSession {
  sessionToken: string
  userId: string
  expires: Date
  /** When it was opened; kept by adapters that declare {@link Adapter.keepsSessionDetails}. */
  createdAt?: Date | null
  /** What opened it, as its browser calls itself; kept by the same adapters. */
  userAgent?: string | null
}

export interface VerificationToken {
  /** The email address. */
  identifier: string
  /** A keyed hash, never the value in the mail. */
  token: string
  expires: Date
}

/** A WebAuthn credential. */
export interface Authenticator {
  /** Base64. */
  credentialID: string
  /** Base64. */
  credentialPublicKey: string
  counter: number
  credentialDeviceType: string
  credentialBackedUp: boolean
  /** Comma-separated. */
  transports?: string | null
  providerAccountId: string
  userId?: string
  /** What its user calls it; kept, as the two dates are, by adapters with {@link Adapter.updateAuthenticator}. */
  name?: string | null
  createdAt?: Date | null
  /** When it last signed its user in; null before. */
  lastUsedAt?: Date | null
}

export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/** What may change of a passkey; its credential, its key, its owner and its counter never do. */
export type AuthenticatorChanges = Pick<AdapterAuthenticator, "credentialID"> &
  Partial<Pick<AdapterAuthenticator, "name" | "lastUsedAt" | "credentialDeviceType" | "credentialBackedUp">>

export type AccountKey = Pick<AdapterAccount, "provider" | "providerAccountId">

/**
 * Where an app keeps its users. Every operation is optional: one that is called and missing fails that request
 * with an error page, and its name in the log.
 *
 * Lookups answer `null` when nothing matches every column byte for byte.
 *
 * @typeParam U the users that it returns
 */
export interface Adapter<U extends StoredUser = AdapterUser> {
  createUser?(user: U): Awaitable<U>
  getUser?(id: string): Awaitable<U | null>
  getUserByEmail?(email: string): Awaitable<U | null>
  getUserByAccount?(key: AccountKey): Awaitable<U | null>
  /** Within a transaction it holds the user until that ends, even where nothing changes. */
  updateUser?(user: Partial<U> & Pick<U, "id">): Awaitable<U>
  /** Called without {@link Adapter.transaction} alone: takes back a user whose first account could not be linked. */
  deleteUser?(userId: string): Awaitable<U | null | undefined | void>
  linkAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  unlinkAccount?(key: AccountKey): Awaitable<AdapterAccount | undefined | void>
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: U } | null>
  /** Never makes a session. With `now`, one that ended before it is not extended: null. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
    now?: Date,
  ): Awaitable<AdapterSession | null | undefined>
  /** Answering the deleted session lets the `signOut` event name it. */
  deleteSession?(sessionToken: string): Awaitable<AdapterSession | null | undefined | void>
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Answers the token and deletes it in one step: of any number of parallel calls one gets it. */
  useVerificationToken?(key: Pick<VerificationToken, "identifier" | "token">): Awaitable<VerificationToken | null>
  /** @throws when the credential is known already, whoever owns it */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** @throws when there is no such credential */
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  // Beyond the nineteen: what an adapter may add. The service does without each of them, and says how much worse.

  /** The service hands over keyed hashes instead of session tokens, so that a copy of the table opens no session. */
  readonly wantsTokenHashes?: boolean
  /** `sessionEpoch` of a user is stored. */
  readonly keepsSessionEpoch?: boolean
  /** `createdAt` and `userAgent` of a session are stored. */
  readonly keepsSessionDetails?: boolean
  /**
   * Runs `run` with an adapter whose writes are all kept, or all undone if `run` throws. Operations that an app overrides by
   * spreading an adapter of Latchkit's are called in it. `this` is the adapter as the app spread it, for an adapter of your own that
   * supports the same.
   */
  transaction?<T>(run: (adapter: Adapter<U>) => Promise<T>): Promise<T>
  listAccounts?(userId: string): Awaitable<AdapterAccount[]>
  /** Answers the account as it is now, or null where there is none. Keys that are left out stay. */
  updateAccount?(account: Partial<AdapterAccount> & AccountKey): Awaitable<AdapterAccount | null>
  listSessions?(userId: string): Awaitable<AdapterSession[]>
  /** Ends the user's sessions, all but `except`; answers how many. */
  deleteSessions?(userId: string, except?: string): Awaitable<number>
  /** Answers the passkey as it is now, or null where there is none. Keys that are left out stay. */
  updateAuthenticator?(changes: AuthenticatorChanges): Awaitable<AdapterAuthenticator | null>
  deleteAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null | undefined | void>
  /** Deletes the tokens of this address, except the `keep` that expire last. @default keep 0 */
  deleteVerificationTokens?(identifier: string, keep?: number): Awaitable<void>
  /** True for the first call with this key, whatever the instance; remembered until `expires` at least. */
  claimOnce?(key: string, expires: Date): Awaitable<boolean>
  /** Takes back a claim whose work failed: the next one of this key is the first again. */
  releaseOnce?(key: string): Awaitable<void>
  /** Adds one to a counter that lives until `expires` at least, and answers it: 1 at first. */
  increment?(key: string, expires: Date): Awaitable<number>
  /** Removes sessions, tokens, claims and counters that ended before `now`; answers how many. */
  deleteExpired?(now: Date): Awaitable<number>
}

/** What an adapter with passkeys has. */
export type AuthenticatorOperations = Required<Pick<Adapter, Extract<keyof Adapter, `${string}Authenticator${string}`>>>

/** What an adapter with users has. */
export type UserOperations = Required<
  Pick<Adapter, "createUser" | "getUser" | "getUserByEmail" | "getUserByAccount" | "updateUser" | "deleteUser">
>

/** What an adapter has that lists and updates accounts as well. */
export type AccountOperations = Required<
  Pick<Adapter, "linkAccount" | "unlinkAccount" | "getAccount" | "listAccounts" | "updateAccount">
>

/** What an adapter has that lists a user's sessions and ends them together as well. */
export type SessionOperations = Required<
  Pick<
    Adapter,
    "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession" | "listSessions" | "deleteSessions"
  >
>

/** What an adapter has that also keeps what works once or is counted. */
export type TokenOperations = Required<
  Pick<
    Adapter,
    | "createVerificationToken"
    | "useVerificationToken"
    | "deleteVerificationTokens"
    | "claimOnce"
    | "releaseOnce"
    | "increment"
    | "deleteExpired"
  >
>
