import { AccessDenied, asError } from "../errors.ts"
import type { Visit } from "../http/auth-request.ts"
import { causeOf } from "../http/next-auth-4.ts"

type Asked = Parameters<Visit["settings"]["callbacks"]["signIn"]>[0]

/**
 * What the host's signIn callback says: true, a string to go to, or anything else, which refuses.
 *
 * @throws {AccessDenied} with its message, when the callback throws
 */
export async function askHost({ settings }: Visit, asked: Asked): Promise<unknown> {
  try {
    return await settings.callbacks.signIn(asked)
  } catch (thrown) {
    throw new AccessDenied(asError(thrown).message, causeOf(thrown, settings))
  }
}
