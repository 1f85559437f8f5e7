import { auth } from "./sqlite.ts"

/** Where somebody is signed in; the one that asks is `current`. */
export async function devices(request: Request): Promise<string[]> {
  const sessions = await auth.listSessions(request)
  return sessions.map(({ current, userAgent }) =>
    current ? "this browser" : (userAgent ?? "another"),
  )
}

/** Signs out everywhere else; answers how many that were. */
export const signOutElsewhere = (request: Request) => auth.revokeOtherSessions(request)
