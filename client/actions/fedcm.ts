import { TIMEOUT_MS } from "../http/fetch-action.ts"
import { inSequence } from "../http/prefetch.ts"
import { navigate } from "../page/navigate.ts"
import { returnUrl } from "../page/return-url.ts"
import { sessionVersion } from "../page/session-version.ts"
import type { FedcmOptions } from "../protocol.ts"
import type { ActionClient, SignInOptions, SignInResult } from "./types.ts"

/** The parts of the client that the account chooser uses. */
export interface FedcmClient extends Pick<ActionClient, "base" | "page" | "early"> {
  http: Pick<ActionClient["http"], "post">
  store: { hint(): void; refresh(since: string): Promise<unknown> }
}

/** How the browser shows its account chooser. */
export interface Chooser {
  /** `active` in a click, `passive` on a page. @default "active" */
  mode?: "active" | "passive" | undefined
  signal?: AbortSignal | undefined
}

/**
 * Signs in with the browser's account chooser. Returns `undefined` if the browser returned no token, so that the caller
 * goes on with the redirect: the browser doesn't say why.
 *
 * @see [FedCM](https://w3c-fedid.github.io/FedCM/)
 */
export async function signInWithFedcm(
  client: FedcmClient,
  provider: string,
  options: SignInOptions,
  chooser: Chooser = {},
): Promise<SignInResult | undefined> {
  const { page, http, store } = client
  const path = `fedcm/${encodeURIComponent(provider)}`
  const token = await requestToken(client, path, chooser).catch(() => undefined)
  if (token === undefined) return undefined
  const versionBefore = sessionVersion(page)
  const { callbackUrl = returnUrl(page), redirectTo = callbackUrl, redirect = true, remember, carry } = options
  const rememberField = typeof remember === "boolean" ? (remember ? "yes" : "no") : remember
  const form = {
    token,
    callbackUrl: redirectTo,
    ...(rememberField !== undefined && { remember: rememberField }),
    ...(typeof carry === "string" && { carry }),
  }
  const { url, status, step, stepProps, error, code } = await http.post(path, form)
  if (error) return { ok: false, status, url: null, error, code }
  if (redirect) navigate(page, url)
  if (step) return { ok: false, status, url, step, stepProps }
  if (redirect) store.hint()
  else await store.refresh(versionBefore ?? "")
  return { ok: true, status, url }
}

async function requestToken(
  { base, page, early }: FedcmClient,
  path: string,
  { mode = "active", signal }: Chooser,
): Promise<string | undefined> {
  // After the CSRF token: both responses may set the browser's cookie
  const init: RequestInit = { credentials: "include", signal: AbortSignal.timeout(TIMEOUT_MS) }
  const response = await inSequence(early, () => page.fetch(`${base}/${path}`, init))
  const { configURL, clientId, nonce } = (await response.json()) as Partial<FedcmOptions> // or an error
  if (configURL === undefined) return undefined
  const request = {
    // The nonce was a member of its own in earlier versions
    identity: { mode, context: "signin", providers: [{ configURL, clientId, nonce, params: { nonce } }] },
    mediation: mode === "active" ? "required" : "optional",
    ...(signal && { signal }),
  }
  const credential: unknown = await navigator.credentials.get(request as CredentialRequestOptions) // TypeScript doesn't know `identity`
  const token: unknown = Object(credential).token
  return typeof token === "string" ? token : undefined
}
