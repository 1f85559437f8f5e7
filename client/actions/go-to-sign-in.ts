import { returnUrl } from "../page/return-url.ts"
import type { FullClient } from "./types.ts"

/** Sends an anonymous user to the sign-in page. */
export function goToSignIn({ base, page, store }: FullClient): void {
  if (store.isSigningOut || store.get().status !== "unauthenticated") return // changed while this script was loading
  page.location?.assign(`${base}/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(returnUrl(page))}`)
}
