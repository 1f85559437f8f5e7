import type { PublicProviders } from "./contract.ts"
import { navigate } from "./navigate.ts"
import type { PopupWindow } from "./page.ts"
import { noScript, RequestError } from "./request-error.ts"
import { returnUrl } from "./return-url.ts"
import type { AuthorizationParams, SignInOptions, SignInResult } from "./types.ts"
import { sessionVersion } from "./version.ts"
import type { WholeClient } from "./types.ts"

/** What `signIn` does; `popup` is the window that it opened, null where the browser refused. */
export async function signInWith(
  client: WholeClient,
  provider: string | undefined,
  options: SignInOptions,
  authorizationParams: AuthorizationParams,
  popup?: PopupWindow | null,
): Promise<SignInResult> {
  try {
    if (provider === undefined) return showSignIn(client, options)
    const query = new URLSearchParams(authorizationParams).toString()
    const to = `/${encodeURIComponent(provider)}${query && `?${query}`}`
    if (options.popup) {
      const { signInByPopup } = await loadPopup()
      const form = formOf(client, options)
      const result = await signInByPopup(client, popup, { ...options, provider, path: `signin${to}`, form })
      if (result) return result
    }
    const providers = await client.http.providers()
    const type = Object.hasOwn(providers, provider) ? providers[provider]?.type : undefined
    if (type === undefined) return showSignIn(client, options)
    if (type === "webauthn") {
      const { signInByPasskey } = await loadPasskeys()
      return (await signInByPasskey(client, provider, options)) ?? showSignIn(client, options)
    }
    const path = (type === "credentials" ? "callback" : "signin") + to
    return await submit(client, { path, type, providers }, options)
  } catch (error) {
    popup?.close()
    if (!(error instanceof RequestError)) throw error
    return { ok: false, status: error.status ?? 0, url: null, error: "RequestFailed", code: error.action }
  }
}

// What talks to windows and to authenticators comes when it is asked for
const loadPopup = () => import("./popup-sign-in.ts").catch(noScript)
const loadPasskeys = () => import("./passkey-sign-in.ts").catch(noScript)

const OWN = new Set(["redirectTo", "redirect", "popup", "basePath"])

/** Fields of the form, and the absolute URL to return to. */
function formOf({ page }: WholeClient, options: SignInOptions) {
  const callbackUrl = options.redirectTo ?? options.callbackUrl ?? returnUrl(page)
  const fields = Object.entries(options).filter(([key, value]) => value !== undefined && !OWN.has(key))
  return { ...Object.fromEntries(fields.map(([key, value]) => [key, String(value)])), callbackUrl }
}

function showSignIn(client: WholeClient, options: SignInOptions): SignInResult {
  const { callbackUrl } = formOf(client, options)
  const url = `${client.base}/signin?${new URLSearchParams({ callbackUrl })}`
  if (options.redirect !== false) navigate(client.page, url)
  return { ok: true, status: 200, url }
}

async function submit(
  client: WholeClient,
  { path, type, providers }: { path: string; type: string; providers: PublicProviders },
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
    await offerPasskey(client, providers)
    if (stays) await store.refresh(before ?? "")
    else store.hint()
  }
  return { ok: true, status, url }
}

// Where the browser can make a passkey by itself. The sign-in has succeeded, whatever becomes of that
async function offerPasskey(client: WholeClient, providers: PublicProviders): Promise<void> {
  const provider = Object.values(providers).find(({ type }) => type === "webauthn")?.id
  if (provider === undefined || typeof PublicKeyCredential !== "function") return
  if (!(await PublicKeyCredential.getClientCapabilities?.())?.["conditionalCreate"]) return
  const passkeys = await loadPasskeys().catch(() => undefined)
  await passkeys?.offerPasskey(client, provider)
}

/** A service that puts its refusal into the URL alone; the app's own URL may have an `error` of its own. */
function errorIn(url: string, callbackUrl: string): string | undefined {
  if (url === callbackUrl || !URL.canParse(url)) return undefined
  return new URL(url).searchParams.get("error") ?? undefined
}
