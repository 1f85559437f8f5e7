import { importPassword } from "latchkit/server"
import { accepts, adapter } from "./auth.ts"

export interface MovedUser {
  email: string
  name?: string | null | undefined
  /** Whether the other system verified the address. */
  isVerified: boolean
  /** Omitted for a user without a password. */
  hash?: string | null | undefined
}

/** Creates a user and stores the hash. Throws if it can't be checked. A second run changes nothing. */
export async function importUser({
  email: typed,
  name = null,
  isVerified,
  hash,
}: MovedUser) {
  const email = typed.toLowerCase()
  const emailVerified = isVerified ? new Date() : null
  const user =
    (await adapter.getUserByEmail(email)) ??
    (await adapter.createUser({
      id: crypto.randomUUID(),
      email,
      name,
      image: null,
      emailVerified,
    }))
  if (hash) await importPassword(adapter, { userId: user.id, hash, accepts })
}
