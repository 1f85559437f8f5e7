import type { Identity } from "../providers/identity.ts"

const MAX_LENGTH = 254

/** What tells an account from another one at the same provider, for its user to read: an address, or a user name. */
export function accountLabel({ user, profile }: Identity): string | undefined {
  const { preferred_username, login, username } = profile ?? {}
  const candidates = [user.email, preferred_username, login, username, user.name]
  return candidates.find((text): text is string => typeof text === "string" && text !== "")?.slice(0, MAX_LENGTH)
}
