import type { ProviderStyle } from "../../client/contract.ts"
import type { PasskeySettings } from "./passkey-settings.ts"
import type { WebAuthnConfig } from "./types.ts"

/** Settings of passkeys; `id` and `name` only where there is more than one such provider. */
export interface PasskeyOptions extends PasskeySettings {
  id?: string
  name?: string
  /** The look of the passkey button: colours, and an image in place of the key. */
  style?: ProviderStyle
}

/** Sign-in with a passkey; needs `experimental.enableWebAuthn` and an adapter that stores authenticators. */
export function Passkey(options: PasskeyOptions = {}): WebAuthnConfig {
  const { id = "passkey", name = "Passkey" } = options
  return { ...options, id, name, type: "webauthn" }
}

/** The same under the id that stored accounts of other WebAuthn authenticators have. */
export function WebAuthn(options: PasskeyOptions = {}): WebAuthnConfig {
  return Passkey({ id: "webauthn", name: "WebAuthn", ...options })
}

export default Passkey
