"use client"

import { providerButtonScreen, signInScreen } from "../sign-in/sign-in.screen.ts"
import type { SignInFlow } from "../sign-in/sign-in-flow.ts"
import type { ProviderButtonProps as ButtonProps, SignInProps as Props } from "../sign-in/sign-in-props.ts"
import { splitAction, type FormAction } from "./form-action.ts"
import type { Slots } from "./render.ts"
import { useScreen } from "./use-screen.ts"

/** Props of the sign-in card, with your own content. */
export interface SignInProps extends Omit<Props, "action">, Slots {
  /** Where every form posts instead of to Latchkit: a URL, or a form action as `useActionState` returns it. */
  action?: string | FormAction | undefined
  /** How the card asks: `identifierFirst` of `latchkit/identifier-first`. @default all methods at once */
  flow?: SignInFlow | undefined
}

/**
 * The sign-in card. Pass the props that `auth.signInProps` returns. Without `providers` it requests its props from the
 * server, which a single-page app needs.
 */
export function SignIn({ flow = signInScreen, ...props }: SignInProps) {
  return useScreen(flow, ...splitAction(props))
}

/** Props of one sign-in method without a card, with your own content. */
export type ProviderButtonProps = ButtonProps & Slots

/** Shows one sign-in method without a card. */
export function ProviderButton(props: ProviderButtonProps) {
  return useScreen(providerButtonScreen, props)
}
