import type { ProviderType, PublicProvider, User } from "./contract.ts"

/** One of the user's sign-in methods. Its account id at the provider never leaves the server. */
export interface LinkedAccount {
  /** Identifies the link in `POST account`. It isn't secret. */
  id: string
  /** The provider's id. */
  provider: string
  /** The provider's name. */
  name: string
  type: ProviderType
  /** Distinguishes two links to one provider, if known: an email address or a username. */
  label: string | null
  /** False if this is the user's last sign-in method. */
  removable: boolean
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
}

/** One of the user's passkeys. */
export interface PasskeyDetails {
  /** The credential id in base64url, as browsers' Signal API uses it. */
  id: string
  name: string
  /** ISO 8601, or null if the adapter doesn't store it. */
  createdAt: string | null
  /** ISO 8601, or null if the adapter doesn't store it or the passkey was never used. */
  lastUsedAt: string | null
  /** Whether the passkey is backed up, for example synced to other devices. */
  backedUp: boolean
  /** False if this is the user's last sign-in method. */
  removable: boolean
}

/**
 * The response of `GET account`; `null` if no user is signed in. A list that the configuration doesn't support is null.
 */
export interface AccountDetails {
  user: User
  accounts: LinkedAccount[] | null
  /** The providers that the user can link now by signing in with them. */
  linkable: PublicProvider[]
  passkeys: PasskeyDetails[] | null
  /** How authenticators identify the user, in the form of the Signal API. Absent if passkeys are off. */
  passkeyUser?: { rpId: string; id: string; name: string; displayName: string }
  sessions: SessionDetails[] | null
}

/**
 * The changes that `POST account` can make: the value of the form field `change`. `id` identifies the item, `name` is a passkey's new
 * name.
 */
export const ACCOUNT_CHANGES = [
  "unlink",
  "revoke-session",
  "revoke-other-sessions",
  "rename-passkey",
  "remove-passkey",
] as const

export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/**
 * Why `POST account` changed nothing. A fetch receives `{ error }` with status 401, 404 or 409. A form's page receives
 * the parameter `error`. `LastWayIn`: the user's last sign-in method can't be removed.
 */
export const ACCOUNT_ERRORS = ["SessionRequired", "NotFound", "LastWayIn"] as const

export type AccountErrorCode = (typeof ACCOUNT_ERRORS)[number]
