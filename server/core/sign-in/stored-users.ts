import { AuthError } from "../../errors.ts"
import { missingFeature } from "../config/missing-feature.ts"
import type { Settings } from "../config/settings.ts"
import type { SignInFeature, StoredUsers } from "./feature.ts"

/** Returns the functions for stored users, or `undefined` without an adapter. */
export function findStoredUsers({ features }: Pick<Settings, "features">): StoredUsers | undefined {
  const rows: readonly SignInFeature[] = features
  return rows.find((row) => row.storedUsers)?.storedUsers
}

/**
 * Returns the functions for stored users.
 *
 * @throws {AuthError} `InvalidConfiguration` without an adapter, and in a Worker that doesn't import it
 */
export function requireStoredUsers(settings: Pick<Settings, "features">): StoredUsers {
  const stored = findStoredUsers(settings)
  if (!stored) throw new AuthError("InvalidConfiguration", missingFeature("`adapter`", "stored-users"))
  return stored
}
