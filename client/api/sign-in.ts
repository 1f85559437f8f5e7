import { clientFor } from "../core/client.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "../actions/types.ts"

/**
 * Signs in with a provider. Without a provider, shows the sign-in page. The code is loaded with the first call.
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
  const loadedClient = await client.load().catch(() => undefined)
  if (loadedClient) return loadedClient.signIn(provider, options, authorizationParams, popup)
  popup?.close()
  return { ok: false, status: 0, url: null, error: "RequestFailed", code: "script" }
}
