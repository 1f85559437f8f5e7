import type { User } from "../../client/contract.ts"
import { canSendNotice, sendNotice } from "../accounts/notice.ts"
import { createUndo, type UndoLink } from "../accounts/undo/records.ts"
import type { SetCookie } from "../cookies/options.ts"
import { asError, AuthError } from "../errors.ts"
import { deviceFrom } from "../http/device.ts"
import type { ActionContext } from "../sessions/action-context.ts"
import { isSameId } from "../sessions/users.ts"
import { isKnownDevice, rememberDevice } from "./limits/known-browser.ts"

/** A sign-in that has opened its session. */
interface OpenedSignIn {
  isNewUser: boolean
  /** Where the request comes from, if the app says so. */
  place: string | null
}

/**
 * Checks whether the user signed in with this browser before. Call it while the browser's old session still exists, and
 * call `finish` after the new one was opened. `finish` emails the user if the browser is new, and returns its cookie.
 */
export async function checkDevice(context: ActionContext, user: User) {
  const userId = String(user.id)
  const session = await context.lookupSession()
  const isSignedIn = session.kind === "live" && isSameId(session.userId, userId)
  const isKnown = isSignedIn || (await isKnownDevice(context, userId))
  return {
    async finish({ isNewUser, place }: OpenedSignIn): Promise<SetCookie[]> {
      if (!isKnown && !isNewUser) await reportDevice(context, { id: userId, email: user.email }, place)
      return rememberDevice(context, userId)
    },
  }
}

type Owner = { id: string; email?: string | null | undefined }

async function reportDevice(context: ActionContext, user: Owner, place: string | null): Promise<void> {
  if (!canSendNotice(context, user.email)) return
  const device = deviceFrom(context.headers)
  const link = await createLink(context, user, { device, place })
  sendNotice(context, user.email, { kind: "new-device", device, place, ...link })
}

// Without account records, the email leads to the site
async function createLink(
  context: ActionContext,
  user: Owner,
  seen: { device: ReturnType<typeof deviceFrom>; place: string | null },
): Promise<UndoLink | undefined> {
  const { adapter, logger, now } = context.settings
  if (!adapter?.createAccountRecord) return undefined
  try {
    return await createUndo(context, user, { kind: "new-device", at: now(), ...seen })
  } catch (thrown) {
    const err = asError(thrown)
    const message = `The link that signs out a new device was not stored: ${err.message}`
    logger.error(new AuthError("AdapterError", message, { err }))
    return undefined
  }
}
