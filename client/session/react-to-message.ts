import type { Session } from "../contract.ts"
import type { SessionCell } from "./cell.ts"
import { isSameUser, userKey } from "./compare.ts"
import type { SessionUpdate } from "./tab-messages.ts"

interface Receiver<S extends Session> {
  cell: SessionCell<S>
  /** The value of the version cookie. */
  version: string | undefined
  /** Whether this tab has asked the leader. */
  isWaiting: boolean
}

/**
 * Decides what a tab does with a session that another tab sent. `check` compares the version and fetches if it is
 * another one. `hide` does so too, and hides the data of another user until then. `ask` asks the server.
 */
export function reactTo<S extends Session>(
  { says, version, leaving = false }: SessionUpdate<S>,
  { cell, version: current, isWaiting }: Receiver<S>,
): "accept" | "ask" | "check" | "hide" | "ignore" {
  const { data } = cell.state
  // A message about another version than the cookie's is ignored, unless it announces the sign-out of this tab's
  // session
  const isKnownVersion = version === cell.version
  if (version !== current && !(leaving && isKnownVersion)) return isKnownVersion ? "ignore" : "check"
  const isTrusted = isWaiting && (data === undefined || !isKnownVersion)
  // This tab is about to fetch, and will get the same session under the same version
  if (says && data === undefined && !isWaiting && version !== undefined) return "ignore"
  // The cookie is about to announce a new version anyway. For the same version, a message can't confirm another
  // message
  if (says && !isTrusted && !isSameUser(data, says)) {
    if (isKnownVersion) return "ask"
    return data && userKey(data) !== userKey(says) ? "hide" : "check"
  }
  return "accept"
}
