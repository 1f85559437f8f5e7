import { navigate } from "../page/navigate.ts"
import { RequestError } from "../http/errors.ts"
import { postForm } from "../http/post.ts"
import { returnUrl } from "../page/return-url.ts"
import type { PendingSignOut } from "../session/types.ts"
import type { SignOutOptions, SignOutResult, FullClient } from "./types.ts"

/** Completes a sign-out that every tab shows already. @throws {RequestError} */
export async function runSignOut(
  client: FullClient,
  pending: PendingSignOut,
  { redirect = true, callbackUrl, redirectTo = callbackUrl ?? returnUrl(client.page) }: SignOutOptions,
): Promise<SignOutResult> {
  const { url, status, error, version } = await postForm(client, "signout", { callbackUrl: redirectTo })
  if (error) throw new RequestError("signout", status, error)
  navigator.credentials?.preventSilentAccess?.().catch(() => undefined) // it can't undo the sign-out
  pending.confirm({ version, navigates: redirect })
  if (redirect) navigate(client.page, url)
  return { ok: true, url }
}
