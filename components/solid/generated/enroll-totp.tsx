/** @jsxImportSource solid-js */
import { enrollTotpScreen, type EnrollTotpProps as Props } from "../../two-step/enroll-totp.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card that sets up an authenticator app, with your own content. */
export type EnrollTotpProps = Props & Slots

/** Sets up an authenticator app: a QR code, its key as text, and the first code. Pass the fields of `GET step`. */
export function EnrollTotp(props: EnrollTotpProps) {
  return <Screen screen={enrollTotpScreen} of={props} />
}
