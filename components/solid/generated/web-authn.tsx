/** @jsxImportSource solid-js */
import { webAuthnScreen, type WebAuthnProps as Props } from "../../passkeys/webauthn.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of a passkey button, with your own content. */
export type WebAuthnProps = Props & Slots

/**
 * A button that signs in with a passkey, or adds one with `action="register"`. Hidden if the browser doesn't support
 * passkeys.
 */
export function WebAuthn(props: WebAuthnProps) {
  return <Screen screen={webAuthnScreen} of={props} />
}
