import { AccessDenied, asError } from "../errors.ts"
import type { RequestContext } from "../http/auth-request.ts"
import { toErrorCause } from "../http/next-auth-4.ts"

type SignInCallbackInput = Parameters<RequestContext["settings"]["callbacks"]["signIn"]>[0]

/**
 * What the host's signIn callback says: true, a string to go to, or anything else, which refuses.
 *
 * @throws {AccessDenied} with its message, when the callback throws
 */
export async function callSignInCallback({ settings }: RequestContext, input: SignInCallbackInput): Promise<unknown> {
  try {
    return await settings.callbacks.signIn(input)
  } catch (thrown) {
    throw new AccessDenied(asError(thrown).message, toErrorCause(thrown, settings))
  }
}
