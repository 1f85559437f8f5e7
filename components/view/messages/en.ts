import type { Language } from "./types.ts"

/** Which language it is, and which way it is written. */
export const language: Language = { lang: "en", dir: "ltr" }

/** What the sign-in, verify-request and confirm screens say; names in braces are filled in. */
export const signIn = {
  title: "Sign in to {site}",
  titlePlain: "Sign in",
  continueWith: "Continue with {provider}",
  lastUsed: "Last used",
  or: "or",
  email: "Email",
  emailPlaceholder: "you@example.com",
  password: "Password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  continueWithEmail: "Continue with email",
  submit: "Sign in",
  usePasskey: "Use a passkey",
  remember: "Keep me signed in",
  busy: "One moment …",
  errorPrefix: "Error: {title}",
  tryAgainIn: { one: "Try again in a minute.", other: "Try again in {count} minutes." },
  nothing: "There is no way to sign in yet.",
}

/** One sentence or two for each value of `error`; none says whether an account exists. */
export const errors = {
  Signin: "Signing in did not work. Please try again.",
  OAuthSignin: "The other service could not be reached. Please try again.",
  OAuthCallbackError: "The other service did not let us finish. Please try again.",
  OAuthCreateAccount: "Your account could not be set up. Please try again.",
  EmailCreateAccount: "Your account could not be set up. Check the address and try again.",
  Callback: "Signing in was interrupted. Please try again.",
  OAuthAccountNotLinked:
    "You have signed in with another method before. Use that one now, then link this one in your account.",
  AccountNotLinked: "That method already belongs to another account. Sign in with the one you used before.",
  EmailSignin: "The email could not be sent. Check the address and try again.",
  CredentialsSignin: "Those details do not match. Check them and try again.",
  CredentialsPassword: "That email and password do not match. Check both and try again.",
  SessionRequired: "Please sign in to see that page.",
  MissingCSRF: "That did not go through. Please try again.",
  RateLimited: "Too many attempts. Please wait a little.",
  WebAuthnVerificationError: "That passkey was not accepted. Try again, or use another way.",
  Cancelled: "You cancelled signing in. Nothing has changed.",
  PopupBlocked: "Your browser did not open the window. Try again to continue on this page.",
  Offline: "There is no connection. Check it and try again.",
  Default: "Something went wrong. Please try again.",
}

/** The error page: a title and a text for each of its values. */
export const errorPage = {
  Configuration: {
    title: "Sign-in is not available",
    text: "Something is set up wrongly on this site. It is not your doing; please try again later.",
  },
  AccessDenied: { title: "No access", text: "You are not allowed to sign in here with this account." },
  Verification: {
    title: "This link no longer works",
    text: "It may have been used already, or it is too old. Ask for a new one.",
  },
  Default: { title: "Something went wrong", text: "Please go back and try again." },
  back: "Back to sign-in",
  home: "Go to {site}",
}

/** Where a sign-in in a window of its own ends, which then closes. */
export const popup = {
  title: "You are signed in",
  text: "You can close this window.",
}

/** Leaving. */
export const signOut = {
  title: "Sign out of {site}",
  titlePlain: "Sign out",
  question: "You can sign back in at any time.",
  signedInAs: "Signed in as {name}",
  submit: "Sign out",
  stay: "Stay signed in",
  failed: "Signing out did not work. You are still signed in.",
}

/** After an email was sent, and behind the link in it. */
export const email = {
  title: "Check your email",
  sentLink: "We sent a sign-in link to {email}",
  sentCode: "We sent a link and a code to {email}",
  sentLinkAnywhere: "We sent you a sign-in link.",
  code: "Code from the email",
  wrongCode: "That code is not right or too old. Check it, or ask for a new one.",
  submit: "Sign in",
  open: "Open {site}",
  nothingThere: "Nothing there? Look in spam, or",
  resend: "send it again",
  resendIn: "send it again in {time}",
  resent: "We sent it again.",
  change: "Use another email",
  confirmTitle: "Almost there",
  confirmText: "You are signing in to {site} as {email}",
  confirmTextPlain: "You are signing in as {email}",
  confirm: "Continue as {email}",
  confirmPlain: "Continue",
  confirmHint: "If you did not ask for this, close this page.",
}

/** The passkey button and what can happen behind it. */
export const passkey = {
  signIn: "Use a passkey",
  register: "Add a passkey",
  failed: "The passkey did not work. Try again, or use another way.",
  unknown: "This site does not know that passkey. Use another way to sign in.",
  unsupported: "This browser has no passkeys. Use another way.",
  exists: "This device has a passkey for you already.",
  registered: "The passkey is ready to use.",
}

/** The signed-in person's menu and account. */
export const account = {
  menu: "Account of {name}",
  manage: "Manage account",
  signOut: "Sign out",
  signIn: "Sign in",
  methods: "Ways to sign in",
  linked: "Linked",
  notLinked: "Not linked",
  link: "Link",
  unlink: "Unlink",
  linkNamed: "Link {name}",
  unlinkNamed: "Unlink {name}",
  lastMethod: "This is your only way to sign in",
  passkeys: "Passkeys",
  noPasskeys: "Sign in with your face, finger or device PIN instead of a password.",
  addPasskey: "Add a passkey",
  remove: "Remove",
  removeNamed: "Remove {name}",
  rename: "Rename",
  renameNamed: "Rename {name}",
  sessions: "Where you are signed in",
  thisDevice: "This device",
  revoke: "Sign out",
  revokeNamed: "Sign out {name}",
  revokeOthers: "Sign out everywhere else",
  failed: "That did not work. Please try again.",
  title: "Your account",
  unlinkQuestion: "You will no longer be able to sign in with {name}.",
  removeQuestion: "You will no longer be able to sign in with this passkey.",
  revokeQuestion: "That browser will have to sign in again.",
  revokeOthersQuestion: "Every other browser will have to sign in again.",
  edit: "Edit",
  editNamed: "Edit {name}",
  passkeyName: "Name of the passkey",
  save: "Save",
  cancel: "Cancel",
  added: "Added {date}",
  used: "last used {date}",
  signedInSince: "Signed in {date}",
  browserOn: "{browser} on {system}",
  unknownBrowser: "Unknown browser",
  loading: "Loading your account …",
  loadFailed: "Your account could not be loaded.",
  retry: "Try again",
  signedOut: "Sign in to see your account.",
  notFound: "That was gone already.",
  done: "Done.",
}

/** The sign-in mail. */
export const mail = {
  subject: "Sign in to {site}",
  title: "Sign in to {site}",
  button: "Sign in",
  code: "Or type this code where you asked for it:",
  codeHint: {
    one: "The code is good for a minute and works only there. Give it to nobody.",
    other: "The code is good for {count} minutes and works only there. Give it to nobody.",
  },
  expires: "The link works once, until {time}.",
  ignore: "If you did not ask for this mail, you can ignore it: nobody gets in without it.",
}

/** Every sentence that a visitor may read. */
export const en = { language, signIn, errors, errorPage, popup, signOut, email, passkey, account, mail }
