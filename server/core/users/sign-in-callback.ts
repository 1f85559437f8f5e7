import type { Callbacks } from "../config/callbacks.ts"
import { checkedResult } from "../config/decisions.ts"
import { withTimeout } from "../crypto/with-timeout.ts"
import { AccessDenied, asError } from "../../errors.ts"
import type { RequestContext } from "../request/auth-request.ts"
import { toErrorCause } from "../request/next-auth-4.ts"

/**
 * Calls the app's `signIn` callback, if there is one: `true` allows, a string redirects, anything else denies.
 *
 * @throws {AccessDenied} with the message of the error that the callback throws
 */
export async function callSignInCallback(
  { settings }: Pick<RequestContext, "settings">,
  input: Parameters<Callbacks["signIn"]>[0],
): Promise<unknown> {
  const { signIn } = settings.callbacks
  try {
    return !signIn || checkedResult(settings, "signIn", await withTimeout("`callbacks.signIn`", signIn(input)))
  } catch (thrown) {
    throw new AccessDenied(asError(thrown).message, toErrorCause(thrown, settings))
  }
}
