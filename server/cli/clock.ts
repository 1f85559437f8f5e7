import type { Settings } from "../core/config/settings.ts"
import { CLOCK_TOLERANCE } from "../core/crypto/jwt.ts"
import { problem, type Finding } from "../core/config/finding.ts"

/** Returns settings whose requests compare this machine's clock with those of the servers, and what they found. */
export function watchClocks<S extends Pick<Settings, "fetch">>(settings: S): { settings: S; findings(): Finding[] } {
  const findingsByHost = new Map<string, Finding>()
  const fetch: Settings["fetch"] = async (input, init) => {
    const began = Date.now()
    const response = await settings.fetch(input, init)
    const { host } = new URL(input instanceof Request ? input.url : input)
    const theirs = Date.parse(response.headers.get("date") ?? "")
    for (const finding of clockFindings(host, { began, theirs })) findingsByHost.set(host, finding)
    return response
  }
  return { settings: { ...settings, fetch }, findings: () => [...findingsByHost.values()] }
}

/** Compares a time, in milliseconds since the epoch, that another machine returned to a request that just ended. */
export function clockFindings(name: string, { began, theirs }: { began: number; theirs: number }): Finding[] {
  // It was written after the request began, and an HTTP date has whole seconds
  const [ahead, behind] = [(began - theirs) / 1000 - 1, (theirs - Date.now()) / 1000]
  const seconds = Math.floor(Math.max(ahead, behind))
  if (!(seconds > CLOCK_TOLERANCE)) return []
  const direction = ahead > behind ? "ahead of" : "behind"
  const risk =
    "Codes of authenticator apps and sign-ins at providers fail, and links and sessions end at the wrong time"
  return [
    problem(
      `This machine's clock is ${seconds} seconds ${direction} the clock of ${name}. ${risk}. Synchronize it, for example with NTP.`,
    ),
  ]
}
