import type { AccountRecordOperations } from "../../adapters/account-record.ts"
import type { Settings } from "../config/settings.ts"
import { changePasswordData, newEpoch, securityState } from "./security-state.ts"

/**
 * Disables a user, or enables them again without `at`. Either starts a new security epoch in the same write. So nothing
 * from before, and nothing that began while the user was disabled, ever counts again.
 *
 * @returns `false`, and changes nothing, if the user is in that state already
 */
export async function setDisabled(
  store: AccountRecordOperations,
  { userId, at }: { userId: string; at: number | undefined },
): Promise<boolean> {
  const isChanged = await changePasswordData(store, userId, ({ disabledAt: before, ...data }) => {
    if ((before === undefined) === (at === undefined)) return { result: false }
    const changed = { ...data, epoch: newEpoch() }
    return { data: at === undefined ? changed : { ...changed, disabledAt: at }, result: true }
  })
  return isChanged === true
}

/** Returns when a user was disabled, or `null`. */
export async function disabledAt(settings: Settings, userId: string): Promise<Date | null> {
  if (!settings.canDisable) return null
  const { disabledAt: at } = await securityState(settings, userId)
  return at === undefined ? null : new Date(at)
}
