import type { SetCookie } from "../../core/cookies/options.ts"
import { confirmUrl } from "../../core/proofs/step-ups.ts"
import { requireStepUps } from "../../core/proofs/step-ups.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import type { AuthRequest } from "../../core/request/auth-request.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { withSearchParams } from "../../core/request/redirect-url.ts"
import type { FailedReturn } from "../../core/sign-in/feature.ts"
import { startOAuth } from "../../core/sign-in/oauth-start.ts"
import { clearTransaction, readResponseState, resumeTransaction } from "../../core/sign-in/oauth-transaction.ts"
import { finalUrl } from "../../core/sign-in/popup.ts"
import type { OAuthConfig } from "../../providers/types.ts"

/** Redirects the user to the provider. */
export async function startAtProvider(
  context: ActionContext,
  provider: OAuthConfig,
  callbackUrl: string,
): Promise<Outcome> {
  await requireStepUpToLink(context, provider)
  return startOAuth(context, provider, callbackUrl)
}

/**
 * Requires a confirmation before a signed-in user links a provider for the first time. A user who has an account there
 * may sign in with it again. The callback decides in the end.
 */
async function requireStepUpToLink(context: ActionContext, { id }: OAuthConfig): Promise<void> {
  const { settings } = context
  const { adapter, session: options } = settings
  if (!adapter?.listAccounts || (options.maxAccounts > 1 && !context.body.fields["link"])) return
  const session = await context.lookupSession()
  if (session.kind === "none" || session.userId === undefined) return
  const accounts = await adapter.listAccounts(session.userId)
  if (accounts.some(({ provider }) => provider === id)) return
  await requireStepUps(settings, "adapter").require(context, session)
}

const readState = ({ query, body }: AuthRequest) => readResponseState(query) ?? body.fields["state"] ?? null

/** Returns cookies that clear the transaction of a callback that failed. */
export function clearFailedTransaction(authRequest: AuthRequest): Promise<SetCookie[]> {
  return clearTransaction(authRequest, readState(authRequest))
}

/**
 * Returns where a failed popup sign-in or a failed confirmation ends. Other flows have pages for failures, so the
 * result is `undefined`.
 */
export async function failedReturn(authRequest: AuthRequest): Promise<FailedReturn | undefined> {
  const { query: _, body: __, target, ...context } = authRequest
  const state = readState(authRequest)
  if (!target || !state) return undefined
  const transaction = await resumeTransaction(context, state, target).catch(() => undefined) // its error was already reported
  if (!transaction) return undefined
  const { confirm, popup, callbackUrl } = transaction
  if (popup !== undefined) return { url: finalUrl(transaction, context) }
  // The user is still signed in
  if (!confirm) return undefined
  const url = withSearchParams(confirmUrl(context, confirm), context.site.origin, { callbackUrl })
  return { url, error: "OAuthCallbackError" }
}
