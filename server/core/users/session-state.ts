import type { AccountRecord } from "../../adapters/account-record.ts"
import type { Settings } from "../config/settings.ts"
import { FIRST_EPOCH, securityState, type SecurityState } from "./security-state.ts"

/** Returns the security state of a session's user, or `undefined` if the session no longer counts. */
export async function sessionState(
  settings: Settings,
  { userId, epoch = FIRST_EPOCH }: { readonly userId?: string | undefined; readonly epoch?: string | undefined },
  password?: AccountRecord | null,
): Promise<SecurityState | undefined> {
  const state = await securityState(settings, userId, password)
  return state.isGone || state.epoch !== epoch ? undefined : state
}
