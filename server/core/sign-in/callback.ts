import { findStepUps } from "../proofs/step-ups.ts"
import type { ResolvedAccount, VerifiedIdentity } from "../users/types.ts"
import { securityState } from "../users/security-state.ts"
import { AccessDenied, AuthError } from "../../errors.ts"
import type { Outcome } from "../request/outcome.ts"
import { checkReturn } from "../request/redirect-url.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { Purpose, SignInFeature } from "./feature.ts"
import { checkSignInAllowed, openSession } from "./open-session.ts"
import { announce, requireOwner, resolveAccount, withTrustedAddress } from "./settle.ts"
import { requireStoredUsers } from "./stored-users.ts"
import type { StepFeature } from "../steps/feature.ts"
import type { ProviderConfig } from "../../providers/types.ts"

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
  if (verified.confirm) return takenBy(context, verified, "confirm")
  const { onlyFor } = verified
  if (onlyFor) await requireOwner(context, { identity: verified.identity, id: onlyFor.id })
  if (onlyFor?.isSignedIn)
    return { kind: "redirect", to: await checkReturn(context, verified.callbackUrl), cookies: verified.cookies }
  const elsewhere = await checkSignInAllowed(context, verified)
  if (elsewhere) return elsewhere
  const { linkTo, newPasskey, callbackUrl, cookies } = verified
  const changesAccount = linkTo !== undefined || newPasskey !== undefined
  // Without stored users there is no account to change
  const stepUps = changesAccount ? findStepUps(context.settings) : undefined
  const stepUp = await stepUps?.find(context, await context.lookupSession())
  if (newPasskey && stepUp) throw stepUp
  if (newPasskey) return takenBy(context, verified, "newPasskey")
  try {
    return await signInUser(context, { ...verified, stepUp })
  } catch (thrown) {
    if (thrown !== stepUp || !stepUp || !stepUps) throw thrown
    return { ...(await stepUps.respond(context, stepUp, { wants: context.wants, callbackUrl })), cookies }
  }
}

/**
 * Hands an identity that serves another purpose than to sign in to the feature of that purpose.
 *
 * @throws {AuthError} `InvalidRequest` if no feature takes it, because it must never sign in
 */
async function takenBy(context: ActionContext, verified: VerifiedIdentity, purpose: Purpose): Promise<Outcome> {
  const features: readonly SignInFeature[] = context.settings.features
  const take = features.map(({ takes }) => takes?.[purpose]).find((taker) => taker !== undefined)
  if (!take) throw new AuthError("InvalidRequest", `Nothing takes an identity for the purpose ${purpose}`)
  return take(context, verified)
}

/**
 * Finds or creates the user. Opens the session, or pauses if the user must do a step first. Changes of the user and
 * their accounts are only planned until then.
 */
async function signInUser(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { steps, features } = context.settings
  const mayPause = steps.length > 0 || features.some((feature: StepFeature) => pausesFor(feature, verified))
  let resolved = await resolveAccount(context, mayPause ? { ...verified, plan: "only" } : verified)
  if (!resolved.plan) await announce(context, resolved, verified)
  let proven = await requireUsable(context, verified, resolved)
  const { pauseIfNeeded } = mayPause ? requireStoredUsers(context.settings).pauses : {}
  const paused = await pauseIfNeeded?.(context, { verified: { ...verified, ...proven }, resolved })
  if (paused) return paused
  if (resolved.plan) {
    const planned = { ...verified, plan: resolved.plan }
    resolved = await resolveAccount(context, planned)
    await announce(context, resolved, planned)
    proven = await requireUsable(context, verified, resolved)
  }
  const cookies = [...verified.cookies, ...(verified.signedInCookies ?? [])]
  const { user, account, isNewUser } = resolved
  return openSession(context, { ...verified, ...proven, user, account, isNewUser, cookies, proofs: [verified.proof] })
}

const pausesFor = ({ steps, mayPause }: StepFeature, verified: VerifiedIdentity) =>
  steps !== undefined && (mayPause?.(verified) ?? true)

/** Requires that the user isn't disabled. Returns what the session must find unchanged. */
async function requireUsable(
  { settings }: Pick<ActionContext, "settings">,
  {
    linkTo,
    epoch,
    provenAt = Math.floor(settings.now() / 1000),
  }: Pick<VerifiedIdentity, "linkTo" | "epoch" | "provenAt">,
  { user, events }: Pick<ResolvedAccount, "user" | "events">,
) {
  const state = await securityState(settings, String(user.id))
  if (state.disabledAt !== undefined) throw new AccessDenied("The user is disabled")
  // The first proof of a mailbox starts an epoch itself
  const isReclaimed = events.some(({ name }) => name === "reclaimUser")
  return {
    epoch: (isReclaimed ? undefined : epoch) ?? state.epoch,
    provenAt,
    isLink: linkTo !== undefined && events.some(({ name }) => name === "linkAccount"),
  }
}

/**
 * Identifies the user with the provider's sign-in method. Returns an outcome if the user must complete another step.
 */
export async function identify(context: ActionContext): Promise<VerifiedIdentity | Outcome> {
  const { provider, method } = context
  // A URL would show the password
  if (provider?.type === "credentials" && method !== "POST")
    throw new AuthError("InvalidRequest", "Credentials must be sent by POST, not in a URL")
  const identified = provider && identifyByFeature(context, provider)
  if (!identified) throw new AuthError("InvalidProvider", `The path names no provider with a callback`)
  return identified
}

/** Returns the features that may bring a provider. */
export function providerFeatures({ features }: ActionContext["settings"], { type }: ProviderConfig): SignInFeature[] {
  return features.filter(({ providerTypes }: SignInFeature) => providerTypes?.includes(type))
}

function identifyByFeature(context: ActionContext, provider: ProviderConfig) {
  for (const feature of providerFeatures(context.settings, provider)) {
    const identified = feature.identify?.(context, provider)
    if (identified) return identified
  }
  return undefined
}
