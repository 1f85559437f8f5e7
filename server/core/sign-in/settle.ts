import { plannedId } from "../users/plan.ts"
import { tellOwner } from "../users/reclaim.ts"
import { resolveAccount } from "../users/resolve-account.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import { passwordSettings } from "../config/passwords.ts"
import { emitEvent } from "../request/app-callbacks.ts"
import { toCarried } from "../request/app-state.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../request/action-context.ts"
import { lazy } from "../../lazy.ts"

const voidInvitation = lazy(() => import("../../features/sign-up/invitations.ts"), "voidInvitation")
const openAccount = lazy(() => import("../../features/sign-up/open-account.ts"), "openAccount")
const emailMethodChanged = lazy(() => import("../mailbox/method-emails.ts"), "emailMethodChanged")

/** Finds, creates or plans the user of a proven identity. */
export async function resolveUser(context: ActionContext, verified: VerifiedIdentity): Promise<ResolvedAccount> {
  if (!verified.signUp) return resolveAccount(context, verified)
  return openAccount(context, verified.signUp, verified)
}

/**
 * Runs the events of stored changes, and sends their emails. Call it before a session opens: what is stored has
 * happened, even if no session follows.
 */
export async function announce(
  context: ActionContext,
  resolved: ResolvedAccount,
  { appState, plan }: Pick<VerifiedIdentity, "appState" | "plan">,
): Promise<void> {
  const planned = plannedId({ plan })
  const moved = planned === undefined || planned === String(resolved.user.id) ? {} : { plannedId: planned }
  for (const { name, message } of resolved.events) {
    if (name === "reclaimUser") tellOwner(context, message.user)
    if (name === "createUser") await endInvitation(context, message.user.email)
    await emitEvent(context, name, name === "createUser" ? { ...message, ...toCarried(appState), ...moved } : message)
  }
  await emailLinked(context, resolved)
}

// Also if the user leaves the address, or the app deletes them: an old email must open no second account
async function endInvitation(context: ActionContext, email: string | null | undefined): Promise<void> {
  const address = normalizeEmail(email)
  if (address === null || !passwordSettings(context.settings)) return
  await voidInvitation(context, address)
}

// The owner of an account that existed before may not be who linked it
async function emailLinked(context: ActionContext, { user, account, events }: ResolvedAccount): Promise<void> {
  const names = events.map(({ name }) => name)
  if (!names.includes("linkAccount") || names.includes("createUser") || names.includes("reclaimUser")) return
  const { provider, providerAccountId } = account
  const owner = { id: String(user.id), email: user.email }
  await emailMethodChanged(context, owner, { kind: "account-linked", account: { provider, providerAccountId } })
}
