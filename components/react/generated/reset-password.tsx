"use client"

import { resetPasswordScreen, type ResetPasswordProps as Props } from "../../password/reset-password.screen.ts"
import { splitAction, type FormAction } from "../form-action.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the card that takes a new password, with your own content. */
export interface ResetPasswordProps extends Omit<Props, "action">, Slots {
  /** Where the forms post instead of to Latchkit: a URL, or a form action as `useActionState` returns it. */
  action?: string | FormAction | undefined
}

/** Takes a new password after the emailed link or code. Pass the fields of `GET reset-password`. */
export function ResetPassword(props: ResetPasswordProps) {
  return useScreen(resetPasswordScreen, ...splitAction(props))
}
