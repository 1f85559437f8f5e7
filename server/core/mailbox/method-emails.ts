import type { AccountKey, AdapterUser } from "../../adapters/contract.ts"
import { providerNames } from "../request/language.ts"
import { revokeTrustedDevices } from "../sessions/trusted-devices.ts"
import type { ActionContext } from "../request/action-context.ts"
import { emit } from "../request/emit.ts"
import { toPlainText } from "../request/plain-text.ts"
import { userById } from "../users/users.ts"
import { notifyWithUndo } from "../users/undo/records.ts"

/** The parts of a user that the email needs. */
type Owner = Pick<AdapterUser, "id"> & { email?: string | null | undefined }

/**
 * Ends the trust in all devices after a factor was added. Emails the user a link that removes the factor, for users who
 * didn't add it.
 */
export async function emailFactorAdded(
  context: ActionContext,
  user: Owner,
  { id: factorId, factor }: { id: string; factor: "totp" | "passkey" },
): Promise<void> {
  await emit(context, { type: "factorAdded", userId: user.id, method: factor })
  await revokeTrustedDevices(context, user.id)
  const event = { kind: "factor-added", factorId, factor, at: context.settings.now() } as const
  await notifyWithUndo(context, user, event, { factor })
}

/** A sign-in method that was added to a user who existed before, or removed. */
export type ChangedMethod =
  | { kind: "passkey-added" | "passkey-removed"; credentialId: string }
  | { kind: "account-linked" | "account-unlinked"; account: AccountKey }

/**
 * Emails the user a link that removes a new sign-in method and ends all sessions, for users who didn't change it. The
 * `authjs()` preset sends no such email, because Auth.js doesn't.
 */
export async function emailMethodChanged(context: ActionContext, user: Owner, changed: ChangedMethod): Promise<void> {
  const { settings } = context
  if (settings.rules.quietMethods) return
  const name = "account" in changed ? (await providerNames(context))(changed.account.provider) : undefined
  const linkedProvider = name && toPlainText(name, 120) // a tenant may have named its provider
  await notifyWithUndo(context, user, { ...changed, at: settings.now() }, { linkedProvider })
}

/** Tells the user that one of their sign-in methods was removed. */
export async function emailRemovedMethod(
  context: ActionContext,
  userId: string,
  removed: ChangedMethod,
): Promise<void> {
  const user = context.settings.adapter && (await userById(context.settings.adapter, userId))
  if (user) await emailMethodChanged(context, user, removed)
}
