/** @jsxImportSource solid-js */
import { webAuthnScreen, type WebAuthnProps as Props } from "../screens/webauthn.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

export type WebAuthnProps = Props & Slots

/** A button that signs in with a passkey, or with `action="register"` adds one. A browser without passkeys shows none. */
export function WebAuthn(props: WebAuthnProps) {
  return <Screen screen={webAuthnScreen} of={props} />
}
