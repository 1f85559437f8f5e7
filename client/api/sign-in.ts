import { clientFor, type PageClient } from "../core/client.ts"
import { prefetch } from "../http/prefetch.ts"
import { leave } from "../page/leave.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "../actions/types.ts"

/**
 * Signs in with a provider. Without a provider, shows the sign-in page. The code is loaded with the first call, while
 * the first requests are already running. If a deploy has removed it, shows the sign-in page.
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
  const { early, page } = client
  if (options.popup) early.popup?.close() // the last click counts
  // Before any await: after the click handler, the browser blocks the window
  const popup = options.popup && provider ? page.open?.("", "", "popup,width=480,height=680") : undefined
  early.popup = popup
  if (provider) prefetch(early)
  const result = await loadCode(client).then(
    ([full, code]) => code.runSignIn(full, provider, options, authorizationParams, popup),
    () => undefined,
  )
  if (result && result.code !== "script") return result
  popup?.close()
  return { ...leave(client, "signin?", options), status: 0, code: "script" }
}

/**
 * Loads the code of `signIn` before it is called, while the user points at its button. Sends no request to Latchkit.
 */
export function prepareSignIn(options: Pick<SignInOptions, "basePath"> = {}): void {
  loadCode(clientFor(options)).catch(() => undefined) // the call itself tries again
}

const loadCode = (client: PageClient) => Promise.all([client.load(), import("../actions/run-sign-in.ts")])
