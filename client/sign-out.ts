import { clientOf } from "./client.ts"

/** Options of `signOut`. */
export interface SignOutOptions {
  /** Where to go afterwards. @default the present page, without `token`, `secret` and `password` parameters */
  redirectTo?: string | undefined
  /** The older name of `redirectTo`. */
  callbackUrl?: string | undefined
  /** False stays on the page and tells how it went. @default true */
  redirect?: boolean | undefined
  /** Which service, where the page has several. */
  basePath?: string | undefined
}

/**
 * How a sign-out went; after a failure the visitor is still signed in. `url` is where to go on: with a provider's `endSession` an
 * address of the service, which leads to the provider and back.
 */
export type SignOutResult = { ok: true; url: string; error?: undefined } | { ok: false; url: null; error: string }

/** Signs out: every tab shows it at once, and shows the session again should the service refuse. Never throws for that. */
export async function signOut(options: SignOutOptions = {}): Promise<SignOutResult> {
  const whole = await clientOf(options)
    .load()
    .catch(() => undefined)
  return whole?.signOut(options) ?? { ok: false, url: null, error: "RequestFailed" }
}
