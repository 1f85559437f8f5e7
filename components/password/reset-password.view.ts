import {
  newPassword,
  passwordFormView,
  passwordWords,
  type PasswordFormProps,
  type PasswordFormView,
} from "./password-form.view.ts"

/** Props of the card that takes a new password after the emailed link or code. */
export interface ResetPasswordProps extends PasswordFormProps {
  /** The token of the emailed link, which the form repeats. It isn't needed after a code. */
  token?: string | undefined
  /** The public id of the sign-in that waits for the new password, which the form repeats. */
  attempt?: string | undefined
}

/** Returns the view of the card that takes a new password. */
export function resetPasswordView(props: ResetPasswordProps): PasswordFormView {
  const words = passwordWords(props)
  const { token, attempt, email } = props
  return passwordFormView(props, {
    part: "reset-password",
    title: words.resetTitle,
    path: "reset-password",
    label: words.change,
    account: email,
    fields: { password: newPassword(words.newPassword) },
    hidden: { token, attempt },
    note: words.othersOut,
  })
}
