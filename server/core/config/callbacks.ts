import type { Session, User } from "../../../client/contract.ts"
import type { AdapterUser, StoredUser } from "../../adapters/contract.ts"
import type { JWT } from "../crypto/jwt-types.ts"
import type { Profile } from "../../providers/profile-types.ts"
import type { Account, Awaitable, UpdateData } from "../../types.ts"
import type { AccountExport } from "./account-export.ts"

/** Where sessions are: in the cookie (`jwt`), or in the database. */
export type SessionStrategyName = "jwt" | "database"

/**
 * Why the `jwt` callback is called. Undefined when a session is read. With `impersonate` an administrator acts as
 * `user`: it is called at each read, and the token isn't stored.
 */
export type JwtTrigger = "signIn" | "signUp" | "update" | "impersonate"

/** The fields of the app's own users. @internal */
type AppFields<Stored> = Omit<Stored, keyof StoredUser | keyof User>

/**
 * A user at a sign-in: the stored user, or the provider's profile. A profile may lack your own fields.
 *
 * @typeParam Stored the users of the adapter
 */
export type CallbackUser<Stored extends StoredUser = AdapterUser> = Stored | (User & Partial<AppFields<Stored>>)

/** The argument of the `jwt` callback. @typeParam Stored the users of the adapter */
export interface JwtCallbackParams<Stored extends StoredUser = AdapterUser> {
  /** The token so far. At sign-in it has `name`, `email`, `picture` and `sub`. */
  token: JWT
  /** At sign-in: the stored user, or the provider's profile without an adapter. */
  user?: CallbackUser<Stored>
  /** At sign-in: the account at the provider, with its tokens. */
  account?: Account | null
  /** At sign-in with a provider: the profile as the provider sent it. */
  profile?: Profile
  /** Why the callback is called. Undefined when a session is read. */
  trigger?: JwtTrigger
  /** At sign-in: whether the user or the provider verified the address. Later, read `token.email_proven`. */
  emailVerified?: boolean
  /** Whether the user was just created. @deprecated Use `trigger === "signUp"`. */
  isNewUser?: boolean
  /** With trigger `update`: the data that the client sent. Validate it. Under the preset for Auth.js it is `any`. */
  session?: UpdateData
  /** At sign-in: the `carry` value that it was started with. Validate it, because it came through the browser. */
  carried?: string
}

interface SessionUpdate {
  /** With trigger `update`: the data that the client sent. Validate it. Under the preset for Auth.js it is `any`. */
  newSession?: UpdateData
  /** Set if the client or your code called for an update. */
  trigger?: "update"
}

/** @internal */
type SessionWithUser = Session & { user: User }

/** @internal */
interface SessionParams<Token extends JWT, Stored extends StoredUser> {
  /** The token that the `jwt` callback returned. */
  jwt: SessionUpdate & { session: SessionWithUser; token: Token }
  /** The stored user. */
  database: SessionUpdate & { session: SessionWithUser; user: Stored }
}

/**
 * Has `token` and `user` if the strategy's type is either, as in Auth.js. At run time only one exists:
 * check `"token" in params`.
 */
export type SessionCallbackParams<
  Token extends JWT = JWT,
  Strategy extends SessionStrategyName = SessionStrategyName,
  Stored extends StoredUser = AdapterUser,
> = [SessionStrategyName] extends [Strategy]
  ? SessionParams<Token, Stored>["jwt"] & SessionParams<Token, Stored>["database"]
  : SessionParams<Token, Stored>[Strategy]

/** The argument of the `signIn` callback. @typeParam Stored the users of the adapter */
export interface SignInCallbackParams<Stored extends StoredUser = AdapterUser> {
  /** The stored user, or the new user before it is stored. */
  user: CallbackUser<Stored>
  /** The account at the provider, with its tokens. */
  account: Account | null
  /** The profile as the provider sent it. Absent if Latchkit asks which methods are left after a removal. */
  profile?: Profile
  /** Set before an email is sent, if the email provider's `asksBeforeSending` is set or with the `authjs()` preset. */
  email?: { verificationRequest?: boolean }
  /** The fields of a credentials form. */
  credentials?: Record<string, string>
  /** Whether the provider verified the address, or the user proved the mailbox. Absent before an email is sent. */
  emailVerified?: boolean
  /** The `carry` value that the sign-in was started with. Validate it, because it came through the browser. */
  carried?: string
  /**
   * Set if the user accepts an invitation: the `data` that your server passed to `auth.invite`. Check that it is still
   * valid.
   */
  invitation?: { data: Readonly<Record<string, unknown>> }
}

/** The argument of the `lifetime` callback. @typeParam Stored the users of the adapter */
export interface LifetimeParams<Stored extends StoredUser = AdapterUser> {
  /** The user who signs in. */
  user: CallbackUser<Stored>
  /** The account at the provider. */
  account: Account
  /** The user's choice. `undefined` if the user wasn't asked. */
  remember: boolean | undefined
}

/** An action with a password or an address that bots try too. */
export type AttemptAction = "sign-in" | "sign-up" | "forgot-password"

