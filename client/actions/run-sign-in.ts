import type { PublicProviders } from "../contract.ts"
import { navigate, parseUrl } from "../page/navigate.ts"
import type { PopupWindow } from "../page/page.ts"
import { throwScriptError, RequestError } from "../http/errors.ts"
import { createHttp } from "../http/http.ts"
import { postForm } from "../http/post.ts"
import { returnUrl } from "../page/return-url.ts"
import type { ActionClient, AuthorizationParams, FullClient, SignInOptions, SignInResult } from "./types.ts"
import { sessionVersion } from "../page/session-version.ts"

/** Implements `signIn`. `popup` is the window that it opened, or null if the browser blocked it. */
export async function runSignIn(
  full: FullClient,
  provider: string | undefined,
  options: SignInOptions,
  authorizationParams: AuthorizationParams,
  popup?: PopupWindow | null,
): Promise<SignInResult> {
  const client = { ...full, http: createHttp(full) }
  try {
    if (provider === undefined) return showSignInPage(client, options)
    const query = new URLSearchParams(authorizationParams).toString()
    const to = `/${encodeURIComponent(provider)}${query && `?${query}`}`
    if (options.popup) {
      const { signInByPopup } = await loadPopup()
      const form = signInForm(client, options)
      const result = await signInByPopup(client, popup, { ...options, provider, path: `signin${to}`, form })
      if (result) return result
    }
    const providers = await client.http.providers()
    const type = Object.hasOwn(providers, provider) ? providers[provider]?.type : undefined
    if (type === undefined) return showSignInPage(client, options)
    if (type === "webauthn") {
      const { signInToPasskeyProvider } = await loadPasskeys()
      return (await signInToPasskeyProvider(client, provider, options)) ?? showSignInPage(client, options)
    }
    if (providers[provider]?.fedcm && query === "" && "IdentityCredential" in globalThis) {
      const result = await (await loadFedcm()).signInWithFedcm(client, provider, options)
      if (result) return result
    }
    const path = (type === "credentials" ? "callback" : "signin") + to
    return await submit(client, { path, type, providers }, options)
  } catch (error) {
    popup?.close()
    if (!(error instanceof RequestError)) throw error
    return { ok: false, status: error.status ?? 0, url: null, error: "RequestFailed", code: error.action }
  }
}

// The code for popups, passkeys and account choosers is loaded on demand
const loadFedcm = () => import("./fedcm.ts").catch(throwScriptError)
const loadPopup = () => import("./popup-sign-in.ts").catch(throwScriptError)
const loadPasskeys = () => import("./passkey-provider.ts").catch(throwScriptError)

const CLIENT_OPTIONS = new Set(["redirectTo", "redirect", "popup", "basePath"])

/** Returns the form's fields and the absolute URL to return to. */
function signInForm({ page }: ActionClient, options: SignInOptions) {
  const callbackUrl = options.redirectTo ?? options.callbackUrl ?? returnUrl(page)
  const fields = Object.entries(options).filter(([key, value]) => isText(value) && !CLIENT_OPTIONS.has(key))
  return { ...Object.fromEntries(fields.map(([key, value]) => [key, String(value)])), callbackUrl }
}

/** Returns whether a form sends the value: not a field that `FormData` doesn't have, nor a file. */
const isText = (value: unknown) => value !== undefined && typeof value !== "object"

function showSignInPage(client: ActionClient, options: SignInOptions): SignInResult {
  const { callbackUrl } = signInForm(client, options)
  const url = `${client.base}/signin?${new URLSearchParams({ callbackUrl })}`
  if (options.redirect !== false) navigate(client.page, url, "any-origin") // the app may have set another origin
  return { ok: true, status: 200, url }
}

async function submit(
  client: ActionClient,
  { path, type, providers }: { path: string; type: string; providers: PublicProviders },
  options: SignInOptions,
): Promise<SignInResult> {
  const { page, store } = client
  const versionBefore = sessionVersion(page)
  const form = signInForm(client, options)
  const response = await postForm(client, path, form) // here, so that its script is requested with this one
  const { url, status, step, stepProps, error = errorFromUrl(url, form.callbackUrl), code } = response
  const staysOnPage = options.redirect === false
  const leadsToProvider = !error && type !== "credentials"
  if (!staysOnPage) navigate(page, url, leadsToProvider ? "any-origin" : undefined)
  if (error === "StepUpRequired") return { ok: false, status, url: null, error, cause: response }
  if (error) return { ok: false, status, url: null, error, code }
  if (step) return { ok: false, status, url, step, stepProps }
  if (type === "credentials") {
    await upgradeToPasskey(client, providers)
    if (staysOnPage) await store.refresh(versionBefore ?? "")
    else store.hint()
  }
  return { ok: true, status, url }
}

// Creates a passkey if the browser can do so without a prompt. The sign-in has succeeded either way
async function upgradeToPasskey(client: ActionClient, providers: PublicProviders): Promise<void> {
  const provider = Object.values(providers).find(({ type }) => type === "webauthn")?.id
  if (provider === undefined || typeof PublicKeyCredential !== "function") return
  if (!(await PublicKeyCredential.getClientCapabilities?.())?.["conditionalCreate"]) return
  const passkeys = await loadPasskeys().catch(() => undefined)
  await passkeys?.autoRegisterPasskey(client, provider)
}

/**
 * Returns the error of a server that reports it only in the URL. The app's own URL may have an `error` parameter too.
 */
function errorFromUrl(url: string, callbackUrl: string): string | undefined {
  if (url === callbackUrl) return undefined
  return parseUrl(url)?.searchParams.get("error") ?? undefined
}
