import type { PageClient } from "../core/client.ts"
import { clientFor } from "../core/client-for.ts"
import { prefetch } from "../http/prefetch.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "../actions/types.ts"

/**
 * Signs in with a provider. Without a provider, shows the sign-in page. The code is loaded with the first call, while
 * the first requests are already running.
 *
 * @example
 * <button onClick={() => signIn("github", { redirectTo: "/home" })}>Sign in with GitHub</button>
 *
 * @returns the result; a rejected sign-in or a failed request doesn't throw
 */
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  authorizationParams: AuthorizationParams = "",
): Promise<SignInResult> {
  const client = clientFor(options)
  // Before any await: after the click handler, the browser blocks the window
  const popup = options.popup && provider ? client.page.open?.("", "", "popup,width=480,height=680") : undefined
  if (provider !== undefined) {
    prefetch(client.early, "csrf")
    prefetch(client.early, "providers")
  }
  const [loadedClient, code] = await loadCode(client).catch(() => [])
  if (loadedClient && code) return code.runSignIn(loadedClient, provider, options, authorizationParams, popup)
  popup?.close()
  return { ok: false, status: 0, url: null, error: "RequestFailed", code: "script" }
}

/**
 * Loads the code of `signIn` before it is called, while the user points at its button. Sends no request to Latchkit.
 */
export function prepareSignIn(options: Pick<SignInOptions, "basePath"> = {}): void {
  loadCode(clientFor(options)).catch(() => undefined) // the call itself tries again
}

const loadCode = (client: PageClient) => Promise.all([client.load(), import("../actions/run-sign-in.ts")])
