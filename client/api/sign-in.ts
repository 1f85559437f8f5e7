import { clientFor } from "../core/client.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "../actions/types.ts"

/**
 * Signs in with a provider, or without one shows the sign-in page. Never throws for a refusal or a failed request.
 * What it takes is loaded with the first call.
 */
export async function signIn(
  provider?: string,
  options: SignInOptions = {},
  authorizationParams: AuthorizationParams = "",
): Promise<SignInResult> {
  const client = clientFor(options)
  // before anything is waited for: a moment later the click is over, and the browser opens no window
  const popup = options.popup && provider ? client.page.open?.("", "", "popup,width=480,height=680") : undefined
  const loadedClient = await client.load().catch(() => undefined)
  if (loadedClient) return loadedClient.signIn(provider, options, authorizationParams, popup)
  popup?.close()
  return { ok: false, status: 0, url: null, error: "RequestFailed", code: "script" }
}