/** The argument of the `beforeAttempt` callback. */
export interface BeforeAttemptParams {
  /** The purpose of the form: `sign-in`, `sign-up` or `forgot-password`. */
  action: AttemptAction
  /** The form's fields, such as the token of a captcha, without passwords and codes. */
  fields: Readonly<Record<string, string>>
  /** The request without its body. */
  request: Request
}

/** The argument of the `place` callback. */
export interface PlaceParams {
  /** The request that signs in, without its body. */
  request: Request
}

/** The argument of the `impersonate` callback. @typeParam Stored the users of the adapter */
export interface ImpersonateParams<Stored extends StoredUser = AdapterUser> {
  /** The administrator. */
  actor: Stored
  /** The user that the administrator impersonates. */
  user: Stored
}

/**
 * The app's callbacks.
 *
 * @typeParam Req the framework's request, which `authorized` gets
 * @typeParam Seen the session that `authorized` gets. A separate parameter, so that `authorized` may be written before
 * `session`: with `S`, TypeScript would infer `S` from `authorized`
 * @typeParam Stored the users of the adapter
 */
export interface Callbacks<
  S extends Session = Session,
  Token extends JWT = JWT,
  Strategy extends SessionStrategyName = SessionStrategyName,
  Req extends Request = Request,
  Seen = S,
  Stored extends StoredUser = AdapterUser,
> {
  /**
   * Creates or changes the token. Return `null` to end the session. Write it before `session`, whose `token` gets its
   * type.
   *
   * @default the token as it is
   */
  jwt(params: JwtCallbackParams<Stored>): Awaitable<Token | null>
  /** Returns the session that the client sees. @default the session as it is, without an id */
  session(params: SessionCallbackParams<Token, Strategy, Stored>): Awaitable<S>
  /**
   * Called at each sign-in. Returns how many seconds the session may be idle, and whether its cookie outlives the
   * browser. Omitted fields keep the user's choice.
   *
   * @default the user's choice, and `session.maxAge`
   */
  lifetime(params: LifetimeParams<Stored>): Awaitable<{ maxAge?: number; remember?: boolean } | undefined>
  /**
   * Return `true` to allow the sign-in. Return a string to redirect the user instead: a path, or an http(s) URL of any
   * site. If there is a `redirect` callback, it gets that URL first. Anything else, an error, and no result within 30
   * seconds deny access.
   *
   * A sign-in by email shows "check your email" also for an address that this denies. It is called when the link
   * or the code is used. `asksBeforeSending` of the email provider calls it before the email too.
   *
   * @default every sign-in is allowed
   */
  signIn(params: SignInCallbackParams<Stored>): Awaitable<boolean | string>
  /**
   * Decides where a callback URL may lead. Return a path or an http(s) URL. Any other value is logged, and the user is
   * redirected to the site.
   *
   * @default URLs of the site's own origin are allowed; any other URL becomes the site
   */
  redirect(params: { url: string; baseUrl: string }): Awaitable<string>
  /**
   * Called with `Password()` before an attempt is looked up or hashed, to keep bots out. Return `true` to allow it.
   * Anything else, an error, and no result within 30 seconds reject it, and the form is shown again. Not called for a
   * form with an emailed code or link.
   *
   * @default every attempt is allowed
   */
  beforeAttempt(params: BeforeAttemptParams): Awaitable<boolean>
  /**
   * Called at each sign-in. Returns where the request comes from, such as `Zürich, Switzerland`, for the user's list of
   * devices. At most 120 characters are stored. A text with a web or email address is ignored, and so is an error.
   *
   * @default no place is stored
   */
  place(params: PlaceParams): Awaitable<string | null | undefined>
  /**
   * Called before a user deletes the account, after they confirmed who they are. Return `true` to allow it. Anything
   * else, an error, and no result within 30 seconds reject it.
   *
   * @default every deletion is allowed
   */
  beforeDelete(params: { user: Stored }): Awaitable<boolean>
  /**
   * Returns the object that a user downloads as JSON. Add your app's own data of this user.
   *
   * @default data
   */
  exportAccount(params: { user: Stored; data: AccountExport }): Awaitable<object>
  /**
   * Called when an administrator wants to act as a user, and again at each request of that session. Both users come
   * fresh from the adapter. Return `true` to allow it. Anything else, or an error, denies it. Latchkit also calls it
   * with the two swapped: if that is allowed, the user is an administrator too and can't be impersonated.
   *
   * @default no user can be impersonated
   *
   * @example
   * callbacks: { impersonate: ({ actor, user }) => actor.role === "admin" && user.role !== "admin" }
   */
  impersonate(params: ImpersonateParams<Stored>): Awaitable<boolean>
  /**
   * Called by Next's proxy and by `auth(handler)`. Return `true` or a `Response`. Anything else denies access, and
   * redirects to the sign-in page.
   *
   * @default every request is allowed
   */
  authorized(params: { auth: Seen | null; request: Req }): Awaitable<boolean | Response | undefined>
}
