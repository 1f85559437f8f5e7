import type { Adapter, AdapterUser } from "../../adapters/contract.ts"
import { accountRecordsIn } from "../../core/proofs/factor-context.ts"
import { canEnroll } from "./two-step.ts"
import { base64url } from "../../core/crypto/bytes.ts"
import { randomBytes } from "../../core/crypto/hash.ts"
import { fromBase32 } from "../../core/proofs/base32.ts"
import { storeTotp } from "../../core/proofs/factors.ts"
import type { Proof } from "../../core/request/proofs.ts"
import { issueRecoveryCodes } from "../../core/proofs/recovery-codes.ts"
import { verifyTotp } from "../../core/proofs/totp.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"

/** An authenticator app that a user sets up who isn't stored yet. The attempt has it until the user is. */
export interface NewApp {
  /** Base32. */
  secret: string
  /** Set once its first code was correct. */
  confirmed?: ConfirmedApp | undefined
}

interface ConfirmedApp {
  name: string
  /** Milliseconds since the epoch. */
  createdAt: number
  /** The time step of the code. */
  lastStep: number
  recoveryCodes: readonly string[]
}

/** Returns the secret of an app, as bytes. */
export const appSecret = ({ secret }: NewApp) => fromBase32(secret) ?? new Uint8Array()

/** Returns the time step of a correct code. */
export const verifyNewApp = ({ settings }: RequestContext, app: NewApp, code: unknown) =>
  verifyTotp(appSecret(app), code, { now: settings.now() })

interface NewOwner {
  user: AdapterUser
  proofs: readonly Proof[]
  newApp: NewApp
}

/** Stores an app and its recovery codes for a user who was just stored. Returns the factor's id. */
export async function storeNewApp(
  context: RequestContext,
  adapter: Adapter,
  { user, proofs, newApp }: NewOwner,
): Promise<string | undefined> {
  if (!newApp.confirmed) return undefined
  const { settings } = context
  const store = accountRecordsIn(adapter, context)
  const { recoveryCodes: codes, ...confirmed } = newApp.confirmed
  const userId = String(user.id)
  // A new user's address may be another person's, who can take the account over
  const isProven = proofs.some(({ kind }) => kind === "email") || (await canEnroll({ ...settings, adapter }, user))
  const provenAddress = (isProven && user.email) || undefined
  await issueRecoveryCodes(store, { userId, now: settings.now(), codes })
  const app = { id: base64url(randomBytes(16)), ...confirmed, userId, secret: appSecret(newApp), provenAddress }
  return (await storeTotp({ store, settings }, app))?.id
}
