import { checkedResult } from "../config/decisions.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { AccessDenied, asError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { toErrorCause } from "../request/next-auth-4.ts"

type SignInCallbackInput = Parameters<RequestContext["settings"]["callbacks"]["signIn"]>[0]

/**
 * Calls the app's `signIn` callback: `true` allows, a string redirects, anything else denies.
 *
 * @throws {AccessDenied} with the message of the error that the callback throws
 */
export async function callSignInCallback(
  { settings }: Pick<RequestContext, "settings">,
  input: SignInCallbackInput,
): Promise<unknown> {
  try {
    return checkedResult(settings, "signIn", await withTimeout("`callbacks.signIn`", settings.callbacks.signIn(input)))
  } catch (thrown) {
    throw new AccessDenied(asError(thrown).message, toErrorCause(thrown, settings))
  }
}
