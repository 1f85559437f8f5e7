import type { FactorDetails, PasskeyDetails, SessionDetails, TrustedDevice } from "../../../client/account-contract.ts"

/** The data of a user that `POST export` downloads: an allow-list, without tokens, hashes and secrets. */
export interface AccountExport {
  /** ISO 8601. */
  exportedAt: string
  /** The user's own fields. */
  user: {
    id: string
    name: string | null
    email: string | null
    /** ISO 8601, or null if the address was never proven. */
    emailVerified: string | null
    image: string | null
  }
  /** The linked accounts. Null if the adapter can't list them. */
  accounts: { provider: string; providerAccountId: string; type: string; label: string | null }[] | null
  /** The passkeys. Null if the adapter can't list them. */
  passkeys: Pick<PasskeyDetails, "name" | "createdAt" | "lastUsedAt" | "backedUp">[] | null
  /** The open sessions. Null if they can't be listed. */
  sessions: Pick<SessionDetails, "current" | "createdAt" | "expires" | "userAgent">[] | null
  /** Whether Latchkit stores a password of the user. */
  hasPassword: boolean
  /** The second factors. */
  factors: Pick<FactorDetails, "kind" | "name" | "createdAt" | "lastUsedAt">[]
  /** The browsers that aren't asked for a second factor. */
  trustedDevices: Pick<TrustedDevice, "current" | "expires" | "userAgent">[]
}
