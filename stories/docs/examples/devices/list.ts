import { auth } from "./auth.ts"

/** Returns a line for each of the user's sessions, this one first. */
export async function listDevices(request: Request): Promise<string[]> {
  const sessions = await auth.listSessions(request)
  return sessions.map(({ device, place, lastActiveAt }) =>
    [device.browser, device.system, place, lastActiveAt?.toDateString()]
      .filter(Boolean)
      .join(", "),
  )
}
