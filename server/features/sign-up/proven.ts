import type { SetCookie } from "../../core/cookies/options.ts"
import { clearPending } from "../../core/mailbox/pending.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { readAppState } from "../../core/request/app-state.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { returnTo } from "../../core/request/redirect-url.ts"
import { readRememberField } from "../../core/sessions/session-cookies.ts"
import { completeSignIn } from "../../core/sign-in/callback.ts"
import type { SignUp, VerifiedIdentity } from "../../core/users/types.ts"
import type { ProviderConfig } from "../../providers/types.ts"

interface ProvenSignUp extends Pick<VerifiedIdentity, "epoch" | "invitation" | "signedInCookies"> {
  signUp: SignUp
  provider: ProviderConfig
  /** @default the one that the request names */
  callbackUrl?: string | undefined
  cookies?: readonly SetCookie[]
}

/**
 * Checks access, creates the user of a proven address, and signs in. A step may come first. The proof is the email: a
 * new passkey has signed nothing yet.
 */
export async function finishSignUp(
  context: ActionContext,
  { signUp, provider, callbackUrl, cookies = [], ...more }: ProvenSignUp,
): Promise<Outcome> {
  const { email, account } = signUp
  const name = ("fields" in signUp && signUp.fields["name"]) || null
  const verified: VerifiedIdentity = {
    identity: { user: { email, name, emailVerified: true }, account, emailProven: true },
    callbackUrl: callbackUrl ?? (await returnTo(context)),
    remember: readRememberField(context),
    appState: readAppState(context),
    cookies: [...clearPending(context), ...cookies],
    proof: { kind: "email" },
    signUp,
    ...more,
  }
  return completeSignIn({ ...context, provider }, verified)
}
