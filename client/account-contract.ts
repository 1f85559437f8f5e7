import type { ProviderType, PublicProvider, SessionActor, User } from "./contract.ts"

/** One of the user's sign-in methods. Its account id at the provider never leaves the server. */
export interface LinkedAccount {
  /** Identifies the link in `POST account`. It isn't secret. */
  id: string
  /** The provider's id. */
  provider: string
  /** The provider's name. */
  name: string
  /** How the provider signs users in. */
  type: ProviderType
  /** Distinguishes two links to one provider, if known: an email address or a username. */
  label: string | null
  /** False if this is the user's last sign-in method. The `signIn` callback isn't asked before the removal itself. */
  removable: boolean
}

/** Describes a browser by its own headers. A part is null if it isn't known. */
export interface DeviceDetails {
  /** The kind of device. */
  type: "desktop" | "phone" | "tablet" | null
  /** Such as `Firefox`. */
  browser: string | null
  /** Such as `macOS`. */
  system: string | null
}

/** One of the user's sessions. */
export interface SessionDetails {
  /** Identifies the session in `POST account`. It isn't secret. */
  id: string
  /** Whether this is the session of the current request. */
  current: boolean
  /** ISO 8601, or null if the adapter doesn't store it. */
  createdAt: string | null
  /** ISO 8601. */
  expires: string
  /** The `User-Agent` header of the browser that opened it, or null if the adapter doesn't store it. */
  userAgent: string | null
  /** The browser and the system that opened it. */
  device?: DeviceDetails
  /** Where it was opened, as the `place` callback says. Absent without that callback. */
  place?: string | null
  /** ISO 8601, accurate to an hour. Null if it isn't known. */
  lastActiveAt?: string | null
  /** The client id of the native app that has the session. Absent for a browser. */
  nativeApp?: string
}

/** One of the user's passkeys. */
export interface PasskeyDetails {
  /** The credential id in base64url, as browsers' Signal API uses it. */
  id: string
  /** The passkey's name, which the user can change. */
  name: string
  /** ISO 8601, or null if the adapter doesn't store it. */
  createdAt: string | null
  /** ISO 8601, or null if the adapter doesn't store it or the passkey was never used. */
  lastUsedAt: string | null
  /** The product that stores it, such as `iCloud Keychain`, or null if it isn't known. */
  authenticator?: string | null
  /** Whether the passkey is backed up, for example synced to other devices. */
  backedUp: boolean
  /** False if this is the user's last sign-in method. The `signIn` callback isn't asked before the removal itself. */
  removable: boolean
}

/** One of the user's second factors. */
export interface FactorDetails {
  /** Identifies the factor in `POST account`. It isn't secret. */
  id: string
  /** An authenticator app (`totp`), or a passkey that is used as a second factor (`security-key`). */
  kind: "totp" | "security-key"
  /** The user's own name for it, or null. */
  name: string | null
  /** ISO 8601, or null if it isn't known. */
  createdAt: string | null
  /** ISO 8601, or null if it isn't known or the factor was never used. */
  lastUsedAt: string | null
  /** False if the app requires a second factor and this is the last one. */
  removable: boolean
}

/** A browser that isn't asked for a second factor. */
export interface TrustedDevice {
  /** Identifies the device in `POST account`. It isn't secret. */
  id: string
  /** Whether this is the browser of the current request. */
  current: boolean
  /** ISO 8601. */
  expires: string
  /** The `User-Agent` header of the browser, or null if it isn't known. */
  userAgent: string | null
  /** The browser and the system. */
  device?: DeviceDetails
}

/** The user's two-step verification. */
export interface TwoStepDetails {
  /** The second factors that the user has set up. Empty if two-step verification is off for this user. */
  factors: FactorDetails[]
  /** The kinds of factors that the user can set up, and the pages that do. */
  addable: { kind: FactorDetails["kind"]; url: string }[]
  /** How many codes are unused, and the URL that replaces them with a POST. Null without a second factor. */
  recoveryCodes: { left: number; total: number; url: string } | null
  /** The browsers that aren't asked for a second factor. */
  trustedDevices: TrustedDevice[]
}

/** A field of the profile that the user can change. */
export type ProfileField = "name" | "image"

/** The user's email address, if they can change it. */
export interface EmailDetails {
  /** Whether the current address is verified. */
  verified: boolean
  /** A new address that waits for its proof. `expires` is ISO 8601. */
  pending: { email: string; expires: string } | null
}

/** How the user can delete the account. */
export interface DeletionDetails {
  /** Days until a requested deletion happens. 0 deletes at once. */
  graceDays: number
  /** ISO 8601: until then it can't be deleted, because a change of the address can still be undone. Null if it can. */
  blockedUntil: string | null
}

/**
 * The response of `GET account`; `null` if no user is signed in. A list that the configuration doesn't support is null.
 */
