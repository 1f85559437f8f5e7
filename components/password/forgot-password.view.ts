import { errorPage as englishErrors } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import type { NoticeView } from "../view/notice.ts"
import { passwordFormView, passwordWords, type PasswordFormProps, type PasswordFormView } from "./password-form.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import { sentView, type SentProps } from "../view/sent-email.ts"

/** Props of the card that emails a link to reset the password. */
export interface ForgotPasswordProps extends PasswordFormProps, SentProps {
  /** `form` asks for the address, `sent` for the emailed code. @default "form" */
  status?: "form" | "sent" | undefined
  /** Where a user who remembers the password signs in. @default `signin` below the base path */
  signInUrl?: string | undefined
}

/** The content of the card that emails a link to reset the password. */
export type ForgotPasswordView = PasswordFormView | NoticeView

/** Returns the view of the card that emails a link. It never says whether the address has an account. */
export function forgotPasswordView(props: ForgotPasswordProps): ForgotPasswordView {
  const { basePath = "/auth", status = "form", signInUrl = `${basePath}/signin` } = props
  const words = passwordWords(props)
  const path = `${basePath}/forgot-password`
  if (status === "sent")
    return sentView(props, {
      part: "forgot-password",
      sentence: words.sentText,
      code: `${basePath}/reset-password`,
      again: path,
      change: path,
    })
  const { back } = withOverrides(englishErrors, props.messages?.errorPage)
  return passwordFormView(props, {
    part: "forgot-password",
    title: words.forgotTitle,
    text: words.forgotText,
    path: "forgot-password",
    label: words.send,
    fields: { email: { type: "email", autocomplete: "username" } },
    footer: { text: undefined, label: back, href: safeUrl(signInUrl) },
  })
}
