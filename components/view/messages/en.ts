/** The catalogue's language and writing direction. */
export const language: { readonly lang: string; readonly dir: "ltr" | "rtl" } = { lang: "en", dir: "ltr" }

/** Sentences that few pages with a sign-in card show. They are apart so that the card loads without them. */
export const signInPage = {
  retry: "Try again",
  errorPrefix: "Error: {title}",
  useAnother: "Use another account",
}

/** The sign-in card. Names in braces are filled in. */
export const signInCard = {
  title: "Sign in to {site}",
  titlePlain: "Sign in",
  welcome: "Welcome back",
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
  tryAgainIn: {
    one: "Too many attempts. Try again in a minute.",
    other: "Too many attempts. Try again in {count} minutes.",
  },
  nothing: "No sign-in methods are set up.",
  forgot: "Forgot password?",
  newTo: "New to {site}?",
  createAccount: "Create an account",
}

/** The sign-in card and its page. */
export const signIn = { ...signInCard, ...signInPage }

/**
 * A sentence or two for each value of `error`. None of them reveals whether an account exists. If the provider isn't
 * known, a sentence with `{provider}` is replaced by the sentence whose name ends in `Plain`.
 */
export const signInErrors = {
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
  AttemptRejected: "We couldn't confirm that you're not a robot. Try again.",
  ServerBusy: "This site is busy right now. Try again in a moment.",
  RateLimited: "Too many attempts. Try again later.",
  WebAuthnVerificationError: "That passkey didn't work. Try again, or use another sign-in method.",
  Default: "Something went wrong. Try again.",
}

/** Errors that only the page's script detects. They are apart so that the card loads without them. */
export const browserErrors = {
  Cancelled: "You canceled the sign-in. Nothing has changed.",
  PopupBlocked: "Your browser blocked the pop-up window. Try again to continue on this page.",
  Offline: "You're offline. Check your connection and try again.",
  CookiesBlocked: "Allow cookies for this site, or open it in its own tab.",
}

/** All of these errors. */
export const errors = { ...signInErrors, ...browserErrors }

/** Apart from the other error pages, because the sign-in card says it too. */
export const accessDeniedText = {
  text: "This account doesn't have access to {site}.",
  textPlain: "This account doesn't have access.",
}

/** Apart from the other error pages, because the sign-in card shows it after a failed request. */
export const configuration = {
  title: "Sign-in isn't available",
  text: "Sign-in isn't set up correctly on this site. This isn't your fault. Try again later.",
}

/** Like `configuration`. */
export const verification = {
  title: "This link no longer works",
  text: "It has expired or was already used. Request a new one.",
}

/** The error page: a title and a text for each of its values. */
export const errorPage = {
  Configuration: configuration,
  AccessDenied: { title: "Access denied", ...accessDeniedText },
  Verification: verification,
  BoundSessionRequired: {
    title: "Not possible in this browser",
    text: "For this, your sign-in must be protected by a key on this device. Sign in again, or use another browser.",
  },
  NotFound: { title: "Page not found", text: "Check the address, or go back to sign-in." },
  Default: { title: "Something went wrong", text: "Go back and try again." },
  newLink: "Get a new link",
  back: "Back to sign-in",
  home: "Go to {site}",
}

/** The end of a popup sign-in, whose window then closes. */
export const popup = {
  title: "You're signed in",
  text: "You can close this window.",
}

/** The steps of a sign-in that asks for the email address first. */
export const identifierFirst = {
  text: "Enter your email to continue",
  password: "Enter your password",
  provider: "Sign in with {provider}",
  providerText: "Your company manages sign-in. You'll come back here when you're done.",
  continue: "Continue",
  change: "Change",
}

