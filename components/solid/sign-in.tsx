/** @jsxImportSource solid-js */
import { mergeProps, splitProps } from "solid-js"
import { signInScreen } from "../screens/sign-in.ts"
import { type SignInProps as Props } from "../screens/sign-in-props.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

export interface SignInProps extends Omit<Props, "action">, Slots {
  /** Where every form posts to instead of the service: an address, or an action of Solid's router. */
  action?: string | { readonly url: string } | undefined
}

/**
 * The sign-in card. Give it `providers`, as `GET providers` answers them, and what the page's query holds: `error`, `code`,
 * `callbackUrl`. Marks of providers come with `marks={markOf}` of `latchkit/marks`.
 */
export function SignIn(props: SignInProps) {
  const [own, rest] = splitProps(props, ["action"])
  const action = { get action() { return typeof own.action === "string" ? own.action : own.action?.url } } // prettier-ignore
  const inputs = mergeProps(rest, action)
  return <Screen screen={signInScreen} of={inputs} />
}
