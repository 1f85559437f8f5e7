import type { DeviceDetails } from "../../../client/account-contract.ts"
import type { User } from "../../../client/contract.ts"
import { notifyWithUndo } from "../users/undo/records.ts"
import type { SetCookie } from "../cookies/options.ts"
import { deviceFrom } from "../request/device.ts"
import type { ActionContext } from "../request/action-context.ts"
import { findPlace } from "../request/place.ts"
import { isSameId, userById } from "../users/users.ts"
import { isKnownDevice, rememberDevice } from "../limits/identity.ts"

export interface CheckedDevice {
  /** Emails the user if the browser is new. Returns its cookie. Call it once the session is open. */
  finish(opened: OpenedSignIn): Promise<SetCookie[]>
}

/** A sign-in that has opened its session. */
interface OpenedSignIn {
  isNewUser: boolean
  /** Where the request comes from, if the app says so. */
  place: string | null
}

/**
 * Checks whether the user signed in with this browser before. Call it while the browser's old session still exists.
 */
export async function checkDevice(context: ActionContext, user: User): Promise<CheckedDevice> {
  const userId = String(user.id)
  const session = await context.lookupSession()
  const isSignedIn = session.kind === "live" && isSameId(session.userId, userId)
  const isKnown = isSignedIn || (await isKnownDevice(context, userId))
  return {
    async finish({ isNewUser, place }) {
      const device = deviceFrom(context.headers)
      if (!isKnown && !isNewUser) await reportDevice(context, { id: userId, email: user.email }, { device, place })
      return rememberDevice(context, userId)
    },
  }
}

/**
 * Emails the user about a sign-in to a native app. An app has no cookie that tells whether it is known, so each one
 * counts.
 */
export async function reportNativeApp(
  context: ActionContext,
  { userId, device, app }: { userId: string | undefined; device: DeviceDetails; app: string },
): Promise<void> {
  const { account, adapter, callbacks } = context.settings
  if (!account.newDeviceEmail || !adapter || userId === undefined) return
  const user = await userById(adapter, userId)
  if (!user) return
  const place = callbacks.place ? await findPlace(context) : null
  await reportDevice(context, { id: userId, email: user.email }, { device: { ...device, browser: app }, place })
}

type Owner = { id: string; email?: string | null | undefined }

function reportDevice(
  context: ActionContext,
  user: Owner,
  { device, place }: { device: DeviceDetails; place: string | null },
): Promise<void> {
  const event = { kind: "new-device", at: context.settings.now(), device, place } as const
  return notifyWithUndo(context, user, event, { device, place })
}
