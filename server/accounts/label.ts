import type { Identity } from "../providers/identity.ts"

const MAX_LENGTH = 254

/** Returns an address or user name that tells the user's accounts at one provider apart. */
export function accountLabel({ user, profile }: Identity): string | undefined {
  const { preferred_username, login, username } = profile ?? {}
  const candidates = [user.email, preferred_username, login, username, user.name]
  return candidates.find((text): text is string => typeof text === "string" && text !== "")?.slice(0, MAX_LENGTH)
}
