/** The catalogue's language and writing direction. */
export const language: { readonly lang: string; readonly dir: "ltr" | "rtl" } = { lang: "en", dir: "ltr" }

/** The sign-in card. Names in braces are filled in. */
export const signIn = {
  title: "Sign in to {site}",
  titlePlain: "Sign in",
  continueWith: "Continue with {provider}",
  lastUsed: "Last used",
  or: "or",
  email: "Email",
  emailPlaceholder: "you@example.com",
  username: "Username",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  continueWithEmail: "Continue with email",
  submit: "Sign in",
  usePasskey: "Use a passkey",
  remember: "Keep me signed in",
  busy: "One moment…",
  errorPrefix: "Error: {title}",
  tryAgainIn: {
    one: "Too many attempts. Try again in a minute.",
    other: "Too many attempts. Try again in {count} minutes.",
  },
  nothing: "No sign-in methods are set up.",
  signedInAs: "You're signed in as {name}.",
  continue: "Continue",
  useAnother: "Use another account",
}

/**
 * A sentence or two for each value of `error`. None of them reveals whether an account exists. If the provider isn't known, a
 * sentence with `{provider}` is replaced by the sentence whose name ends in `Plain`.
 */
export const errors = {
  Signin: "We couldn't sign you in. Try again.",
  OAuthSignin: "We couldn't reach {provider}. Try again.",
  OAuthSigninPlain: "We couldn't reach the sign-in provider. Try again.",
  OAuthCallbackError: "{provider} didn't complete the sign-in. Try again.",
  OAuthCallbackErrorPlain: "The provider didn't complete the sign-in. Try again.",
  OAuthCreateAccount: "We couldn't create your account. Try again.",
  EmailCreateAccount: "We couldn't create your account. Check your email address and try again.",
  Callback: "The sign-in was interrupted. Try again.",
  OAuthAccountNotLinked:
    "You already have an account. Sign in the way you did before, then link {provider} in your account settings.",
  OAuthAccountNotLinkedPlain:
    "You already have an account. Sign in the way you did before, then link this sign-in method in your account settings.",
  AccountNotLinked: "That sign-in method belongs to another account. Sign in the way you did before.",
  EmailSignin: "We couldn't send the email. Check the address and try again.",
  CredentialsSignin: "Those details aren't right. Check them and try again.",
  CredentialsPassword: "Wrong email or password. Try again.",
  CredentialsUsername: "Wrong username or password. Try again.",
  SessionRequired: "Sign in to continue.",
  MissingCSRF: "This page expired. Try again.",
  RateLimited: "Too many attempts. Try again later.",
  WebAuthnVerificationError: "That passkey didn't work. Try again, or use another sign-in method.",
  Cancelled: "You canceled the sign-in. Nothing has changed.",
  PopupBlocked: "Your browser blocked the pop-up window. Try again to continue on this page.",
  Offline: "You're offline. Check your connection and try again.",
  Default: "Something went wrong. Try again.",
}

/** Apart from the other error pages, because the sign-in card says it too. */
export const accessDenied = {
  title: "Access denied",
  text: "This account doesn't have access to {site}.",
  textPlain: "This account doesn't have access.",
}

/** The error page: a title and a text for each of its values. */
export const errorPage = {
  Configuration: {
    title: "Sign-in isn't available",
    text: "Sign-in isn't set up correctly on this site. This isn't your fault. Try again later.",
  },
  AccessDenied: accessDenied,
  Verification: {
    title: "This link no longer works",
    text: "It has expired or was already used. Request a new one.",
  },
  NotFound: { title: "Page not found", text: "Check the address, or go back to sign-in." },
  Default: { title: "Something went wrong", text: "Go back and try again." },
  back: "Back to sign-in",
  home: "Go to {site}",
}

/** The end of a popup sign-in, whose window then closes. */
export const popup = {
  title: "You're signed in",
  text: "You can close this window.",
}

/** The sign-out card. */
export const signOut = {
  title: "Sign out of {site}",
  titlePlain: "Sign out",
  question: "You can sign back in at any time.",
  signedInAs: "Signed in as {name}",
  submit: "Sign out",
  stay: "Stay signed in",
  failed: "We couldn't sign you out. You're still signed in.",
}

