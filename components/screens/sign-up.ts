import { signUpMarkup } from "../view/markup/sign-up.ts"
import { signUpView, type SignUpProps as ViewProps } from "../view/sign-up.ts"
import { startPasswordForm } from "./password-form.ts"
import {
  initialPasswordState,
  passwordProps,
  type PasswordFormInputs,
  type PasswordFormState,
} from "./password-state.ts"
import type { Screen } from "./screen.ts"

/** Props of the card that creates an account, with a function that learns when it is done. */
export interface SignUpProps extends ViewProps, PasswordFormInputs {}

/** Creates an account: asks for the address and a password, then for the emailed code. */
export const signUpScreen: Screen<SignUpProps, PasswordFormState> = {
  initial: initialPasswordState,
  markup: (props, state) => signUpMarkup(signUpView(passwordProps(props, state))),
  start: startPasswordForm,
}
