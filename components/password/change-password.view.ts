import { account as englishAccount } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import {
  newPassword,
  passwordFormView,
  passwordWords,
  type PasswordFormProps,
  type PasswordFormView,
} from "./password-form.view.ts"
import { safeUrl } from "../view/safe-url.ts"

/** Props of the card that changes the password of a signed-in user, or adds one. */
export interface ChangePasswordProps extends PasswordFormProps {
  /** Whether the user has a password. Otherwise the card adds one. @default true */
  hasPassword?: boolean | undefined
  /** Whether to ask for the current password. @default false, because the user confirms who they are first */
  asksCurrent?: boolean | undefined
  /** Where "Cancel" leads. @default no link */
  cancelUrl?: string | undefined
}

/** Returns the view of the card that changes the password. */
export function changePasswordView(props: ChangePasswordProps): PasswordFormView {
  const { hasPassword = true, asksCurrent = false, email, cancelUrl } = props
  const words = passwordWords(props)
  const current = { type: "password", label: words.currentPassword, autocomplete: "current-password" } as const
  const { cancel } = withOverrides(englishAccount, props.messages?.account)
  return passwordFormView(props, {
    part: "change-password",
    title: hasPassword ? words.changeTitle : words.addTitle,
    path: "account",
    label: hasPassword ? words.change : words.add,
    account: email,
    fields: {
      ...(hasPassword && asksCurrent && { currentPassword: current }),
      password: newPassword(words.newPassword),
    },
    hidden: { change: hasPassword ? "change-password" : "set-password" },
    note: hasPassword ? words.othersOut : undefined,
    footer: cancelUrl === undefined ? undefined : { text: undefined, label: cancel, href: safeUrl(cancelUrl) },
  })
}
