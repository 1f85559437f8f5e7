import { AuthError } from "../../errors.ts"
import type { ActionContext } from "../../core/request/action-context.ts"
import { isSameId } from "../../core/users/users.ts"
import type { ConfirmResult } from "./prove.ts"
import type { ConfirmState } from "./state.ts"
import { identify } from "../../core/sign-in/callback.ts"
import { checkLimits } from "../../core/sign-in/check-limits.ts"

/**
 * Checks the signed-in user's password, as their sign-in would: with the same limits, and for the user's own
 * identifier. If another user has that identifier and password, it proves nothing.
 */
export async function checkPassword(
  context: ActionContext,
  { user, password: check }: Pick<ConfirmState, "user" | "password">,
  { password = "" }: { password?: string | undefined },
): Promise<ConfirmResult> {
  if (!check || password === "") return { proof: undefined }
  const fields = Object.assign(Object.create(null) as Record<string, string>, check.identifiers, { password }) // no prototype, like a parsed form
  const signIn = { ...context, provider: check.provider, body: { fields, json: undefined } }
  const wait = await checkLimits(signIn, "credentials")
  if (wait !== undefined) return { wait }
  try {
    const verified = await identify(signIn)
    if ("kind" in verified || !isSameId(verified.identity.account.providerAccountId, user.id))
      return { proof: undefined }
    return { proof: verified.proof, cookies: verified.signedInCookies }
  } catch (thrown) {
    if (thrown instanceof AuthError && thrown.type === "CredentialsSignin") return { proof: undefined }
    throw thrown
  }
}
