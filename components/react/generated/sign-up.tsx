"use client"

import { signUpScreen, type SignUpProps as Props } from "../../sign-up/sign-up.screen.ts"
import { splitAction, type FormAction } from "../form-action.ts"
import type { Slots } from "../render.ts"
import { useScreen } from "../use-screen.ts"

/** Props of the card that creates an account, with your own content. */
export interface SignUpProps extends Omit<Props, "action">, Slots {
  /** Where the forms post instead of to Latchkit: a URL, or a form action as `useActionState` returns it. */
  action?: string | FormAction | undefined
}

/**
 * Creates an account: asks for the address and a password, then for the emailed code. Pass the fields of `GET sign-up`.
 */
export function SignUp(props: SignUpProps) {
  return useScreen(signUpScreen, ...splitAction(props))
}
