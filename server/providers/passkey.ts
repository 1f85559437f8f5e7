import type { ProviderStyle } from "../../client/contract.ts"
import { bringPasskeys } from "../brings.ts"
import { COMMON, checkOptionNames, type Keys } from "./option-names.ts"
import type { PasskeySettings, RelyingPartySettings } from "./passkey-settings.ts"
import type { WebAuthnConfig } from "./types.ts"

const RELYING_PARTY: Keys<RelyingPartySettings> = { id: true, name: true, origin: true, relatedOrigins: true }
/** Options of Auth.js that have no effect here. */
const AUTHJS = {
  relayingParty: true,
  getRelayingParty: true,
  getUserInfo: true,
  enableConditionalUI: true,
  simpleWebAuthnBrowserVersion: true,
  simpleWebAuthn: true,
  formFields: true,
  authenticationOptions: true,
  registrationOptions: true,
  verifyAuthenticationOptions: true,
  verifyRegistrationOptions: true,
} as const
const NAMES: Keys<WebAuthnConfig & typeof AUTHJS> = {
  ...COMMON,
  ...AUTHJS,
  relyingParty: RELYING_PARTY,
  userVerification: true,
  hints: true,
  signUp: true,
  timeout: true,
  anyUserHandle: true,
  library: true,
}

/** @internal */
type AuthjsOptions = { [Name in Exclude<keyof typeof AUTHJS, "relayingParty" | "getRelayingParty">]?: unknown }

/**
 * Settings of passkeys. Set `id` and `name` only if there are several such providers. Options of Auth.js, such as
 * `formFields`, have no effect.
 */
export interface PasskeyOptions extends PasskeySettings, AuthjsOptions {
  id?: string
  name?: string
  /** The style of the passkey button: colors, and an image instead of the key. */
  style?: ProviderStyle
}

// A plain object finds it on Node. In a Worker, only this function brings it
const loadLibrary = () => import("./passkey-library.ts")

/** Signs in with a passkey. Requires an adapter that stores authenticators. */
export function Passkey(options: PasskeyOptions = {}): WebAuthnConfig {
  checkOptionNames({ name: "Passkey", id: "passkey" }, options, NAMES)
  const { id = "passkey", name = "Passkey" } = options
  return { ...options, id, name, type: "webauthn", library: loadLibrary, ...bringPasskeys() }
}

/** Creates the same provider under the id that stored accounts of other WebAuthn authenticators have. */
export function WebAuthn(options: PasskeyOptions = {}): WebAuthnConfig {
  const own = { id: "webauthn", name: "WebAuthn" }
  checkOptionNames(own, options, NAMES)
  return Passkey({ ...own, ...options })
}

export default Passkey
