import type { AdapterUser } from "../../adapters/contract.ts"
import { AuthError } from "../../errors.ts"
import { isPasswordOfMailbox } from "../../core/users/security-state.ts"
import {
  countApps,
  decideSecondFactor,
  lastFactorUse,
  loadUserFactors,
  storedFactorFacts,
  type FactorMethod,
  type SecondFactorDecision,
  type SecondFactorFacts,
  type FactorUse,
  type UserFactors,
} from "../../core/proofs/user-factors.ts"
import { factorContext, isRequired } from "../../core/proofs/records.ts"
import { isPhishingResistant } from "../../core/request/proofs.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { createTrustedDevice, isTrustedDevice } from "../../core/sessions/trusted-devices.ts"
import type { SetCookie } from "../../core/cookies/options.ts"
import { factorIdentity } from "../../core/limits/factor.ts"
import { countFactorTry, type FactorTry } from "../../core/limits/factor-tries.ts"
import { rememberBrowser } from "../../core/limits/identity.ts"
import type { AttemptState } from "../../core/steps/attempt.ts"
import { loadOnce } from "../../core/steps/index.ts"

/** A user's second factors, and what this sign-in needs of them. */
export interface FactorState {
  facts: SecondFactorFacts
  decision: SecondFactorDecision
  stored: UserFactors
  /** The last second step that the user passed. */
  lastUse: FactorUse | null
  /** Whether the user trusts this browser, so that it needs no second factor. */
  trusted: boolean
}

/** Loads a user's factors and decides whether this sign-in needs one. Three steps decide by it. */
export const factorState = (context: RequestContext, state: AttemptState): Promise<FactorState> =>
  loadOnce(context, state, loadFactorState)

const passedFactors = ({ once }: RequestContext) => once(passedFactors, () => new Map<string, UserFactors>())

/**
 * Keeps the factors for the rest of the request, in which the user just passed the second step with one of them. No
 * change of them could ask for another step now. The app's rules are still asked again.
 */
export function keepFactors(context: RequestContext, { user }: AttemptState, stored: UserFactors): void {
  passedFactors(context).set(user.id, stored)
}

async function storedFactors(context: RequestContext, { user }: AttemptState): Promise<UserFactors> {
  const passed = passedFactors(context).get(user.id)
  if (passed) return passed
  const { settings } = context
  const adapter = settings.webauthn && settings.adapter ? settings.adapter : {}
  return loadUserFactors(factorContext(context), { adapter, userId: user.id })
}

async function loadFactorState(context: RequestContext, state: AttemptState): Promise<FactorState> {
  const { settings } = context
  const { secondFactor } = settings
  if (!secondFactor)
    throw new AuthError("InvalidConfiguration", "`secondFactor` is off. Set `secondFactor` in the configuration")
  const { user, proofs, isNewUser } = state
  const enabled = secondFactor.emailCode && context.settings.codeSender !== undefined
  const [stored, passwordOfMailbox, required, phishingResistant] = await Promise.all([
    storedFactors(context, state),
    enabled ? isPasswordOfMailbox(settings, user.id) : false, // only a code by email depends on it
    isRequired(context, "required", state, secondFactor),
    isRequired(context, "phishingResistant", state, secondFactor),
  ])
  const lastUse = lastFactorUse(stored)
  const facts: SecondFactorFacts = {
    proofs,
    ...storedFactorFacts(stored),
    ...(state.newApp?.confirmed && { enrolled: true }),
    emailCode: { enabled, address: verifiedAddress(user), passwordOfMailbox },
    required,
    phishingResistant,
    newAccount: isNewUser,
  }
  const decision = decideSecondFactor(facts)
  const { trustMaxAge: maxAge } = secondFactor
  const trusted =
    decision.kind === "verify" &&
    maxAge !== undefined &&
    (await isTrustedDevice(context, user as AdapterUser, { maxAge, phishingResistant }))
  return { facts, decision, stored, lastUse, trusted }
}

/** Counts a try of a factor before it is checked. */
export function countTry(
  context: ActionContext,
  { user }: AttemptState,
  { method, factors: { lastUse, stored } }: { method: FactorMethod; factors: FactorState },
): Promise<FactorTry> {
  return countFactorTry(context, { user }, { method, lastUse, apps: countApps(stored) })
}

function verifiedAddress(user: AttemptState["user"]): string | undefined {
  return (Reflect.get(user, "emailVerified") && user.email) || undefined
}

/** Returns the cookies after a second factor: of a device that the user trusts, and of a known browser. */
export async function factorCookies(context: RequestContext, state: AttemptState): Promise<SetCookie[]> {
  const { secondFactor } = context.settings
  const { user, proofs, trust } = state
  if (!secondFactor || proofs.length < 2) return []
  const { trustMaxAge: maxAge } = secondFactor
  const device =
    trust && maxAge !== undefined
      ? await createTrustedDevice(context, user as AdapterUser, {
          maxAge,
          phishingResistant: isPhishingResistant(proofs),
        })
      : []
  return [...device, ...(await rememberBrowser(context, factorIdentity(context.settings, user.id)))]
}
