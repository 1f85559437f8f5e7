import type { Adapter } from "../../adapters/contract.ts"
import { accountRecordsIn } from "../../core/proofs/records.ts"
import { emailFactorAdded } from "../../core/mailbox/method-emails.ts"
import type { NewApp } from "../../core/steps/attempt.ts"
import type { Owner, StoredUser } from "../../core/steps/feature.ts"
import { canEnroll } from "../../core/users/reclaim.ts"
import { base64url, randomBytes } from "../../core/crypto/bytes.ts"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { storeTotp } from "../../core/proofs/factors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { issueRecoveryCodes } from "../../core/proofs/recovery-codes.ts"
import { verifyTotp } from "../../core/proofs/totp.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"

/** Returns the secret of an app, as bytes. */
export const appSecret = ({ secret }: NewApp) => fromBase32(secret) ?? new Uint8Array()

/** Returns the time step of a correct code. */
export const verifyNewApp = ({ settings }: RequestContext, app: NewApp, code: unknown) =>
  verifyTotp(appSecret(app), code, { now: settings.now() })

/**
 * Stores the app and the recovery codes of a user who was just stored. The result emails the user, once that is final.
 */
export async function storeNewApp(
  context: ActionContext,
  adapter: Adapter,
  { user, proofs, newApp }: StoredUser,
): Promise<((owner: Owner) => Promise<void>) | undefined> {
  if (!newApp?.confirmed) return undefined
  const { settings } = context
  const store = accountRecordsIn(adapter, context)
  const { recoveryCodes: codes, ...confirmed } = newApp.confirmed
  const userId = String(user.id)
  // A new user's address may be another person's, who can take the account over
  const isProven = proofs.some(({ kind }) => kind === "email") || (await canEnroll({ ...settings, adapter }, user))
  const provenAddress = (isProven && user.email) || undefined
  await issueRecoveryCodes(store, { userId, now: settings.now(), codes })
  const app = { id: base64url(randomBytes(16)), ...confirmed, userId, secret: appSecret(newApp), provenAddress }
  const factor = await storeTotp({ store, settings }, app)
  return factor && ((owner) => emailFactorAdded(context, owner, { id: factor.id, factor: "totp" }))
}
