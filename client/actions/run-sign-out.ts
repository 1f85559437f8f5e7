import { navigate } from "../page/navigate.ts"
import { RequestError } from "../http/errors.ts"
import { returnUrl } from "../page/return-url.ts"
import type { SignOutOptions, SignOutResult, FullClient } from "./types.ts"

/** Implements `signOut`. */
export async function runSignOut(
  { page, http, store }: FullClient,
  { redirect = true, callbackUrl, redirectTo = callbackUrl ?? returnUrl(page) }: SignOutOptions,
): Promise<SignOutResult> {
  const pending = store.beginSignOut()
  try {
    const { url, status, error, version } = await http.post("signout", { callbackUrl: redirectTo })
    if (error) throw new RequestError("signout", status, error)
    navigator.credentials?.preventSilentAccess?.().catch(() => undefined) // it can't undo the sign-out
    pending.confirm({ version, navigates: redirect })
    if (redirect) navigate(page, url)
    return { ok: true, url }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    pending.undo(error)
    return { ok: false, url: null, error: "RequestFailed" }
  }
}
