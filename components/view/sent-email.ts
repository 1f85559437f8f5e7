import { hiddenFields } from "./card.ts"
import { email as englishEmail } from "./messages/en.ts"
import { withOverrides } from "./messages/fill.ts"
import { emphasizeEmail, type NoticeView } from "./notice.ts"
import { formFailure, type PasswordFormProps } from "../password/password-form.view.ts"
import { safeUrl } from "./safe-url.ts"
import { verifyRequestView } from "./verify-request.ts"

/** Props of a card after it sent an email. */
export interface SentProps {
  /** Seconds until another email can be requested. @default 0 */
  resendAfter?: number | undefined
  /**
   * Like `resendAfter`, but the page's script counts down. Without the script, the button works immediately.
   * @default 0
   */
  countdown?: number | undefined
  /** Whether another email was sent. */
  resent?: boolean | undefined
  /** Where the user can read the email. @default the sites of well-known domains */
  webmail?: { readonly name: string; readonly url: string } | undefined
}

interface SentParts {
  part: string
  /** The sentence with `{email}`. */
  sentence: string
  /** The URL that takes the code. */
  code: string
  /** The URL that sends another email. */
  again: string
  /** The URL of the form, to use another address. */
  change: string
}

/** Returns the view of a card after it sent an email with a link and a code. */
export function sentView(props: PasswordFormProps & SentProps, parts: SentParts): NoticeView {
  const { email, action, csrfToken, callbackUrl, busy, error, ...rest } = props
  const isWrong = error === "InvalidCode"
  const notice = verifyRequestView({
    ...rest,
    email,
    csrfToken,
    busy,
    codeAction: action ?? parts.code,
    resendAction: action ?? parts.again,
    signInUrl: parts.change,
    error: isWrong ? error : undefined,
  })
  const { alert } = formFailure(isWrong ? {} : props)
  return {
    ...notice,
    part: parts.part,
    ...(email !== undefined && emphasizeEmail(parts.sentence, email)),
    alert,
    code: notice.code && {
      ...notice.code,
      hidden: hiddenFields({ csrfToken, callbackUrl }),
      label: withOverrides(englishEmail, props.messages?.email).confirmPlain,
    },
    again: notice.again && { ...notice.again, hidden: hiddenFields({ csrfToken, email, resend: "1" }) },
    links: notice.links.map((one) => (one.variant === undefined ? { ...one, href: safeUrl(parts.change) } : one)),
    status: notice.status || (props.resent ? withOverrides(englishEmail, props.messages?.email).resent : ""),
  }
}
