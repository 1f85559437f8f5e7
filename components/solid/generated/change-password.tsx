/** @jsxImportSource solid-js */
import { changePasswordScreen, type ChangePasswordProps as Props } from "../../password/change-password.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card that changes the password of a signed-in user, with your own content. */
export type ChangePasswordProps = Props & Slots

/** Changes the password of a signed-in user, or adds one. */
export function ChangePassword(props: ChangePasswordProps) {
  return <Screen screen={changePasswordScreen} of={props} />
}
