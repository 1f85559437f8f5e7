import type { AuthClient } from "./client.ts"
import { RequestError } from "./http.ts"
import { navigate } from "./page.ts"
import { passkey } from "./passkey.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "./sign-in.ts"
import { sessionVersion } from "./version.ts"

/** What `signIn` does. */
export async function signInWith(
  client: AuthClient,
  provider: string | undefined,
  options: SignInOptions,
  authorizationParams: AuthorizationParams,
): Promise<SignInResult> {
  try {
    const type = provider === undefined ? undefined : await typeOf(client, provider)
    if (provider === undefined || type === undefined) return showSignIn(client, options)
    if (type === "webauthn") return await byPasskey(client, provider, options)
    const action = type === "credentials" ? "callback" : "signin"
    const query = new URLSearchParams(authorizationParams).toString()
    const path = `${action}/${encodeURIComponent(provider)}${query && `?${query}`}`
    return await submit(client, { path, type }, options)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { ok: false, status: error.status ?? 0, url: null, error: "RequestFailed", code: error.action }
  }
}

async function byPasskey(client: AuthClient, provider: string, options: SignInOptions): Promise<SignInResult> {
  const { callbackUrl, redirectTo = callbackUrl, redirect, basePath } = options
  const result = await passkey.signIn({ provider, redirectTo, redirect, basePath })
  if (result.ok) return { ok: true, status: 200, url: result.url }
  // Another way in may be there
  if (result.error === "Unsupported" && redirect !== false) return showSignIn(client, options)
  return { ok: false, status: 0, url: null, error: result.error === "Refused" ? REFUSED : result.error }
}

const REFUSED = "WebAuthnVerificationError"

async function typeOf({ http }: AuthClient, provider: string) {
  const providers = await http.providers()
  return Object.hasOwn(providers, provider) ? providers[provider]?.type : undefined
}

const OWN = new Set(["redirectTo", "redirect", "basePath"])

/** Fields of the form, and the absolute URL to return to. */
function formOf({ page }: AuthClient, options: SignInOptions) {
  const callbackUrl = options.redirectTo ?? options.callbackUrl ?? page.location?.href ?? "/"
  const fields = Object.entries(options).filter(([key, value]) => value !== undefined && !OWN.has(key))
  return { ...Object.fromEntries(fields.map(([key, value]) => [key, String(value)])), callbackUrl }
}

function showSignIn(client: AuthClient, options: SignInOptions): SignInResult {
  const { callbackUrl } = formOf(client, options)
  const url = `${client.base}/signin?${new URLSearchParams({ callbackUrl })}`
  if (options.redirect !== false) navigate(client.page, url)
  return { ok: true, status: 200, url }
}

async function submit(
  client: AuthClient,
  { path, type }: { path: string; type: string },
  options: SignInOptions,
): Promise<SignInResult> {
  const { page, http, store } = client
  const before = sessionVersion(page)
  const form = formOf(client, options)
  const { url, status, error = errorIn(url, form.callbackUrl), code } = await http.post(path, form)
  const stays = options.redirect === false
  if (!stays) navigate(page, url, !error && type !== "credentials") // the provider is at another origin
  if (error) return { ok: false, status, url: null, error, code }
  if (type === "credentials") {
    await offerPasskey(client, options)
    if (stays) await store.refresh(before ?? "")
    else store.hint()
  }
  return { ok: true, status, url }
}

/** Milliseconds that a browser may take to make a passkey by itself. */
const PATIENCE = 3000

// Where the browser can, whoever just signed in by password has a passkey the next time, and was asked nothing
async function offerPasskey({ http }: AuthClient, { basePath }: SignInOptions): Promise<void> {
  if (!passkey.isSupported() || !(await PublicKeyCredential.getClientCapabilities?.())?.["conditionalCreate"]) return
  const provider = Object.values(await http.providers()).find(({ type }) => type === "webauthn")?.id
  if (provider === undefined) return
  const signal = AbortSignal.timeout(PATIENCE)
  await passkey.register({ automatic: true, provider, basePath, signal })
}

/** A service that puts its refusal into the URL alone; the app's own URL may have an `error` of its own. */
function errorIn(url: string, callbackUrl: string): string | undefined {
  if (url === callbackUrl || !URL.canParse(url)) return undefined
  return new URL(url).searchParams.get("error") ?? undefined
}
