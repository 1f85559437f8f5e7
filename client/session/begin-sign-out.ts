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

/** Milliseconds in which an app that stays on the page may open another one. */
const GRACE = 1000

/** Signs out in every tab before the server has. */
export function beginSignOut<S extends Session>({ source, page, setSigningOut }: SignOutContext<S>): PendingSignOut {
  const { cell } = source
  const version = sessionVersion(page)
  cell.beginSignOut(version)
  setSigningOut(true)
  source.share({ session: null, version, requestedAt: Date.now() }, "signingOut")
  return {
    confirm(response) {
      source.applySession({ session: null, version: response.version })
      if (!response.navigates) setTimeout(() => setSigningOut(false), GRACE)
    },
    undo(error) {
      cell.undoSignOut(sessionVersion(page))
      setSigningOut(false, error)
      source.hint()
      source.checkVersion()
      if (error.status === undefined) source.refetchInBackground() // the server may have signed the user out
    },
  }
}
