/** @jsxImportSource solid-js */
import { secondFactorScreen, type SecondFactorProps as Props } from "../../two-step/second-factor.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card for the second step of a sign-in, with your own content. */
export type SecondFactorProps = Props & Slots

/**
 * Asks for the second step of a sign-in: a code, a passkey, an emailed code or a recovery code. Pass the fields of
 * `GET step`.
 */
export function SecondFactor(props: SecondFactorProps) {
  return <Screen screen={secondFactorScreen} of={props} />
}
