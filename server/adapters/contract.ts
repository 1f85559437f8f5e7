import type { DefaultUser, ProviderType, User } from "../../client/contract.ts"
import type { Account, Awaitable } from "../types.ts"
import type { AccountRecord, AccountRecordOperations } from "./account-record.ts"

/** The type of a provider whose accounts are stored. */
export type AdapterAccountType = Extract<ProviderType, "oauth" | "oidc" | "email" | "webauthn">

/** A stored link between a user and their account at a provider. */
export interface AdapterAccount extends Account {
  /** The id of the user that the account is linked to. */
  userId: string
  /** How the provider signs users in. */
  type: AdapterAccountType
}

/** A user without the fields that the app adds to `User` or `AdapterUser`. */
export interface StoredUser extends DefaultUser {
  /** Unique, and never given to another user. */
  id: string
  /** Empty if no provider returned one. An empty address is never looked up, and never taken. */
  email: string
  /** When the user first signed in by email. `null` before. */
  emailVerified: Date | null
  /**
   * Stored sessions that began before this are over. So are sessions in cookies that may be from before the user's
   * mailbox was proven. Stored by adapters that declare {@link Adapter.keepsSessionEpoch}.
   */
  sessionEpoch?: Date | null
}

/**
 * The user that callbacks get. An app adds fields with `declare module "latchkit/adapters" { interface AdapterUser { …
 * } }`.
 */
export interface AdapterUser extends User, StoredUser {
  id: string
  email: string
}

/**
 * A user before it is stored. It may lack the fields that the app adds to `User` or `AdapterUser`, which get the
 * defaults of their columns.
 *
 * @typeParam U the user as it is stored
 */
export type NewUser<U extends StoredUser = AdapterUser> = Pick<U, keyof StoredUser> & Partial<U>

/** A stored session. */
export interface AdapterSession {
  /** The token in the cookie, or a keyed hash of it with {@link Adapter.wantsTokenHashes}. */
  sessionToken: string
  /** The id of the signed-in user. */
  userId: string
  /** When the session ends. */
  expires: Date
  /** When the session began. Stored by adapters that declare {@link Adapter.keepsSessionDetails}. */
  createdAt?: Date | null
  /** The `User-Agent` of the browser that signed in. Stored by the same adapters. */
  userAgent?: string | null
}

/** A stored magic link or code. */
export interface VerificationToken {
  /** The email address. */
  identifier: string
  /** A keyed hash of the token in the email, never the token itself. */
  token: string
  /** When the link and the code stop working. */
  expires: Date
}

/** A WebAuthn credential. */
export interface Authenticator {
  /** The credential's id, in base64. */
  credentialID: string
  /** The public key in COSE form, in base64. */
  credentialPublicKey: string
  /** The signature counter of the last sign-in: an unsigned 32-bit integer. */
  counter: number
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string
  /** Whether the passkey is backed up, for example synced to other devices. */
  credentialBackedUp: boolean
  /** How the browser reaches the authenticator, comma-separated, such as `internal,hybrid`. */
  transports?: string | null
  /** The account's id at the passkey provider. */
  providerAccountId: string
  /** The id of the passkey's user. */
  userId?: string
  /**
   * The user's name for it. Adapters with {@link Adapter.updateAuthenticator} store it, `createdAt` and `lastUsedAt`.
   */
  name?: string | null
  /** When the passkey was added. */
  createdAt?: Date | null
  /** When the user last signed in with it. `null` before. */
  lastUsedAt?: Date | null
}

/** A stored passkey, with its user. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/** The fields of a passkey that may change. Its credential, key, owner and counter never do. */
export type AuthenticatorChanges = Pick<AdapterAuthenticator, "credentialID"> &
  Partial<Pick<AdapterAuthenticator, "name" | "lastUsedAt" | "credentialDeviceType" | "credentialBackedUp">>

/** A page of users. */
export interface UserPage {
  /** The id of the last user of the page before. That user may have been deleted since. @default the first page */
  after?: string | undefined
  /** The most users to return. */
  limit: number
}

/** The fields that identify a linked account. */
export type AccountKey = Pick<AdapterAccount, "provider" | "providerAccountId">

/**
 * Stores an app's users. Every operation is optional. If Latchkit calls a missing one, the request fails with an error
 * page, and the log names the operation.
 *
 * Lookups return `null` if no row matches every column byte for byte. The operations on account records store second
 * factors, sign-ins that wait for one, and trusted devices.
 *
 * @typeParam U the users that it returns
 */
