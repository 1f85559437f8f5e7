import type { ProviderStyle } from "../../client/contract.ts"
import type { PasskeySettings } from "./passkey-settings.ts"
import type { WebAuthnConfig } from "./types.ts"

/** Settings of passkeys. Set `id` and `name` only if there are several such providers. */
export interface PasskeyOptions extends PasskeySettings {
  id?: string
  name?: string
  /** The style of the passkey button: colors, and an image instead of the key. */
  style?: ProviderStyle
}

/** Signs in with a passkey. Requires an adapter that stores authenticators. */
export function Passkey(options: PasskeyOptions = {}): WebAuthnConfig {
  const { id = "passkey", name = "Passkey" } = options
  return { ...options, id, name, type: "webauthn" }
}

/** Creates the same provider under the id that stored accounts of other WebAuthn authenticators have. */
export function WebAuthn(options: PasskeyOptions = {}): WebAuthnConfig {
  return Passkey({ id: "webauthn", name: "WebAuthn", ...options })
}

export default Passkey
