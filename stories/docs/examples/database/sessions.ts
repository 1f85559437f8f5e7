import { auth } from "./sqlite.ts"

/** Lists the user's sessions. `current` is the session of this request. */
export async function devices(request: Request): Promise<string[]> {
  const sessions = await auth.listSessions(request)
  return sessions.map(({ current, userAgent }) =>
    current ? "this browser" : (userAgent ?? "another"),
  )
}

/** Ends all other sessions. Returns how many. */
export const signOutElsewhere = (request: Request) => auth.revokeOtherSessions(request)
