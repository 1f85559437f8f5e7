import type { AdapterUser } from "../../../adapters/contract.ts"
import { cancelEmailChanges } from "../../../core/mailbox/pending-email.ts"
import type { SetCookie } from "../../../core/cookies/options.ts"
import { securityEpoch } from "../../../core/users/security-state.ts"
import { emit } from "../../../core/request/emit.ts"
import { returnTo } from "../../../core/request/redirect-url.ts"
import type { ActionContext } from "../../../core/request/action-context.ts"
import { normalizeIdentifier } from "../../../core/mailbox/request.ts"
import { consumeLimit, userKey } from "../../../core/request/consume.ts"
import { consumeMailbox } from "../../../core/limits/mailbox.ts"
import { sendLater, emailTaken, findTaken, type TakenAddress } from "../../../core/mailbox/account-email.ts"
import {
  createPending,
  LINK_MAX_AGE,
  renewPending,
  type Pending,
  type PendingEmail,
} from "../../../core/mailbox/pending.ts"

/** A change that was asked for, or why it wasn't. */
export type EmailChangeRequest =
  | { readonly error: "EmailRejected" | "RateLimited"; readonly retryAfter?: number }
  | { readonly error?: undefined; readonly cookies: readonly SetCookie[] }

/**
 * Emails a link and a code to a user's new address. The result is the same for an address that another user has: only
 * its mailbox is told.
 */
export async function requestEmailChange(
  context: ActionContext,
  user: AdapterUser,
  text: string | undefined,
): Promise<EmailChangeRequest> {
  const { settings } = context
  const email = newAddress(context, text)
  if (email === null || email === user.email) return { error: "EmailRejected" }
  const userId = user.id
  const retryAfter = await countRequest(context, { userId, email })
  if (retryAfter !== undefined) return { error: "RateLimited", retryAfter }
  const shownOwner = await findTaken(settings, { email, userId })
  const callbackUrl = await returnTo(context)
  const epoch = await securityEpoch(settings, userId)
  const decoy = shownOwner !== undefined
  const {
    email: secrets,
    cookies,
    id,
  } = await createPending(context, {
    purpose: "change-email",
    userId,
    email,
    from: user.email,
    epoch,
    callbackUrl,
    decoy,
  })
  await cancelEmailChanges(context, userId, id)
  emailProof(context, { email, taken: shownOwner, secrets })
  await emit(context, { type: "emailChangeRequested", userId })
  return { cookies }
}

/** Emails new secrets to the address of a change. The older ones no longer work. */
export async function requestAgain(context: ActionContext, pending: Pending): Promise<{ wait: number } | undefined> {
  const { email } = pending.data
  const userId = String(pending.record.userId)
  const retryAfter = await countRequest(context, { userId, email })
  if (retryAfter !== undefined) return { wait: retryAfter }
  const renewed = await renewPending(context, pending)
  if ("wait" in renewed) return renewed
  const owner = await findTaken(context.settings, { email, userId })
  const shownOwner = pending.data.decoy ? (owner ?? { kind: "used" as const }) : undefined
  emailProof(context, { email, taken: shownOwner, secrets: renewed.email })
  return undefined
}

// As a sign-in by email reads it. Without an own rule, it is one plain address
function newAddress({ settings }: ActionContext, text: string | undefined): string | null {
  const sender = settings.accountMailer
  try {
    return sender ? normalizeIdentifier(sender, text) : null
  } catch {
    return null
  }
}

// Counted for the mailbox as all emails are, and for the user, who could otherwise send emails to any address
async function countRequest(
  context: ActionContext,
  { userId, email }: { userId: string; email: string },
): Promise<number | undefined> {
  const ofUser = { kind: "emailTo", key: await userKey(context, `change-email|${userId}`) } as const
  const waits = await Promise.all([consumeMailbox(context, email), consumeLimit(context, ofUser)])
  const wait = Math.max(...waits.map((seconds) => seconds ?? 0))
  return wait > 0 ? Math.max(1, Math.ceil(wait)) : undefined
}

interface Proof {
  email: string
  taken: TakenAddress | undefined
  secrets: PendingEmail
}

function emailProof(context: ActionContext, { email, taken, secrets: { token, code } }: Proof): void {
  const { site, settings } = context
  if (taken) return emailTaken(context, { email, taken, used: "email-taken" })
  const expires = new Date(settings.now() + LINK_MAX_AGE * 1000)
  const url = `${site.url}/change-email?token=${token}`
  sendLater(context, { kind: "email-change", identifier: email, url, code, expires })
}
