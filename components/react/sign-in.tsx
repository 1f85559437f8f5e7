"use client"

import { signInScreen } from "../screens/sign-in.ts"
import { type SignInProps as Props } from "../screens/sign-in-props.ts"
import type { FormAction, Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

export interface SignInProps extends Omit<Props, "action">, Slots {
  /** Where every form posts to instead of the service: an address, or a form action as `useActionState` gives it. */
  action?: string | FormAction | undefined
}

/**
 * The sign-in card. Give it `providers`, as `GET providers` answers them, and what the page's query holds: `error`, `code`,
 * `callbackUrl`. Marks of providers come with `marks={markOf}` of `latchkit/marks`.
 */
export function SignIn({ action, ...props }: SignInProps) {
  const formAction = typeof action === "function" ? action : undefined
  return useScreen(signInScreen, { ...props, action: formAction ? "?" : (action as string | undefined) }, formAction) // the other half
}