export interface AccountDetails {
  /** The signed-in user. */
  user: User
  /** The administrator who acts as the user. Nothing can be changed then. Absent in a user's own session. */
  actor?: SessionActor
  /** The linked accounts. Null if the adapter can't list them. */
  accounts: LinkedAccount[] | null
  /** The providers that the user can link now by signing in with them. */
  linkable: PublicProvider[]
  /** The passkeys. Null if passkeys are off. */
  passkeys: PasskeyDetails[] | null
  /** How authenticators identify the user, in the form of the Signal API. Absent if passkeys are off. */
  passkeyUser?: { rpId: string; id: string; name: string; displayName: string }
  /** The open sessions. Null if sessions are in cookies, or the adapter can't list them. */
  sessions: SessionDetails[] | null
  /** Whether the user has a password. Absent without `Password()`. */
  hasPassword?: boolean
  /** ISO 8601, or null without a password or if it was imported. Absent without `Password()`. */
  passwordChangedAt?: string | null
  /** False if the user couldn't sign in without a password, so it can't be removed. Absent without `Password()`. */
  passwordRemovable?: boolean
  /** Whether a credentials provider of the app checks passwords too. Latchkit can't know which users have one. */
  ownPasswords?: true
  /** Absent if two-step verification is off. */
  twoStep?: TwoStepDetails
  /** The fields of the profile that the user can change. Absent if there are none. */
  profile?: { fields: ProfileField[] }
  /** Absent if the user can't change the address. */
  email?: EmailDetails
  /** The name of the email provider by which the user can sign in. Absent without one. */
  emailMethod?: { provider: string; name: string }
  /** Whether the user can download their data. */
  exportable?: boolean
  /** Absent if the user can't delete the account. */
  deletion?: DeletionDetails
}

/**
 * The changes that `POST account` can make: the value of the form field `change`. `id` identifies the item. `name` is
 * the new name of a passkey or a factor. `change-email` emails a link and a code to the address in the field `email`.
 */
export const ACCOUNT_CHANGES = [
  "unlink",
  "revoke-session",
  "revoke-other-sessions",
  "rename-passkey",
  "remove-passkey",
  "rename-factor",
  "remove-factor",
  "remove-trusted-device",
  "set-password",
  "change-password",
  "remove-password",
  "change-email",
  "cancel-email-change",
  "update-profile",
  "delete-account",
  "cancel-deletion",
] as const

/** A value of `ACCOUNT_CHANGES`: what to change in an account. */
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/**
 * Why `POST account` changed nothing. A fetch receives `{ error }` with status 401, 404 or 409. A form's page receives
 * the parameter `error`.
 * - `LastSignInMethod`: the user's last sign-in method can't be removed
 * - `LastFactor`: the app requires a second factor, so the last one can't be removed
 * - `EmailUnverified`: the user must verify their address before they set up two-step verification
 * - `EmailRejected`: the new address isn't valid, or it is the user's own
 * - `RateLimited`: too many emails were requested. A fetch receives status 429 and `Retry-After`
 * - `ProfileRejected`: the name is empty or too long, or the picture isn't an https URL
 * - `DeletionRejected`: your app doesn't allow the deletion
 * - `UndoOpen`: the account can't be deleted while a change of the address can be undone
 */
export const ACCOUNT_ERRORS = [
  "SessionRequired",
  "NotFound",
  "LastSignInMethod",
  "LastFactor",
  "EmailUnverified",
  "EmailRejected",
  "RateLimited",
  "ProfileRejected",
  "DeletionRejected",
  "UndoOpen",
] as const

/** A value of `ACCOUNT_ERRORS`: why an account wasn't changed. */
export type AccountErrorCode = (typeof ACCOUNT_ERRORS)[number]

/** An account that this browser is signed in to. */
export interface BrowserAccount {
  /** Identifies the account in this site's browsers. It opens nothing, and isn't the user's id. */
  id: string
  /** The user's display name, or null. */
  name: string | null
  /** The user's email address, or null. */
  email: string | null
  /** The URL of the user's picture, or null. */
  image: string | null
  /** Whether `useSession` and the server's session are this account's. */
  active: boolean
}

/** The response of `GET accounts` and `POST accounts`. */
export interface BrowserAccounts {
  /** The active account first, then the others, the last used first. */
  accounts: BrowserAccount[]
  /** Whether an account can be added. At the limit, a sign-in signs out the account that was used longest ago. */
  canAdd: boolean
}

/** The changes that `POST accounts` can make: the value of the form field `change`. `id` identifies the account. */
export const ACCOUNT_SWITCHES = ["switch", "sign-out"] as const

/** A value of `ACCOUNT_SWITCHES`. */
export type AccountSwitch = (typeof ACCOUNT_SWITCHES)[number]
