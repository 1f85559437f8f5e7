import { findStepUp } from "../../accounts/step-up.ts"
import { addPasskey } from "../../accounts/change-passkeys.ts"
import { tellOwner } from "../../accounts/reclaim.ts"
import { requireOwner, resolveAccount } from "../../accounts/resolve-account.ts"
import { requireStillLinked } from "../../accounts/revalidate.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../../accounts/types.ts"
import { mayVerifyAddress } from "../../config/flow-options.ts"
import { passwordSettings } from "../../config/passwords.ts"
import { base64ToBase64url } from "../../crypto/bytes.ts"
import { securityState } from "../../factors/password-record.ts"
import { AccessDenied } from "../../errors.ts"
import { emitEvent } from "../../http/app-callbacks.ts"
import { toCarried } from "../../http/app-state.ts"
import type { Outcome } from "../../http/outcome.ts"
import { stepUpOutcome } from "../../http/step-up-response.ts"
import { normalizeEmail } from "../../providers/email-address.ts"
import type { ActionContext } from "../../sessions/action-context.ts"
import { versionCookie } from "../../sessions/version-cookie.ts"
import { identify } from "../../sign-in/index.ts"
import { checkAccess, openSession } from "./open-session.ts"
import type { pauseIfNeeded as PauseIfNeeded } from "./step.ts"

/**
 * `GET` and `POST callback/<provider>`: verifies the identity, checks access, finds the user, and opens the session. If
 * the user must do a step first, the sign-in pauses.
 */
export async function callback(context: ActionContext): Promise<Outcome> {
  const verified = await identify(context)
  return "kind" in verified ? verified : completeSignIn(context, verified)
}

/** Checks access, finds the user of a proven identity, and opens the session, or pauses for a step. */
export async function completeSignIn(context: ActionContext, identified: VerifiedIdentity): Promise<Outcome> {
  const verified = withTrustedAddress(context, identified)
  if (verified.confirm) return (await import("../confirm/by-provider.ts")).confirmByProvider(context, verified)
  const { onlyFor } = verified
  if (onlyFor) await requireOwner(context, { identity: verified.identity, id: onlyFor.id })
  if (onlyFor?.isSignedIn) return { kind: "redirect", to: verified.callbackUrl, cookies: verified.cookies }
  const elsewhere = await checkAccess(context, verified)
  if (elsewhere) return elsewhere
  const { linkTo, newPasskey, callbackUrl, cookies } = verified
  const changesAccount = linkTo !== undefined || newPasskey !== undefined
  const stepUp = changesAccount ? await findStepUp(context, await context.lookupSession()) : undefined
  if (newPasskey && stepUp) throw stepUp
  if (newPasskey) return finishPasskeyRegistration(context, verified)
  try {
    return await signInUser(context, { ...verified, stepUp })
  } catch (thrown) {
    if (thrown !== stepUp || !stepUp) throw thrown
    const asJson = context.returnRedirect
    return { ...stepUpOutcome(context, stepUp, { asJson, callbackUrl }), cookies }
  }
}

// A company's own provider may name any address, so only those of its domains count as proven
function withTrustedAddress({ settings }: ActionContext, verified: VerifiedIdentity): VerifiedIdentity {
  const { identity } = verified
  const { account, user, emailProven } = identity
  if (!emailProven || mayVerifyAddress(settings, account.provider, user.email)) return verified
  return { ...verified, identity: { ...identity, emailProven: false } }
}

const stepModule: { pauseIfNeeded?: typeof PauseIfNeeded } = {}

/** Finds or creates the user. Opens the session, or pauses if the user must do a step first. */
async function signInUser(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { settings } = context
  const { events, ...resolved } = await resolveAccount(context, verified)
  // Run the events before opening a session: what is stored has happened, even if no session follows
  for (const { name, message } of events) {
    if (name === "reclaimUser") tellOwner(context, message.user)
    if (name === "createUser") await endInvitation(context, message.user.email)
    await emitEvent(context, name, name === "createUser" ? { ...message, ...toCarried(verified.appState) } : message)
  }
  await emailLinked(context, { ...resolved, events })
  const { linkTo, provenAt = Math.floor(settings.now() / 1000) } = verified
  const state = await securityState(settings, String(resolved.user.id))
  await requireStillLinked(context, resolved)
  if (state.disabledAt !== undefined) throw new AccessDenied("The user is disabled")
  // The first proof of a mailbox starts an epoch itself
  const isReclaimed = events.some(({ name }) => name === "reclaimUser")
  const epoch = (isReclaimed ? undefined : verified.epoch) ?? state.epoch
  const proven = { epoch, provenAt, isLink: linkTo !== undefined && events.some(({ name }) => name === "linkAccount") }
  if (settings.steps.length > 0 || settings.secondFactor || verified.compromised) {
    stepModule.pauseIfNeeded ??= (await import("./step.ts")).pauseIfNeeded // cached, because each import takes microseconds
    const paused = await stepModule.pauseIfNeeded(context, { verified: { ...verified, ...proven }, resolved })
    if (paused) return paused
  }
  const cookies = [...verified.cookies, ...(verified.signedInCookies ?? [])]
  return openSession(context, { ...verified, ...resolved, ...proven, cookies, proofs: [verified.proof] })
}

// Also if the user leaves the address, or the app deletes them: an old email must open no second account
async function endInvitation(context: ActionContext, email: string | null | undefined): Promise<void> {
  const address = normalizeEmail(email)
  if (address === null || !passwordSettings(context.settings)) return
  await (await import("../../sign-in/password/invitations.ts")).voidInvitation(context, address)
}

// The owner of an account that existed before may not be who linked it
async function emailLinked(context: ActionContext, { user, account, events }: ResolvedAccount): Promise<void> {
  const names = events.map(({ name }) => name)
  if (!names.includes("linkAccount") || names.includes("createUser") || names.includes("reclaimUser")) return
  const { provider, providerAccountId } = account
  const { emailMethodChanged } = await import("../../accounts/undo/perform.ts")
  const owner = { id: String(user.id), email: user.email }
  await emailMethodChanged(context, owner, { kind: "account-linked", account: { provider, providerAccountId } })
}

/** Stores a passkey of a signed-in user, and keeps the session. */
async function finishPasskeyRegistration(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { linked } = await addPasskey(context, verified)
  await emitEvent(context, "linkAccount", linked)
  const credentialId = base64ToBase64url(verified.newPasskey?.credentialID ?? "")
  const { emailMethodChanged } = await import("../../accounts/undo/perform.ts")
  await emailMethodChanged(context, linked.user, { kind: "passkey-added", credentialId })
  return { kind: "redirect", to: verified.callbackUrl, cookies: [...verified.cookies, versionCookie(context)] }
}
