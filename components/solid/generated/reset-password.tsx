/** @jsxImportSource solid-js */
import { resetPasswordScreen, type ResetPasswordProps as Props } from "../../password/reset-password.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card that takes a new password, with your own content. */
export type ResetPasswordProps = Props & Slots

/** Takes a new password after the emailed link or code. Pass the fields of `GET reset-password`. */
export function ResetPassword(props: ResetPasswordProps) {
  return <Screen screen={resetPasswordScreen} of={props} />
}
