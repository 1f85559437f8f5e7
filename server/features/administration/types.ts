import type { AdapterUser } from "../../adapters/contract.ts"
import type { RequestLike } from "../../core/sessions/helper-request.ts"

/** A user, as your own administration sees them. */
export interface ManagedUser extends AdapterUser {
  /** When the user was disabled. `null` if they may sign in. */
  disabledAt: Date | null
}

/** A page of users, in the order of their ids. */
export interface UserList {
  /** The users of this page. */
  users: ManagedUser[]
  /** Pass it to the next call. `null` after the last page. */
  cursor: string | null
}

/** Options of `auth.users.list`. */
export interface UserListOptions {
  /** The `cursor` of the page before. @default the first page */
  cursor?: string | null | undefined
  /** From 1 to 200. @default 50 */
  limit?: number | undefined
}

/** The fields of a user that `auth.users.update` changes. Omitted ones stay. */
export interface UserChanges {
  /** At most 256 characters. */
  name?: string | null | undefined
  /** An http or https URL of at most 2048 characters. */
  image?: string | null | undefined
}

/** Options of `auth.users.sendPasswordReset`. */
export interface PasswordResetOptions {
  /**
   * Returns the link instead of emailing it, for a user whose mailbox is lost. Check by other means who asked for it.
   * The link works once, for 10 minutes, and the logger's `warn` gets `password-reset-link`.
   *
   * @default false
   */
  returnLink?: boolean | undefined
}

/** The result of `auth.users.sendPasswordReset`. */
export interface PasswordReset {
  /** When the link stops working. */
  expires: Date
  /** Only with `returnLink`. */
  url?: string
}

/** Options of `auth.users.impersonate`. */
export interface ImpersonateOptions {
  /** Seconds after which it ends, whatever happens, from 60 to 43,200. @default 3600 */
  maxAge?: number | undefined
}

/** The result of `auth.users.impersonate` and `stopImpersonating`, with the `Set-Cookie` lines of your response. */
export interface ImpersonationCookies {
  cookies: readonly string[]
}

/**
 * Functions for your app's own administration. No route and no form calls them, and they don't check who calls: your
 * code must, freshly, before each call. The last argument is a request. It is needed only if your configuration is a
 * function of the request, and for emails and links if `AUTH_URL` isn't set.
 *
 * @example
 * const session = await auth.require(request, { within: "10m" })
 * if ((await auth.users.get(session.user.id))?.role !== "admin") throw new Error("Not allowed")
 * await auth.users.disable(id)
 */
export interface Users {
  /** Returns the user with this id, or `null`. */
  get(id: string, request?: RequestLike): Promise<ManagedUser | null>
  /** Returns the user with this address, or `null`. */
  getByEmail(email: string, request?: RequestLike): Promise<ManagedUser | null>
  /**
   * Returns a page of users. A user who exists all the time is on exactly one page, whatever is created or deleted
   * meanwhile.
   *
   * @throws {AuthError} `MissingAdapterMethods` if the adapter has no `listUsers`, as Auth.js adapters
   */
  list(options?: UserListOptions, request?: RequestLike): Promise<UserList>
  /**
   * Changes a user's name or picture. Returns `null` if there is no such user.
   *
   * @throws {TypeError} for any other field. Addresses, passwords and factors have their own functions
   */
  update(id: string, changes: UserChanges, request?: RequestLike): Promise<ManagedUser | null>
  /**
   * Disables a user. Their sessions end at once, in both strategies. So do paused sign-ins, links, trusted devices and
   * access tokens that your app reads through Latchkit. Every sign-in method is blocked. It needs
   * `account.administration` or `Password()`.
   *
   * @returns `false` if there is no such user
   */
  disable(id: string, request?: RequestLike): Promise<boolean>
  /**
   * Lets a disabled user sign in again. Nothing from before works again: no session, link or trusted device.
   *
   * @returns `false` if there is no such user
   */
  enable(id: string, request?: RequestLike): Promise<boolean>
  /**
   * Ends all of a user's sessions, paused sign-ins, links and trusted devices, in both strategies.
   *
   * @returns `false` if there is no such user
   */
  revokeSessions(id: string, request?: RequestLike): Promise<boolean>
  /**
   * Removes all second factors and recovery codes of a user, for one who lost them. Passkeys stay, and still sign in.
   * Emails the user.
   *
   * @returns how many factors it removed
   * @throws {AuthError} `InvalidConfiguration`, and changes nothing, if no email can be sent to the user
   */
  removeFactors(id: string, request?: RequestLike): Promise<number>
  /**
   * Emails a user a link to choose a new password. You never learn or set a password. Returns `null` if there is no
   * such user, or they are disabled or have no address.
   */
  sendPasswordReset(id: string, options?: PasswordResetOptions, request?: RequestLike): Promise<PasswordReset | null>
  /**
   * Deletes a user at once, with everything that belongs to them, and emits `deleteUser`. It asks no one. With sessions
   * in cookies it needs a setting with which they read their user's state, such as `account.administration` or
   * `Password()`.
   *
   * @throws {AuthError} `InvalidConfiguration`, and deletes nothing, if the user's sessions would go on
   * @returns `false` if there is no such user
   */
  delete(id: string, request?: RequestLike): Promise<boolean>
  /**
   * Lets the signed-in administrator of `request` act as a user, if `callbacks.impersonate` allows it. The session has
   * `actor`. It can't change the account, confirm anything or start another one. The administrator's own session stays
   * beside it, and ends it.
   *
   * @throws {AuthError} `SessionRequired` without a session; `AccessDenied` if it isn't allowed
   */
  impersonate(id: string, request: RequestLike, options?: ImpersonateOptions): Promise<ImpersonationCookies>
  /** Returns to the administrator's own session, if it still exists. It never opens one. */
  stopImpersonating(request: RequestLike): Promise<ImpersonationCookies & { stopped: boolean }>
}
