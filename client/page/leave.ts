import type { Page } from "./page.ts"

interface LeaveOptions {
  redirect?: boolean | undefined
  popup?: boolean | undefined
  redirectTo?: string | undefined
  callbackUrl?: string | undefined
}

/**
 * Opens a page of the server that signs in or out, unless the caller stays on its page. It needs no script, which a
 * deploy may have removed. By default it leads back here, because the browser sends this page's URL.
 *
 * @returns the result of the call that failed
 */
export function leave(
  { base, page }: { base: string; page: Page },
  path: "signin?" | "signin?error=SessionRequired&" | "signout?",
  { redirect = true, popup, callbackUrl = "", redirectTo = callbackUrl }: LeaveOptions = {},
): { ok: false; url: null; error: string } {
  if (redirect && !popup) page.location?.assign(`${base}/${path}callbackUrl=${encodeURIComponent(redirectTo)}`)
  return { ok: false, url: null, error: "RequestFailed" }
}
