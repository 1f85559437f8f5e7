import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser"
import { navigate } from "./navigate.ts"
import type { PasskeyOptions, PasskeyRegisterOptions, PasskeyResult, PasskeySignInOptions } from "./types.ts"
import { failedPasskey, refusedPasskey } from "./passkey-errors.ts"
import { signalAccount, signalUnknown } from "./passkey-signals.ts"
import { RequestError } from "./request-error.ts"
import { returnUrl } from "./return-url.ts"
import { sessionVersion } from "./version.ts"
import type { WholeClient } from "./types.ts"

/** What each ceremony is asked with. */
interface Options {
  authenticate: PublicKeyCredentialRequestOptionsJSON
  register: PublicKeyCredentialCreationOptionsJSON
}

/** The request that this page makes of authenticators; a newer one takes its place, and the older one must notice. */
const LIVE: { ceremony?: object } = {}

/** What a ceremony needs of the service's client. */
export interface PasskeyClient extends Pick<WholeClient, "page" | "http"> {
  store: { hint(): void; refresh(since: string): Promise<unknown> }
}

/** Signs in; see `passkey.signIn`. */
export function signInWithPasskey(client: PasskeyClient, options: PasskeySignInOptions): Promise<PasskeyResult> {
  const { autofill = false, redirectTo, redirect = true, remember, carry } = options
  return ceremony(options, async (stillWanted) => {
    const { page, store, http } = client
    if (autofill && !(await canAutofill())) return refusedPasskey("Unsupported")
    const provider = await providerOf(client, options)
    const asked = await optionsFrom(client, { provider, action: "authenticate" })
    if (!asked.options) return refusedPasskey(asked.error)
    if (!stillWanted()) return refusedPasskey("Cancelled")
    const answer = await startAuthentication({ optionsJSON: asked.options, useBrowserAutofill: autofill })
    const before = sessionVersion(page)
    const chosen = typeof remember === "function" ? remember() : remember
    const form = {
      ...(chosen !== undefined && { remember: chosen ? "yes" : "no" }),
      ...(carry && { carry }),
      action: "authenticate",
      data: JSON.stringify(answer),
      callbackUrl: redirectTo ?? returnUrl(page),
    }
    const { url, error, code } = await http.post(`callback/${encodeURIComponent(provider)}`, form)
    if (code === "unknown") await signalUnknown(asked.options.rpId, answer.id)
    if (error) return refusedPasskey(code === "unknown" ? "Unknown" : "Refused")
    if (redirect) navigate(page, url)
    if (redirect) store.hint()
    else await store.refresh(before ?? "")
    return { ok: true, url }
  })
}

/** Adds a passkey; see `passkey.register`. */
export function registerPasskey(client: PasskeyClient, options: PasskeyRegisterOptions): Promise<PasskeyResult> {
  const { automatic = false } = options
  return ceremony(options, async (stillWanted) => {
    if (automatic && !(await canMakeByItself())) return refusedPasskey("Unsupported")
    const provider = await providerOf(client, options)
    const asked = await optionsFrom(client, { provider, action: "register", automatic })
    if (!asked.options) return refusedPasskey(asked.error)
    if (!stillWanted()) return refusedPasskey("Cancelled")
    const answer = await startRegistration({ optionsJSON: asked.options, useAutoRegister: automatic })
    const form = { action: "register", data: JSON.stringify(answer), callbackUrl: returnUrl(client.page) }
    const { url, error } = await client.http.post(`callback/${encodeURIComponent(provider)}`, form)
    if (error) return refusedPasskey(error === "SessionRequired" ? "SessionRequired" : "Refused")
    await signalAccount(client)
    return { ok: true, url }
  })
}

async function ceremony(
  { signal }: PasskeyOptions,
  run: (stillWanted: () => boolean) => Promise<PasskeyResult>,
): Promise<PasskeyResult> {
  const own = {}
  const stillWanted = () => LIVE.ceremony === own && !signal?.aborted
  const stop = () => LIVE.ceremony === own && WebAuthnAbortService.cancelCeremony()
  LIVE.ceremony = own
  signal?.addEventListener("abort", stop, { once: true })
  try {
    return await run(stillWanted)
  } catch (error) {
    return failedPasskey(error)
  } finally {
    signal?.removeEventListener("abort", stop)
    if (LIVE.ceremony === own) delete LIVE.ceremony
  }
}

async function providerOf({ http }: PasskeyClient, { provider }: PasskeyOptions): Promise<string> {
  if (provider !== undefined) return provider
  const found = Object.values(await http.providers()).find(({ type }) => type === "webauthn")
  if (found) return found.id
  throw new RequestError("providers", 200) // none of them is a passkey provider
}

interface Asked<Action> {
  provider: string
  action: Action
  automatic?: boolean
}

// An answer for another ceremony than the one that was asked for is none
async function optionsFrom<Action extends keyof Options>(
  { http }: PasskeyClient,
  { provider, action, automatic = false }: Asked<Action>,
): Promise<{ options: Options[Action] } | { options?: undefined; error: "SessionRequired" | "RequestFailed" }> {
  const query = new URLSearchParams({ action, ...(automatic && { mediation: "conditional" }) })
  const answer = await http.webauthnOptions(`${encodeURIComponent(provider)}?${query}`)
  if ("error" in answer) return { error: answer.error === "SessionRequired" ? "SessionRequired" : "RequestFailed" }
  if (answer.action !== action) return { error: "RequestFailed" }
  return { options: answer.options as unknown as Options[Action] } // of that action, just seen; the library's own type of it
}

async function canAutofill(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

async function canMakeByItself(): Promise<boolean> {
  return (await PublicKeyCredential.getClientCapabilities?.())?.["conditionalCreate"] === true
}
