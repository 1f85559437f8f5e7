import type { SignInResult } from "../actions/types.ts"
import { clientFor } from "../core/client.ts"
import { loadActionClient } from "../core/client-for.ts"

/** Options of {@link oneTap}. */
export interface OneTapOptions {
  /** The provider's id. @default the first provider with `fedcm` */
  provider?: string | undefined
  /** Where to go afterwards. @default the current page */
  redirectTo?: string | undefined
  /** If false, stays on the page and returns the result. @default true */
  redirect?: boolean | undefined
  /** Whether to stay signed in, if the server offers the choice. @default the server's setting */
  remember?: boolean | undefined
  /**
   * The base path to use.
   * @default the base path of the page's `SessionProvider`, otherwise "/auth" ("/api/auth" in Next)
   */
  basePath?: string | undefined
  /** Closes the browser's account chooser. */
  signal?: AbortSignal | undefined
}

/**
 * Lets the browser offer the user's accounts at a provider with `fedcm`, without a click. The error is `Unsupported` in
 * a browser that has no account chooser, and `Cancelled` if the user or the browser returns no account. Doesn't throw.
 *
 * @example
 * void oneTap({ redirectTo: "/home" })
 *
 * @see [FedCM](https://w3c-fedid.github.io/FedCM/)
 */
export async function oneTap({ provider, signal, ...options }: OneTapOptions = {}): Promise<SignInResult> {
  const failed = (error: string): SignInResult => ({ ok: false, status: 0, url: null, error })
  if (!("IdentityCredential" in globalThis)) return failed("Unsupported")
  try {
    const [client, { signInWithFedcm }] = await Promise.all([
      loadActionClient(clientFor(options)),
      import("../actions/fedcm.ts"),
    ])
    const id = provider ?? Object.values(await client.http.providers()).find(({ fedcm }) => fedcm)?.id
    if (id === undefined) return failed("Unsupported")
    const result = await signInWithFedcm(client, id, { ...options }, { mode: "passive", signal })
    return result ?? failed("Cancelled")
  } catch {
    return failed("RequestFailed")
  }
}
