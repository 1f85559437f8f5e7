import { navigate } from "./navigate.ts"
import { RequestError } from "./request-error.ts"
import { returnUrl } from "./return-url.ts"
import type { SignOutOptions, SignOutResult } from "./types.ts"
import type { WholeClient } from "./types.ts"

/** What `signOut` does. */
export async function signOutFrom(
  { page, http, store }: WholeClient,
  { redirect = true, callbackUrl, redirectTo = callbackUrl ?? returnUrl(page) }: SignOutOptions,
): Promise<SignOutResult> {
  const leaving = store.leave()
  try {
    const { url, status, error } = await http.post("signout", { callbackUrl: redirectTo })
    if (error) throw new RequestError("signout", status, error)
    leaving.done(redirect)
    if (redirect) navigate(page, url)
    return { ok: true, url }
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    leaving.undo(error)
    return { ok: false, url: null, error: "RequestFailed" }
  }
}
