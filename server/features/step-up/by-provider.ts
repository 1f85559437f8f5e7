import type { VerifiedIdentity } from "../../core/users/types.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { isSameId, findOwner, isIssuedBySameIssuer } from "../../core/users/users.ts"
import { loadConfirm } from "./state.ts"
import { backToConfirm, finishConfirm } from "./confirm.ts"

/**
 * Finishes a confirmation at a provider. It counts only for the session that started it, and with an account that is
 * linked to its user. The provider must say that the user signed in there recently enough.
 *
 * @see [OpenID Connect Core, section 3.1.2.1](https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest)
 */
export async function confirmByProvider(context: ActionContext, verified: VerifiedIdentity): Promise<Outcome> {
  const { confirm, callbackUrl, cookies, provenAt } = verified
  const required = { maxAge: 1, ...confirm }
  const state = await loadConfirm(context, required)
  const reason =
    !state || state.attempt !== confirm?.attempt
      ? "the session changed"
      : await findProblem(context, verified, state.user.id)
  if (!state || reason !== undefined) {
    context.settings.logger.debug(`The provider didn't confirm the user: ${reason}`)
    return { ...backToConfirm(context, { required, callbackUrl, error: "OAuthCallbackError" }), cookies }
  }
  return finishConfirm(context, state, { proof: verified.proof, at: provenAt, callbackUrl, cookies })
}

/** Milliseconds that the provider's clock may be ahead. */
const SKEW = 60_000

async function findProblem(
  { settings }: ActionContext,
  { identity, confirm }: VerifiedIdentity,
  userId: string,
): Promise<string | undefined> {
  const { adapter } = settings
  const { account, authenticated, isIssuedBy } = identity
  const owner = adapter && (await findOwner(adapter, account))
  if (!adapter || !isSameId(owner?.id, userId)) return "the account isn't linked to this user"
  if (!(await isIssuedBySameIssuer(adapter, account, isIssuedBy))) return "another issuer linked the account"
  const time = authenticated?.time
  if (typeof time !== "number" || !Number.isInteger(time)) return `its auth_time is ${JSON.stringify(time)}`
  const age = settings.now() - time * 1000
  if (age < -SKEW || age > (confirm?.maxAge ?? 0) * 1000) return `its auth_time is ${age / 1000} seconds ago`
  if (confirm?.acr !== undefined && authenticated?.acr !== confirm.acr)
    return `its acr is ${JSON.stringify(authenticated?.acr)}, but ${confirm.acr} was requested`
  return undefined
}