/** The messages at the fields of a form that isn't complete. */
export const fields = {
  required: "Fill in this field.",
  requiredName: "Enter your name.",
  requiredEmail: "Enter your email address.",
  requiredUsername: "Enter your username.",
  requiredPassword: "Enter your password.",
  requiredCode: "Enter the code.",
  invalidEmail: "Enter a complete email address, like you@example.com.",
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

/** The second step of a sign-in, and its other methods. */
export const secondFactor = {
  title: "Enter your code",
  totpText: "Open your authenticator app and enter the code for {site}.",
  totpTextPlain: "Open your authenticator app and enter the code.",
  emailText: "We sent a code to {email}",
  emailTextPlain: "We sent you a code by email.",
  passkeyTitle: "Use your passkey",
  passkeyText: "Use your face, fingerprint, device PIN, or security key.",
  recoveryTitle: "Enter a recovery code",
  recoveryText: "Use one of the codes you saved when you set up two-step verification.",
  recoveryCode: "Recovery code",
  recoveryHint: "Each code works once.",
  trust: { one: "Trust this device for 1 day", other: "Trust this device for {count} days" },
  another: "Use another method",
  anotherText: "Choose how to confirm it's you.",
  totp: "Authenticator app",
  totpNote: "Enter a code from your app",
  passkey: "Passkey or security key",
  passkeyNote: "Your face, fingerprint, PIN, or key",
  email: "Email",
  emailNote: "Get a code at {email}",
  recoveryNote: "Use one of the codes you saved",
  stuck: "Can't use any of these?",
  signingInAs: "Signing in as {name}",
  wrongCode: "That code is incorrect or has expired. Check it, or wait for the next one.",
  wrongRecoveryCode: "That recovery code is incorrect or was already used.",
  usePasskey: "Use a passkey instead",
  useTotp: "Use your authenticator app instead",
  useEmail: "Email me a code",
  useRecovery: "Use a recovery code instead",
}

/** How a user sets up two-step verification and saves the recovery codes. */
export const twoStep = {
  title: "Set up two-step verification",
  text: "Scan the QR code with an authenticator app.",
  required: "Your account requires two-step verification. Scan the QR code with an authenticator app.",
  qr: "QR code for your authenticator app",
  key: "Can't scan it? Enter this key instead:",
  open: "Open authenticator app",
  copy: "Copy",
  copied: "Copied",
  download: "Download",
  print: "Print",
  code: "6-digit code from the app",
  submit: "Turn on",
  step: "Step {step} of {count}",
  codesTitle: "Save your recovery codes",
  codesText: "Two-step verification is on. If you lose your phone, these codes get you back in.",
  newCodesText: "These codes replace your old ones, which no longer work.",
  codesHint: "Each code works once. Store them in your password manager. You won't see them again.",
  codes: "Recovery codes",
  codesFor: "Recovery codes for {site}",
  saved: "I saved these codes",
  done: "Done",
}

/** The card that asks a signed-in user to confirm who they are before a sensitive change. */
export const confirm = {
  password: "Enter your password to continue.",
  passkey: "Use your passkey to continue.",
  totp: "Enter the code from your authenticator app to continue.",
  provider: "Sign in with {provider} again to continue.",
  submit: "Confirm",
  usePassword: "Use your password instead",
  wrongPassword: "That password is incorrect. Try again.",
  back: "Back",
}

/** Said after a reset. It is apart so that the sign-in page has it without the other sentences about passwords. */
export const passwordChanged = { changed: "Password changed." }

/** The cards of password accounts: sign-up, and how a user resets or changes the password. */
export const password = {
  signUp: "Create your {site} account",
  signUpPlain: "Create your account",
  join: "Join {site}",
  joinPlain: "Accept your invitation",
  joinText: "You're invited. Create your account to get started.",
  elsewhere: "You started on another device or browser. Enter your details here to finish.",
  name: "Name",
  create: "Create account",
  haveAccount: "Already have an account?",
  terms: "By creating an account, you agree to the {terms} and the {privacy}.",
  termsLink: "Terms of Service",
  privacyLink: "Privacy Policy",
  confirmTitle: "Confirm your email",
  confirmText: "You're creating an account at {site} for {email}",
  confirmTextPlain: "You're creating an account for {email}",
  forgotTitle: "Reset your password",
  forgotText: "Enter your email address. We'll send you a link and a code.",
  send: "Send email",
  sentText: "If there's an account for {email}, we sent it a link and a code.",
  resetTitle: "Choose a new password",
  newPassword: "New password",
  currentPassword: "Current password",
  changeTitle: "Change your password",
  addTitle: "Add a password",
  change: "Change password",
  add: "Add password",
  othersOut: "All your other devices will be signed out.",
  ...passwordChanged,
  added: "Password added.",
  removed: "Password removed.",
  remove: "Remove password",
  removeQuestion: "You'll no longer be able to sign in with your password. All your other devices will be signed out.",
  length: {
    one: "1 character or more",
    other: "{count} characters or more",
  },
  weak: "Weak",
  fair: "Fair",
  good: "Good",
  strong: "Strong",
  tooShort: {
    one: "Use at least 1 character. Four random words work well.",
    other: "Use at least {count} characters. Four random words work well.",
  },
  tooLong: {
    one: "Use at most 1 character.",
    other: "Use at most {count} characters.",
  },
  tooCommon: "This password is too easy to guess. Four random words work well.",
  tooSimilar: "Don't use your name, your email address, or the name of this site.",
  breached: "This password appeared in a data breach. Choose another one.",
  unchanged: "That's your current password. Choose a new one.",
  unusable: "This password contains a character that can't be used.",
  taken: "This is already taken. Choose another.",
}

/** The user's menu and account. */
export const account = {
  profile: "Profile",
  security: "Security",
  imageUrl: "Image URL",
  emailText: "Where we send sign-in links and security notices.",
  verified: "Verified",
  newEmail: "New email",
  newEmailHint: "We'll send a link to the new address and tell the old one. You can undo the change for 7 days.",
  sendLink: "Send link",
  emailSent: "We sent a link to {name}.",
  pendingEmail: "Waiting for {email}",
  pendingText: "Open the link we sent there. It expires {time}.",
  methodsText: "Keep at least two, so you're never locked out.",
  activeSince: "Active {date}",
  data: "Your data",
  exportData: "Download your data",
  exportText: "Everything we store about you, as a JSON file.",
  delete: "Delete",
  deleteAccount: "Delete account",
  deleteText: "You'll be signed out everywhere, and your account is deleted for good.",
  deleteLaterText:
    "You'll be signed out everywhere now, and your account is deleted {time}. Sign in before then to keep it.",
  typeToConfirm: "Type {text} to confirm",
  deletionBlocked: "You changed your email recently. You can delete your account from {date}.",
  emailRejected: "We can't use that email address. Check it, or try another one.",
  profileRejected: "That name or image can't be used. Try another one.",
  deletionRejected: "Your account can't be deleted right now. Contact support.",
  menu: "{name}'s account",
  manage: "Manage account",
  signOut: "Sign out",
  switchAccount: "Switch account",
  addAccount: "Add another account",
  signOutAll: "Sign out of all accounts",
  accountEnded: "That account was signed out. Sign in to it again.",
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
  acting: "You're acting as {name}, so you can't change this account.",
  unlisted: "Other devices aren't listed here. To sign one out, sign out on that device.",
  unlistedPassword: "Other devices aren't listed here. To sign out all of them, change your password.",
  edit: "Edit",
  editNamed: "Edit {name}",
  change: "Change",
  add: "Add",
  passkeyName: "Passkey name",
  save: "Save",
  cancel: "Cancel",
  added: "Added {date}",
  passwordChanged: "Changed {date}",
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
  twoStep: "Two-step verification",
  noTwoStep: "Protect your account with a second step when you sign in.",
  on: "On",
  off: "Not set up",
  setUp: "Set up",
  setUpNamed: "Set up {name}",
  securityKey: "Security key",
  codesLeft: "{count} of {total} left",
  newCodes: "New codes",
  newCodesQuestion: "Your old codes will stop working.",
  removeFactorQuestion: "It will no longer protect your account.",
  factorName: "Name",
  trustedUntil: "Trusted until {date}",
  untrustQuestion: "This device will be asked for the second step again.",
  lastFactor: "Your account requires two-step verification, so its last method stays. Add another one first.",
  emailUnverified: "Confirm your email address first. To do so, sign in with a link or code by email.",
}

/** The sign-in email. */
export const mail = {
  subject: "Sign in to {site}",
  title: "Sign in to {site}",
  text: "Here's the sign-in link you requested.",
  button: "Sign in",
  code: "Or enter this code on the sign-in page:",
  codeHint: {
    one: "This code expires in 1 minute. Don't share it with anyone.",
    other: "This code expires in {count} minutes. Don't share it with anyone.",
  },
  expires: "This link works once and expires {in}.",
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

/** The emails about changes of two-step verification, and about too many wrong codes. */
export const securityMail = {
  factorAdded: "A second step was added to your {site} account",
  factorAddedText: "Added on {time}: {factor}",
  undo: "If this wasn't you, we can remove this second step and sign out all your devices.",
  undoButton: "This wasn't me",
  factorRemoved: "A second step was removed from your {site} account",
  factorRemovedText: "Removed on {time}: {factor}",
  newDevice: "New sign-in to your {site} account",
  newDeviceText: "Signed in on {time}: {device}",
  undoDevice: "If this wasn't you, we can sign out all your devices.",
  factorsRemoved: "Two-step verification was turned off for your {site} account",
  factorsRemovedText:
    "On {time}, {site} removed all second steps and recovery codes from your account. You can set up new ones in your account settings.",
  factorsRemovedUnknown: "If you didn't ask for this, contact {site}.",
  newCodes: "You have new recovery codes for {site}",
  newCodesText: "New recovery codes were created on {time}. The old ones no longer work.",
  guesses: "Too many wrong codes for your {site} account",
  guessesText:
    "Someone passed the first step of signing in, but then entered too many wrong codes. They weren't signed in. We stopped them on {time}.",
  confirmGuesses: "A device was signed out of your {site} account",
  confirmGuessesText:
    "On this device, someone failed too many times to confirm that it's you. We signed the device out on {time}.",
  passkeyAdded: "A passkey was added to your {site} account",
  passkeyAddedText: "A passkey was added on {time}. You can now sign in with it.",
  accountLinked: "A sign-in method was added to your {site} account",
  accountLinkedText: "Added on {time}: {provider}",
  passkeyRemoved: "A passkey was removed from your {site} account",
  passkeyRemovedText: "A passkey was removed on {time}. You can no longer sign in with it.",
  accountUnlinked: "A sign-in method was removed from your {site} account",
  accountUnlinkedText: "Removed on {time}: {provider}",
  undoAdded: "If this wasn't you, we can remove it and sign out all your devices.",
  unknown:
    "If this wasn't you, open your account settings, sign out all other devices, and check your sign-in methods. If you have a password, change it.",
}

/** The page of an account that waits for its deletion. */
export const deletion = {
  title: "Your {site} account will be deleted",
  text: "We'll delete your account on {date}. Until then, you can keep it.",
  keep: "Keep my account",
}

/** The page on which a signed-in user continues to a native app. */
export const nativeApp = {
  title: "Continue to {app}?",
  caution: "Continue only if you just opened this page from {app}.",
}

/** The emails about a deletion. */
export const deletionMail = {
  requested: "Your {site} account will be deleted",
  requestedText: "We'll delete your account on {until}. Until then, you can't use it.",
  keepText: "Changed your mind? Sign in and keep your account.",
  unknown: "If you didn't ask for this, sign in, keep your account, and check your sign-in methods.",
  deleted: "Your {site} account was deleted",
  deletedText: "Your account was deleted on {time}, and you were signed out everywhere.",
  contact: "If this wasn't you, contact {site}.",
}

/** The emails of accounts: links to confirm something, and notices of security changes. */
export const accountMail = {
  code: "Or enter this code:",
  link: "Button not working? Copy this link into your browser:",
  confirm: {
    subject: "Confirm your email for {site}",
    text: "Confirm your email address to finish creating your account.",
    button: "Confirm email",
  },
  registered: {
    subject: "You already have an account at {site}",
    text: "Someone tried to create an account with your email address, but you already have one. If it was you, sign in instead. If you forgot your password, you can reset it there.",
  },
  reset: {
    subject: "Reset your {site} password",
    text: "Choose a new password for your account.",
    button: "Choose a new password",
  },
  noPassword: {
    subject: "Your {site} account has no password",
    text: "Someone asked to reset your password, but your account doesn't have one. If it was you, sign in with: {methods}",
  },
  invitation: {
    subject: "You're invited to {site}",
    text: "Create your account to accept the invitation.",
    button: "Accept invitation",
  },
  unexpected: "If you didn't expect this email, you can safely ignore it.",
  changed: {
    subject: "Your {site} password was changed",
    text: "Your password was changed on {time}, and all other devices were signed out.",
  },
  added: {
    subject: "A password was added to your {site} account",
    text: "A password was added on {time}. You can now sign in with it.",
  },
  removed: {
    subject: "Your {site} password was removed",
    text: "Your password was removed on {time}. You can no longer sign in with it.",
  },
  emailChange: {
    subject: "Confirm your new email for {site}",
    text: "Confirm this email address to use it for your {site} account.",
  },
  emailTaken: {
    subject: "Your email is already used for {site}",
    text: "Someone tried to use this email address for another {site} account. Nothing has changed.",
  },
  emailReserved: {
    subject: "This email can't be used for {site} yet",
    text: "This email address was recently removed from an account at {site}. You can use it from {until}.",
  },
  emailChanged: {
    subject: "Your {site} email was changed",
    text: "Your account's email address was changed on {time}. You can no longer sign in with this one.",
    undo: "If this wasn't you, undo the change within 7 days. We'll restore this address, remove anything added since, and sign out every device.",
    undoButton: "Undo the change",
  },
  wasYou: "If this was you, there's nothing to do.",
  notYou: "If this wasn't you, reset your password now. That signs out every device.",
  resetButton: "Reset password",
}

/** The page of the link that proves a new email address. */
export const emailChange = {
  title: "Confirm your new email",
  text: "Your account's new email address will be {email}",
  confirm: "Use this email",
}

/** The app's own links at the end of a page. */
export const footer = {
  terms: "Terms",
  privacy: "Privacy",
  support: "Help",
}

/** Every sentence that a user may read. */
export const en = {
  language,
  signIn,
  errors,
  errorPage,
  popup,
  signOut,
  email,
  passkey,
  secondFactor,
  twoStep,
  confirm,
  account,
  mail,
  reclaimedMail,
  securityMail,
  password,
  accountMail,
  deletion,
  nativeApp,
  deletionMail,
  emailChange,
  identifierFirst,
  fields,
  footer,
}