/** The page after an email was sent, and the one behind its link. */
export const email = {
  title: "Check your email",
  sentLink: "We sent a sign-in link to {email}",
  sentCode: "We sent a link and a code to {email}",
  sentLinkAnywhere: "We sent you a sign-in link.",
  code: "6-digit code",
  wrongCode: "That code is incorrect or has expired. Check it, or request a new one.",
  submit: "Sign in",
  open: "Open {site}",
  nothingThere: "Didn't get it? Check your spam folder, or",
  resend: "resend it",
  resendIn: "resend in {time}",
  resent: "We sent another email.",
  change: "Use another email",
  confirmTitle: "Confirm it's you",
  confirmText: "You're signing in to {site} as {email}",
  confirmTextPlain: "You're signing in as {email}",
  confirm: "Continue as {email}",
  confirmPlain: "Continue",
  confirmHint: "Didn't request this? You can close this page.",
}

/** The passkey button and the results of pressing it. */
export const passkey = {
  signIn: "Use a passkey",
  register: "Add a passkey",
  failed: "The passkey didn't work. Try again, or use another sign-in method.",
  unknown: "This site doesn't recognize that passkey. Use another sign-in method.",
  unsupported: "This browser doesn't support passkeys. Use another sign-in method.",
  exists: "You already have a passkey on this device.",
  registered: "Passkey added.",
}

/** The user's menu and account. */
export const account = {
  menu: "{name}'s account",
  manage: "Manage account",
  signOut: "Sign out",
  signIn: "Sign in",
  methods: "Sign-in methods",
  linked: "Linked",
  notLinked: "Not linked",
  link: "Link",
  unlink: "Unlink",
  linkNamed: "Link {name}",
  unlinkNamed: "Unlink {name}",
  lastMethod: "This is your only sign-in method",
  passkeys: "Passkeys",
  noPasskeys: "Sign in with your face, fingerprint, or device PIN instead of a password.",
  addPasskey: "Add a passkey",
  remove: "Remove",
  removeNamed: "Remove {name}",
  rename: "Rename",
  renameNamed: "Rename {name}",
  sessions: "Devices",
  thisDevice: "This device",
  activeNow: "Active now",
  revoke: "Sign out",
  revokeNamed: "Sign out {name}",
  revokeOthers: "Sign out everywhere else",
  failed: "That didn't work. Try again.",
  title: "Your account",
  unlinkQuestion: "You'll no longer be able to sign in with {name}.",
  removeQuestion: "You'll no longer be able to sign in with this passkey.",
  revokeQuestion: "That device will need to sign in again.",
  revokeOthersQuestion: "All your other devices will need to sign in again.",
  edit: "Edit",
  editNamed: "Edit {name}",
  passkeyName: "Passkey name",
  save: "Save",
  cancel: "Cancel",
  added: "Added {date}",
  used: "last used {date}",
  signedInSince: "Signed in {date}",
  browserOn: "{browser} on {system}",
  unknownBrowser: "Unknown browser",
  loading: "Loading your account…",
  loadFailed: "We couldn't load your account.",
  retry: "Try again",
  signedOut: "Sign in to see your account.",
  notFound: "Already removed.",
  done: "Changes saved.",
  unlinked: "{name} unlinked.",
  removed: "{name} removed.",
  renamed: "Renamed to {name}.",
  revoked: "{name} signed out.",
  revokedOthers: "Signed out everywhere else.",
}

/** The sign-in email. */
export const mail = {
  subject: "Sign in to {site}",
  title: "Sign in to {site}",
  button: "Sign in",
  code: "Or enter this code on the sign-in page:",
  codeHint: {
    one: "This code expires in 1 minute. Don't share it with anyone.",
    other: "This code expires in {count} minutes. Don't share it with anyone.",
  },
  expires: "This link works once and expires on {time}.",
  ignore: "If you didn't request this email, you can safely ignore it.",
}

/** The email to a user whose address was proven for the first time, after unverified sign-in methods were removed. */
export const reclaimedMail = {
  subject: "We secured your {site} account",
  text: "You confirmed your email address for the first time. To keep others out, we removed unverified sign-in methods and signed out all other devices.",
  again: "If you set up one of them yourself, add it again in your account settings.",
  unknown:
    "If you didn't sign in on {time}, someone else may be able to read your email. Change the password of your email account.",
}

/** Every sentence that a user may read. */
export const en = { language, signIn, errors, errorPage, popup, signOut, email, passkey, account, mail, reclaimedMail }
