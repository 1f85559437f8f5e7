import { asError, AuthError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { AdapterUser } from "../../adapters/contract.ts"
import { voidMagicLinks } from "../mailbox/tokens.ts"

interface EndOptions {
  currentSession?: string
  keepsAttempts?: boolean
}

/**
 * Deletes the user's sessions, trusted devices, paused sign-ins and pending changes after the password was replaced.
 * They belong to an earlier security epoch, so none of them works anymore. A failure is only logged.
 */
export async function endOldCredentials(
  { settings }: Pick<RequestContext, "settings">,
  { id: userId }: Pick<AdapterUser, "id">,
  { currentSession, keepsAttempts = false }: EndOptions = {},
): Promise<void> {
  const { adapter, logger } = settings
  const deletions = [
    () => adapter?.deleteSessions?.(userId, currentSession),
    () => adapter?.deleteAccountRecords?.(userId, "trusted-device"),
    () => (keepsAttempts ? 0 : adapter?.deleteAccountRecords?.(userId, "attempt")),
    () => adapter?.deleteAccountRecords?.(userId, "pending-change"),
  ]
  for (const run of deletions) {
    try {
      await run()
    } catch (thrown) {
      const err = asError(thrown)
      logger.error(new AuthError("AdapterError", `Rows of an older password were not deleted: ${err.message}`, { err }))
    }
  }
}

/** Ends the same, and the magic links that were sent to the user's address. */
export async function endCredentialsAndLinks(
  context: RequestContext,
  { id, email }: Pick<AdapterUser, "id" | "email">,
  options?: EndOptions,
): Promise<void> {
  await endOldCredentials(context, { id }, options)
  await voidMagicLinks(context, email)
}
