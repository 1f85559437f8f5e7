/** @jsxImportSource solid-js */
import { signOutScreen, type SignOutProps as Props } from "../screens/sign-out.ts"
import type { Slots } from "./render.tsx"
import { Screen } from "./screen.tsx"

export interface SignOutProps extends Props, Slots {}

/** The card that asks before signing out. */
export function SignOut(props: SignOutProps) {
  return <Screen screen={signOutScreen} of={props} />
}
