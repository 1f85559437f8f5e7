"use client"

import { signOutScreen, type SignOutProps as Props } from "../sign-out/sign-out.screen.ts"
import { splitAction, type FormAction } from "./form-action.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

/** Props of the sign-out card, with your own content. */
export interface SignOutProps extends Omit<Props, "action">, Slots {
  /** Where the form posts instead of to Latchkit: a URL, or a form action as `useActionState` returns it. */
  action?: string | FormAction | undefined
}

/** The card that asks before signing out. */
export function SignOut(props: SignOutProps) {
  return useScreen(signOutScreen, ...splitAction(props))
}
