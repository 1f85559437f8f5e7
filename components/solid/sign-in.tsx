/** @jsxImportSource solid-js */
import { mergeProps, splitProps } from "solid-js"
import { providerButtonScreen, signInScreen } from "../sign-in/sign-in.screen.ts"
import type { SignInFlow } from "../sign-in/sign-in-flow.ts"
import type { ProviderButtonProps as ButtonProps, SignInProps as Props } from "../sign-in/sign-in-props.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

/** Props of the sign-in card, with your own content. */
export interface SignInProps extends Omit<Props, "action">, Slots {
  /** Where every form posts instead of to Latchkit: a URL, or an action of Solid's router. */
  action?: string | { readonly url: string } | undefined
  /** How the card asks: `identifierFirst` of `latchkit/identifier-first`. @default all methods at once */
  flow?: SignInFlow | undefined
}

/**
 * The sign-in card. Pass the props that `auth.signInProps` returns. Without `providers` it requests its props from the
 * server, which a single-page app needs.
 */
export function SignIn(props: SignInProps) {
  const [own, rest] = splitProps(props, ["action", "flow"])
  const action = {
    get action() {
      return typeof own.action === "string" ? own.action : own.action?.url
    },
  }
  const inputs = mergeProps(rest, action)
  return <Screen screen={own.flow ?? signInScreen} of={inputs} />
}

/** Props of one sign-in method without a card, with your own content. */
export type ProviderButtonProps = ButtonProps & Slots

/** Shows one sign-in method without a card. */
export function ProviderButton(props: ProviderButtonProps) {
  return <Screen screen={providerButtonScreen} of={props} />
}
