import { noticeMarkup } from "../view/markup/notice.ts"
import { passwordFormMarkup } from "./password-form.markup.ts"
import { forgotPasswordView, type ForgotPasswordProps as ViewProps } from "./forgot-password.view.ts"
import { startPasswordForm } from "./password-form.ts"
import {
  initialPasswordState,
  passwordProps,
  type PasswordFormInputs,
  type PasswordFormState,
} from "./password-state.ts"
import type { Screen } from "../screens/screen.ts"

/** Props of the card that emails a link to reset the password, with a function that learns when it is done. */
export interface ForgotPasswordProps extends ViewProps, PasswordFormInputs {}

/** Emails a link and a code to reset the password, and asks for the code. */
export const forgotPasswordScreen: Screen<ForgotPasswordProps, PasswordFormState> = {
  initial: initialPasswordState,
  markup(props, state) {
    const view = forgotPasswordView(passwordProps(props, state))
    return view.kind === "notice" ? noticeMarkup(view) : passwordFormMarkup(view)
  },
  start: startPasswordForm,
}
