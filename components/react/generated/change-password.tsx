"use client"

import { changePasswordScreen, type ChangePasswordProps as Props } from "../../password/change-password.screen.ts"
import { splitAction, type FormAction } from "../form-action.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the card that changes the password of a signed-in user, with your own content. */
export interface ChangePasswordProps extends Omit<Props, "action">, Slots {
  /** Where the forms post instead of to Latchkit: a URL, or a form action as `useActionState` returns it. */
  action?: string | FormAction | undefined
}

/** Changes the password of a signed-in user, or adds one. */
export function ChangePassword(props: ChangePasswordProps) {
  return useScreen(changePasswordScreen, ...splitAction(props))
}
