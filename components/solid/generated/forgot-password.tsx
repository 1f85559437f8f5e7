/** @jsxImportSource solid-js */
import { forgotPasswordScreen, type ForgotPasswordProps as Props } from "../../password/forgot-password.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card that emails a link to reset the password, with your own content. */
export type ForgotPasswordProps = Props & Slots

/** Emails a link and a code to reset the password, and asks for the code. */
export function ForgotPassword(props: ForgotPasswordProps) {
  return <Screen screen={forgotPasswordScreen} of={props} />
}
