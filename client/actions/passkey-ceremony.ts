import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser"
import { navigate } from "../page/navigate.ts"
import type {
  PasskeyOptions,
  PasskeyRegisterOptions,
  PasskeyResult,
  PasskeySignInOptions,
  ActionClient,
} from "./types.ts"
import { toPasskeyError, passkeyError } from "./passkey-errors.ts"
import { signalAccount, signalUnknown } from "./passkey-signals.ts"
import { RequestError } from "../http/errors.ts"
import { returnUrl } from "../page/return-url.ts"
import { sessionVersion } from "../page/session-version.ts"

/** The options of each ceremony. */
interface OptionsByAction {
  authenticate: PublicKeyCredentialRequestOptionsJSON
  register: PublicKeyCredentialCreationOptionsJSON
}

/** The ceremony that is running. A newer one replaces it, and the older one must notice. */
const ACTIVE: { ceremony?: object } = {}

/** The parts of the client that a ceremony uses. */
export interface PasskeyClient extends Pick<ActionClient, "page" | "http"> {
  store: { hint(): void; refresh(since: string): Promise<unknown> }
}

/** Signs in with a passkey. See `passkey.signIn`. */
export function signInWithPasskey(client: PasskeyClient, options: PasskeySignInOptions): Promise<PasskeyResult> {
  const { autofill = false, immediate, redirectTo, redirect = true, remember, carry } = options
  return runCeremony(options, async (isActive) => {
    const { page, store, http } = client
    if (autofill && !(await canAutofill())) return passkeyError("Unsupported")
    if (immediate && !(await hasCapability("immediateGet"))) return passkeyError("Unsupported")
    const provider = await passkeyProvider(client, options)
    const requestOptions = await fetchOptions(client, { provider, action: "authenticate" })
    if (!requestOptions.options) return passkeyError(requestOptions.error)
    if (!isActive()) return passkeyError("Cancelled")
    const optionsJSON = requestOptions.options
    const assertion = immediate
      ? await requestImmediately(optionsJSON, options.signal)
      : await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
    if (!assertion) return passkeyError("NoPasskey")
    const versionBefore = sessionVersion(page)
    const staySignedIn = typeof remember === "function" ? remember() : remember
    const form = {
      ...(staySignedIn !== undefined && { remember: staySignedIn ? "yes" : "no" }),
      ...(carry && { carry }),
      action: "authenticate",
      data: JSON.stringify(assertion),
      callbackUrl: redirectTo ?? returnUrl(page),
    }
    const { url, error, code } = await http.post(`callback/${encodeURIComponent(provider)}`, form)
    if (code === "unknown") await signalUnknown(requestOptions.options.rpId, assertion.id)
    if (error) return passkeyError(code === "unknown" ? "Unknown" : "Rejected")
    if (redirect) navigate(page, url)
    if (redirect) store.hint()
    else await store.refresh(versionBefore ?? "")
    return { ok: true, url }
  })
}

/** Adds a passkey. See `passkey.register`. */
export function registerPasskey(client: PasskeyClient, options: PasskeyRegisterOptions): Promise<PasskeyResult> {
  const { automatic = false } = options
  return runCeremony(options, async (isStillActive) => {
    if (automatic && !(await hasCapability("conditionalCreate"))) return passkeyError("Unsupported")
    const provider = await passkeyProvider(client, options)
    const creationOptions = await fetchOptions(client, { provider, action: "register", automatic })
    if (!creationOptions.options) return passkeyError(creationOptions.error, creationOptions.cause)
    if (!isStillActive()) return passkeyError("Cancelled")
    const attestation = await startRegistration({ optionsJSON: creationOptions.options, useAutoRegister: automatic })
    const form = { action: "register", data: JSON.stringify(attestation), callbackUrl: returnUrl(client.page) }
    const response = await client.http.post(`callback/${encodeURIComponent(provider)}`, form)
    const { url, error } = response
    if (error === "StepUpRequired") return passkeyError(error, response)
    if (error) return passkeyError(error === "SessionRequired" ? "SessionRequired" : "Rejected")
    await signalAccount(client)
    return { ok: true, url }
  })
}

async function runCeremony(
  { signal }: PasskeyOptions,
  perform: (isCurrent: () => boolean) => Promise<PasskeyResult>,
): Promise<PasskeyResult> {
  const current = {}
  const stillWanted = () => ACTIVE.ceremony === current && !signal?.aborted
  const cancel = () => ACTIVE.ceremony === current && WebAuthnAbortService.cancelCeremony()
  ACTIVE.ceremony = current
  signal?.addEventListener("abort", cancel, { once: true })
  try {
    return await perform(stillWanted)
  } catch (error) {
    return toPasskeyError(error)
  } finally {
    signal?.removeEventListener("abort", cancel)
    if (ACTIVE.ceremony === current) delete ACTIVE.ceremony
  }
}

async function passkeyProvider({ http }: PasskeyClient, { provider }: PasskeyOptions): Promise<string> {
  if (provider !== undefined) return provider
  const match = Object.values(await http.providers()).find(({ type }) => type === "webauthn")
  if (match) return match.id
  throw new RequestError("providers", 200) // none of them is a passkey provider
}

interface OptionsRequest<Action> {
  provider: string
  action: Action
  automatic?: boolean
}

// Rejects options for another ceremony than the requested one
async function fetchOptions<Action extends keyof OptionsByAction>(
  { http }: PasskeyClient,
  { provider, action, automatic = false }: OptionsRequest<Action>,
): Promise<
  | { options: OptionsByAction[Action] }
  | { options?: undefined; error: "SessionRequired" | "StepUpRequired" | "RequestFailed"; cause?: unknown }
> {
  const query = new URLSearchParams({ action, ...(automatic && { mediation: "conditional" }) })
  const response = await http.webauthnOptions(`${encodeURIComponent(provider)}?${query}`)
  if ("error" in response && response.error === "StepUpRequired") return { error: response.error, cause: response }
  if ("error" in response) return { error: response.error === "SessionRequired" ? "SessionRequired" : "RequestFailed" }
  if (response.action !== action) return { error: "RequestFailed" }
  // the action was checked above; the library has its own type for these options
  return { options: response.options as unknown as OptionsByAction[Action] }
}

async function canAutofill(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Returns whether the browser has a feature of WebAuthn Level 3. */
async function hasCapability(name: "conditionalCreate" | "immediateGet"): Promise<boolean> {
  return (await PublicKeyCredential.getClientCapabilities?.())?.[name] === true
}

/** The request of a browser with immediate mediation, which the types of TypeScript don't have yet. */
type ImmediateRequest = CredentialRequestOptions & { uiMode: "immediate" }

// The library doesn't know this mode. A browser that does converts the JSON itself
async function requestImmediately(
  json: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal | undefined,
): Promise<AuthenticationResponseJSON | undefined> {
  WebAuthnAbortService.cancelCeremony() // a browser runs one request at a time
  // The server names a signed-in user's passkeys, which this mode forbids. The library's type has more members
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...json, allowCredentials: [] } as never)
  const request = { publicKey, uiMode: "immediate", signal } as ImmediateRequest // a browser ignores an undefined signal
  try {
    const credential = (await navigator.credentials.get(request)) as PublicKeyCredential | null
    return credential?.toJSON() as AuthenticationResponseJSON | undefined // a response to `get`
  } catch (error) {
    if ((error as DOMException).name === "NotAllowedError") return undefined // the browser rejects with no other type
    throw error
  }
}
