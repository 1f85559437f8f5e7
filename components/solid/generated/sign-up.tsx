/** @jsxImportSource solid-js */
import { signUpScreen, type SignUpProps as Props } from "../../sign-up/sign-up.screen.ts"
import type { Slots } from "../render.tsx"
import { Screen } from "../screen.tsx"

/** Props of the card that creates an account, with your own content. */
export type SignUpProps = Props & Slots

/**
 * Creates an account: asks for the address and a password, then for the emailed code. Pass the fields of `GET sign-up`.
 */
export function SignUp(props: SignUpProps) {
  return <Screen screen={signUpScreen} of={props} />
}
