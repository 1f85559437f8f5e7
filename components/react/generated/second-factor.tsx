"use client"

import { secondFactorScreen, type SecondFactorProps as Props } from "../../two-step/second-factor.screen.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the card for the second step of a sign-in, with your own content. */
export type SecondFactorProps = Props & Slots

/**
 * Asks for the second step of a sign-in: a code, a passkey, an emailed code or a recovery code. Pass the fields of
 * `GET step`.
 */
export function SecondFactor(props: SecondFactorProps) {
  return useScreen(secondFactorScreen, props)
}
