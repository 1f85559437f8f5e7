import { signUpMarkup } from "./sign-up.markup.ts"
import { signUpView, type SignUpProps as ViewProps } from "./sign-up.view.ts"
import { startPasswordForm } from "../password/password-form.ts"
import {
  initialPasswordState,
  passwordProps,
  type PasswordFormInputs,
  type PasswordFormState,
} from "../password/password-state.ts"
import type { Screen } from "../screens/screen.ts"

/** Props of the card that creates an account, with a function that learns when it is done. */
export interface SignUpProps extends ViewProps, PasswordFormInputs {}

/** Creates an account: asks for the address and a password, then for the emailed code. */
export const signUpScreen: Screen<SignUpProps, PasswordFormState> = {
  initial: initialPasswordState,
  markup: (props, state) => signUpMarkup(signUpView(passwordProps(props, state))),
  start: startPasswordForm,
}
