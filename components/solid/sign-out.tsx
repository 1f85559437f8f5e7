/** @jsxImportSource solid-js */
import { mergeProps, splitProps } from "solid-js"
import { signOutScreen, type SignOutProps as Props } from "../sign-out/sign-out.screen.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

/** Props of the sign-out card, with your own content. */
export interface SignOutProps extends Omit<Props, "action">, Slots {
  /** Where the form posts instead of to Latchkit: a URL, or an action of Solid's router. */
  action?: string | { readonly url: string } | undefined
}

/** The card that asks before signing out. */
export function SignOut(props: SignOutProps) {
  const [own, rest] = splitProps(props, ["action"])
  const action = {
    get action() {
      return typeof own.action === "string" ? own.action : own.action?.url
    },
  }
  const inputs = mergeProps(rest, action)
  return <Screen screen={signOutScreen} of={inputs} />
}
