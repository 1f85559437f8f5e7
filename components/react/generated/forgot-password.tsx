"use client"

import { forgotPasswordScreen, type ForgotPasswordProps as Props } from "../../password/forgot-password.screen.ts"
import { splitAction, type FormAction } from "../form-action.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the card that emails a link to reset the password, with your own content. */
export interface ForgotPasswordProps extends Omit<Props, "action">, Slots {
  /** Where the forms post instead of to Latchkit: a URL, or a form action as `useActionState` returns it. */
  action?: string | FormAction | undefined
}

/** Emails a link and a code to reset the password, and asks for the code. */
export function ForgotPassword(props: ForgotPasswordProps) {
  return useScreen(forgotPasswordScreen, ...splitAction(props))
}
