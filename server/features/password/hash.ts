import type { HashClient } from "../../core/crypto/passwords/queue.ts"
import { HashQueueFull } from "../../core/crypto/passwords/queue.ts"
import { AuthError } from "../../errors.ts"
import type { RequestContext } from "../../core/request/auth-request.ts"
import { clientAddress } from "../../core/request/client-address.ts"
import { knownBrowser } from "../../core/limits/known-browser.ts"
import type { SignInIdentity } from "../../core/limits/identity.ts"

/** Returns the client in whose turn a password is hashed. */
export async function hashClient(context: RequestContext, identity: SignInIdentity): Promise<HashClient> {
  const browser = await knownBrowser(context, identity)
  if (browser !== undefined) return { key: browser, known: true }
  return { key: (await clientAddress(context)) ?? identity.identifiers.join("\n"), known: false }
}

/**
 * Runs a computation of the hasher.
 *
 * @throws {AuthError} `ServerBusy` if too many passwords wait. The response is the same for every address
 */
export async function inHashQueue<T>(compute: () => Promise<T>): Promise<T> {
  try {
    return await compute()
  } catch (thrown) {
    if (!(thrown instanceof HashQueueFull)) throw thrown
    throw new AuthError("ServerBusy", thrown.message, { retryAfter: thrown.retryAfter })
  }
}
