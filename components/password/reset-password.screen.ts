import { passwordFormMarkup } from "./password-form.markup.ts"
import { resetPasswordView, type ResetPasswordProps as ViewProps } from "./reset-password.view.ts"
import { startPasswordForm } from "./password-form.ts"
import {
  initialPasswordState,
  passwordProps,
  type PasswordFormInputs,
  type PasswordFormState,
} from "./password-state.ts"
import type { Screen } from "../screens/screen.ts"

/** Props of the card that takes a new password, with a function that learns when it is done. */
export interface ResetPasswordProps extends ViewProps, PasswordFormInputs {}

/** Takes a new password after the emailed link or code. */
export const resetPasswordScreen: Screen<ResetPasswordProps, PasswordFormState> = {
  initial: initialPasswordState,
  markup: (props, state) => passwordFormMarkup(resetPasswordView(passwordProps(props, state))),
  start: startPasswordForm,
}
