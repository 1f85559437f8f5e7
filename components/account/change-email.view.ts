import { hiddenFields } from "../view/card.ts"
import { email as englishEmail, emailChange as english, password as englishPassword } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import { emphasizeEmail, emptyNotice, type NoticeView } from "../view/notice.ts"
import type { PasswordFormProps } from "../password/password-form.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import { sentView, type SentProps } from "../view/sent-email.ts"

/** Props of the card that proves a new email address. */
export interface ChangeEmailProps extends PasswordFormProps, SentProps {
  /** `sent` asks for the emailed code, `confirm` is the page of the emailed link. @default "sent" */
  status?: "sent" | "confirm" | undefined
  /** The token of the emailed link. */
  token?: string | undefined
}

/** Returns the view of the card that proves a new email address. */
export function changeEmailView(props: ChangeEmailProps): NoticeView {
  const { basePath = "/auth", status = "sent", email = "", token } = props
  const action = `${basePath}/change-email`
  const sentence = withOverrides(englishEmail, props.messages?.email).sentCode
  if (status === "sent")
    return sentView(props, {
      part: "change-email",
      sentence,
      code: action,
      again: action,
      change: `${basePath}/account`,
    })
  const words = withOverrides(english, props.messages?.emailChange)
  return {
    ...emptyNotice(props, words.title, "change-email"),
    icon: "mail",
    ...emphasizeEmail(words.text, email),
    hint: withOverrides(englishPassword, props.messages?.password).othersOut,
    form: {
      action: safeUrl(props.action ?? action),
      hidden: hiddenFields({ csrfToken: props.csrfToken, token }),
      label: words.confirm,
      busy: props.busy === "form",
    },
  }
}
