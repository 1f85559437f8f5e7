import { passwordSettings } from "../config/passwords.ts"
import type { Settings } from "../config/settings.ts"

/** The epoch of a user whose password was never reset or changed. */
export const FIRST_EPOCH = ""

/**
 * Returns whether users have a security epoch: with `Password()` and `account.administration`, and if they can change
 * their address or delete their account. Links of security emails need one too, to end all sessions.
 */
export function keepsEpoch(settings: Settings): boolean {
  const { changeEmail, deletion, undo } = settings.account
  return canDisable(settings) || changeEmail || deletion !== undefined || undo || settings.secondFactor !== undefined
}

/** Returns whether each session checks that its user isn't disabled. */
export function canDisable(settings: Settings): boolean {
  return settings.account.administration || passwordSettings(settings) !== undefined
}
