import type { Session } from "../../../client/contract.ts"
import type { AdapterSession, AdapterUser, StoredUser } from "../../adapters/contract.ts"
import type { Account, Awaitable } from "../../types.ts"
import type { CallbackUser } from "./callbacks.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import type { Profile } from "../../providers/profile-types.ts"
import type { SecurityEvent } from "./security-events.ts"

/**
 * Handlers that Latchkit calls after something happened. Their results are ignored, and their errors are only logged.
 *
 * @typeParam Stored the users of the adapter
 */
export interface Events<Stored extends StoredUser = AdapterUser> {
  /**
   * A user was created. `fields` are your own fields of `Password()` in the sign-up form. `carried` is the `carry`
   * value. `plannedId` is the id that your `steps` got, if your adapter has given the user another one.
   */
  createUser(message: {
    user: Stored
    carried?: string
    fields?: Readonly<Record<string, string>>
    plannedId?: string
  }): Awaitable<void>
  /** A user's stored fields changed. */
  updateUser(message: { user: Stored }): Awaitable<void>
  /**
   * A user accepted an invitation of `auth.invite`. `data` is what your server passed to it. `isNewUser` is false if a
   * user with this unproven address existed.
   */
  acceptInvitation(message: {
    user: Stored
    data: Readonly<Record<string, unknown>>
    isNewUser: boolean
  }): Awaitable<void>
  /**
   * A user was deleted, with everything that belonged to them. Delete your app's own data of this user. If the server
   * stopped during the deletion, another one finishes it, and `user` then has only the id and the address.
   */
  deleteUser(message: { user: CallbackUser<Stored> & { id: string } }): Awaitable<void>
  /**
   * The mailbox's owner proved it for the first time, and was not signed in as this user. Latchkit has removed sign-in
   * methods whose address was never verified, and ended all other sessions. Clear a password that was set before.
   * Latchkit emails the user if an email provider has `sendAccountEmail`, as the built-in ones do.
   */
  reclaimUser(message: { user: Stored }): Awaitable<void>
  /** A provider's account was linked to a user, also at the first sign-in. */
  linkAccount(message: { account: Account; profile: CallbackUser<Stored>; user: CallbackUser<Stored> }): Awaitable<void>
  /** A user signed in. `isNewUser` is true at the first sign-in, and `carried` is the `carry` value. */
  signIn(message: {
    account: Account | null
    isNewUser: boolean
    profile?: Profile
    user: CallbackUser<Stored>
    carried?: string
  }): Awaitable<void>
  /** A user signed out. With stored sessions it gets the session, otherwise the token. */
  signOut(message: { session: AdapterSession | null | undefined | void } | { token: JWT | null }): Awaitable<void>
  /** A session was read or updated. With the jwt strategy, `token` is what the `jwt` callback returned. */
  session(
    message: { session: Session; token: JWT; user?: never } | { session: AdapterSession; user: Stored; token?: never },
  ): Awaitable<void>
  /**
   * Something changed, or was rejected. Called once for each event, with a frozen copy, when the response is known.
   * Latchkit doesn't wait for it, and passes its promise to `waitUntil`.
   */
  security(event: SecurityEvent): Awaitable<void>
}

/** The events that `next-auth` and `@auth/core` have too. */
export type AuthEvents = Omit<Events, "security">
