import type { Session } from "../contract.ts"
import type { Page } from "../page/page.ts"
import { sessionVersion } from "../page/session-version.ts"
import type { SessionSource } from "./source.ts"
import type { PendingSignOut } from "./types.ts"

interface SignOutContext<S extends Session> {
  source: SessionSource<S>
  page: Page
  /** Called when it starts and ends, with the error if it failed. */
  setSigningOut: (isSigningOut: boolean, error?: Error) => void
}

/** Signs out in every tab before the server has. */
export function beginSignOut<S extends Session>({ source, page, setSigningOut }: SignOutContext<S>): PendingSignOut {
  const { cell } = source
  const version = sessionVersion(page)
  setSigningOut(true)
  cell.beginSignOut(version)
  source.share({ session: null, version, requestedAt: Date.now() }, "signingOut")
  return {
    confirm(response) {
      setSigningOut(response.navigates)
      source.applySession({ session: null, version: response.version })
    },
    undo(error) {
      cell.undoSignOut(sessionVersion(page))
      setSigningOut(false, error)
      source.hint()
      source.checkVersion()
    },
  }
}
