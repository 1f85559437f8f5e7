/**
 * The rules by which an app that moves from another library keeps that library's behavior, where Latchkit's differs.
 * Without the preset none is set.
 */
export interface Rules {
  /** Paths of actions may end with a slash. */
  readonly trailingSlash?: true
  /** Paths in options are complete. None is below the site's own path. */
  readonly completePaths?: true
  /** The app starts with an option that Latchkit doesn't have, and with a label or theme that it can't use. */
  readonly lenientOptions?: true
  /** The app starts with a short secret in production. With another one, all users would be signed out. */
  readonly shortSecrets?: true
  /** The log says once that the app relies on something that Latchkit does differently. */
  readonly logsMoves?: true
  /** `experimental.enableWebAuthn` turns passkeys on. */
  readonly optInPasskeys?: true
  /** Users change their name and address, export their data and undo a change only if an option says so. */
  readonly optInAccount?: true
  /** No email says that a sign-in method was added or removed. */
  readonly quietMethods?: true
  /** `authorize` gets each field of the form, also beside those that its provider declares. */
  readonly allCredentials?: true
  /** With `checks: ["none"]`, a provider gets no `state`. */
  readonly stateless?: true
  /** A linked provider's verified address proves the mailbox, as a magic link does. */
  readonly linkingProvesEmail?: true
  /** An ID token that an adapter stored says whether its account verified the address. */
  readonly storedIdTokens?: true
  /** A new user gets the other fields that `profile` returned. */
  readonly profileFields?: true
  /** No later sign-in stores a name that the first one didn't have. */
  readonly emptyNames?: true
  /** The `signIn` callback is asked before a magic link is sent. */
  readonly asksBeforeSending?: true
  /** A magic link may leave out its address. */
  readonly bareLinks?: true
  /** A signed-in user sees the sign-in page. */
  readonly alwaysSignInPage?: true
  /** Another library opens and seals session tokens with the same secret. */
  readonly sharedTokens?: true
  /** `jwt.encode` and `jwt.decode` decide alone what a token has: an end, a site. */
  readonly bareTokens?: true
  /** `session.generateSessionToken` may return a shorter token. */
  readonly shortTokens?: true
  /** A token of a stored session may be in the database as it is, and not as a hash. */
  readonly unhashedTokens?: true
  /** The `session` callback gets a token without Latchkit's own claims. */
  readonly hidesClaims?: true
  /** The `session` callback may return any object, or `null`. */
  readonly anySession?: true
  /** A sign-in goes on without a session if the `jwt` callback returns `null`. */
  readonly emptyTokens?: true
  /** A callback that throws while a session is read signs the user out. */
  readonly errorsSignOut?: true
  /** The `session` event gets the session that the callback returned, also if sessions are stored. */
  readonly eventGetsSession?: true
  /** The `authorized` callback allows access with any truthy value. */
  readonly truthyAuthorized?: true
  /** `signOut` of Next returns an object with the URL and the cookies. */
  readonly signOutReturnsCookies?: true
  /** Form actions throw each error. */
  readonly actionsThrow?: true
  /** Helpers return no session if the configuration is invalid. */
  readonly helpersIgnoreProblems?: true
}

/** The rules of Auth.js, and of next-auth 4. */
const AUTHJS: Rules = {
  trailingSlash: true,
  completePaths: true,
  lenientOptions: true,
  shortSecrets: true,
  logsMoves: true,
  optInPasskeys: true,
  optInAccount: true,
  quietMethods: true,
  allCredentials: true,
  stateless: true,
  linkingProvesEmail: true,
  storedIdTokens: true,
  profileFields: true,
  emptyNames: true,
  asksBeforeSending: true,
  bareLinks: true,
  alwaysSignInPage: true,
  sharedTokens: true,
  bareTokens: true,
  shortTokens: true,
  unhashedTokens: true,
  hidesClaims: true,
  anySession: true,
  emptyTokens: true,
  errorsSignOut: true,
  eventGetsSession: true,
  truthyAuthorized: true,
  signOutReturnsCookies: true,
  actionsThrow: true,
  helpersIgnoreProblems: true,
}

const OWN: Rules = {}

/** The options of a configuration that the preset sets. */
interface PresetOptions {
  compat?: "authjs" | undefined
  compatVersion?: 4 | 5 | undefined
}

/** Returns the rules of a configuration. */
export const rulesFor = ({ compat }: PresetOptions): Rules => (compat === undefined ? OWN : AUTHJS)

/** Returns the major version of Auth.js that the app moves from, or `undefined` without the preset. */
export const authjsVersion = ({ compat, compatVersion }: PresetOptions) => compat && (compatVersion ?? 5)