export interface Adapter<U extends StoredUser = AdapterUser> extends Partial<AccountRecordOperations> {
  /** Stores a new user and returns it. Latchkit sets `user.id`; an adapter may replace it. */
  createUser?(user: NewUser<U>): Awaitable<U>
  /** Returns the user with this id. */
  getUser?(id: string): Awaitable<U | null>
  /** Returns the user with this address. */
  getUserByEmail?(email: string): Awaitable<U | null>
  /** Returns the user to whom this account is linked. */
  getUserByAccount?(key: AccountKey): Awaitable<U | null>
  /** In a transaction, it locks the user's row until the transaction ends, even if nothing changes. */
  updateUser?(user: Partial<U> & Pick<U, "id">): Awaitable<U>
  /**
   * Deletes a user and all rows that belong to them. Without {@link Adapter.transaction}, it is also called for a user
   * whose first account could not be linked.
   */
  deleteUser?(userId: string): Awaitable<U | null | undefined | void>
  /** Links an account to a user. An account belongs to one user at most. */
  linkAccount?(account: AdapterAccount): Awaitable<AdapterAccount | null | undefined | void>
  /** Deletes a linked account. */
  unlinkAccount?(key: AccountKey): Awaitable<AdapterAccount | undefined | void>
  /** Returns a linked account, with its tokens. */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  /** Stores a new session and returns it. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  /**
   * Returns the session with this token, and its user. Latchkit checks `expires`. With `withPassword`, an
   * adapter of Latchkit's also returns the user's account record of the kind `password`, if one query can read both.
   */
  getSessionAndUser?(
    sessionToken: string,
    withPassword?: boolean,
  ): Awaitable<{ session: AdapterSession; user: U; password?: AccountRecord | null | undefined } | null>
  /** Never creates a session. With `now`, it returns `null` for a session that expired before `now`. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
    now?: Date,
  ): Awaitable<AdapterSession | null | undefined>
  /** Return the deleted session, so that the `signOut` event can name it. */
  deleteSession?(sessionToken: string): Awaitable<AdapterSession | null | undefined | void>
  /** Stores the token of a magic link or code. */
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Returns the token and deletes it atomically. Of several parallel calls, only one gets the token. */
  useVerificationToken?(key: Pick<VerificationToken, "identifier" | "token">): Awaitable<VerificationToken | null>
  /** @throws if the credential is already stored, for any user */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /** Returns the passkey with this credential id. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /** Returns the user's passkeys, in any order. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** @throws if the credential doesn't exist */
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  // Optional operations beyond the nineteen of Auth.js. Without one, Latchkit works, but with fewer guarantees

  /** Latchkit passes keyed hashes instead of session tokens, so a copy of the table opens no session. */
  readonly wantsTokenHashes?: boolean
  /** Whether `sessionEpoch` of a user is stored. */
  readonly keepsSessionEpoch?: boolean
  /** The app's own fields of a user that `createUser` stores. A sign-up form's field in this list is passed to it. */
  readonly userFields?: readonly string[]
  /** Whether `createdAt` and `userAgent` of a session are stored. */
  readonly keepsSessionDetails?: boolean
  /**
   * Calls `run` with an adapter whose writes are all committed, or all undone if `run` throws. If an app spreads an
   * adapter of Latchkit's and overrides operations, `run` gets the overrides. `this` is the adapter as the app spread
   * it, so that your own adapter can support the same.
   */
  transaction?<T>(run: (adapter: Adapter<U>) => Promise<T>): Promise<T>
  /**
   * Returns at most `limit` users whose id comes after `after`, in an order of their ids that never changes. So a user
   * who exists all the time is on exactly one page, whatever is created or deleted meanwhile.
   */
  listUsers?(page: UserPage): Awaitable<U[]>
  /** Returns the user's linked accounts, in any order. */
  listAccounts?(userId: string): Awaitable<AdapterAccount[]>
  /** Returns the updated account, or `null` if it doesn't exist. Omitted keys stay. */
  updateAccount?(account: Partial<AdapterAccount> & AccountKey): Awaitable<AdapterAccount | null>
  /** Returns the user's sessions, in any order. */
  listSessions?(userId: string): Awaitable<AdapterSession[]>
  /** Ends all of the user's sessions except `except`. Returns how many it ended. */
  deleteSessions?(userId: string, except?: string): Awaitable<number>
  /** Returns the updated passkey, or `null` if it doesn't exist. Omitted keys stay. */
  updateAuthenticator?(changes: AuthenticatorChanges): Awaitable<AdapterAuthenticator | null>
  /** Deletes a passkey. */
  deleteAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null | undefined | void>
  /** Deletes the tokens of this address, except the `keep` that expire last. @default keep 0 */
  deleteVerificationTokens?(identifier: string, keep?: number): Awaitable<void>
  /** Returns `true` for the first call with this key, in any instance. Remembers the key at least until `expires`. */
  claimOnce?(key: string, expires: Date): Awaitable<boolean>
  /** Releases a key whose work failed, so that the next claim succeeds. */
  releaseOnce?(key: string): Awaitable<void>
  /** Adds one to a counter and returns it: 1 at first. The counter lives at least until `expires`. */
  increment?(key: string, expires: Date): Awaitable<number>
  /** Takes back one {@link increment}, for an attempt that succeeded. Does nothing if there is no such counter. */
  decrement?(key: string): Awaitable<void>
  /** Deletes rows of all kinds that expired by `now`: `limit` of each at most. Returns how many. @default limit all */
  deleteExpired?(now: Date, limit?: number): Awaitable<number>
}
