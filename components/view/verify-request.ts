import { formatCountdown, hiddenFields } from "./card.ts"
import { errorMessage } from "./error-message.ts"
import { email as english } from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import { emptyNotice, emphasizeEmail, signInUrlFor, type NoticeProps, type NoticeView } from "./notice.ts"
import { safeUrl } from "./safe-url.ts"

/** Props of the card after an email was sent. */
export interface VerifyRequestProps extends NoticeProps {
  /** The email address that the email was sent to. */
  email?: string | undefined
  /** The id of the email provider that sent the email. */
  provider?: string | undefined
  /** The URL that the emailed code is posted to, if the email has one. */
  codeAction?: string | undefined
  /** The URL that requests another email. @default `signin/<provider>` below the base path, if both are set */
  resendAction?: string | undefined
  /** Seconds until another email can be requested. @default 0 */
  resendAfter?: number | undefined
  /**
   * Like `resendAfter`, but the page's script counts down. Without the script, the button works immediately.
   * @default 0
   */
  countdown?: number | undefined
  /** Whether another email was sent. */
  resent?: boolean | undefined
  /** Any value means that the code was wrong. */
  error?: string | undefined
  /** Whether the code field has the focus when the page loads. @default false */
  autofocus?: boolean | undefined
  /** Why no other email was sent: a value of `SIGN_IN_ERRORS`, or `Offline`. Anything else shows a general message. */
  resendError?: string | undefined
  /** Where the user can read the email. @default the sites of well-known domains */
  webmail?: { readonly name: string; readonly url: string } | undefined
}

const WEBMAIL_SITES: Readonly<Record<string, readonly [name: string, href: string] | undefined>> = {
  "gmail.com": ["Gmail", "https://mail.google.com/"],
  "googlemail.com": ["Gmail", "https://mail.google.com/"],
  "outlook.com": ["Outlook", "https://outlook.live.com/mail/"],
  "hotmail.com": ["Outlook", "https://outlook.live.com/mail/"],
  "live.com": ["Outlook", "https://outlook.live.com/mail/"],
  "icloud.com": ["iCloud Mail", "https://www.icloud.com/mail"],
  "yahoo.com": ["Yahoo Mail", "https://mail.yahoo.com/"],
  "proton.me": ["Proton Mail", "https://mail.proton.me/"],
  "gmx.de": ["GMX", "https://www.gmx.net/"],
  "web.de": ["WEB.DE", "https://web.de/"],
  "fastmail.com": ["Fastmail", "https://app.fastmail.com/"],
}

/** Returns the view of the page after an email was sent. */
export function verifyRequestView(props: VerifyRequestProps): NoticeView {
  const words = withOverrides(english, props.messages?.email)
  const { email } = props
  const site = webmailSite(props)
  const signInHref = signInUrlFor(props)
  // without a code, opening the mailbox is the only next step
  const siteVariant = props.codeAction === undefined ? ("primary" as const) : ("secondary" as const)
  const card = emptyNotice(props, words.title, "verify-request")
  return {
    ...card,
    icon: "mail",
    ...(email === undefined
      ? { text: words.sentLinkAnywhere }
      : emphasizeEmail(props.codeAction === undefined ? words.sentLink : words.sentCode, email)),
    code: codeForm(props, words),
    again: resendForm(props, words),
    alert: alertMessage(props),
    status: card.status || (props.resent ? words.resent : ""),
    links: [
      ...(site ? [{ label: fill(words.open, { site: site[0] }), href: safeUrl(site[1]), variant: siteVariant }] : []),
      ...(signInHref === undefined ? [] : [{ label: words.change, href: safeUrl(signInHref), variant: undefined }]),
    ],
  }
}

function alertMessage({ resendError, messages }: VerifyRequestProps): string | undefined {
  if (resendError === undefined) return undefined
  return errorMessage(resendError, { messages }) ?? errorMessage("Default", { messages })
}

function webmailSite({ email, webmail }: VerifyRequestProps): readonly [name: string, href: string] | undefined {
  if (webmail) return [webmail.name, webmail.url]
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase() ?? ""
  return Object.hasOwn(WEBMAIL_SITES, domain) ? WEBMAIL_SITES[domain] : undefined
}

function resendForm(props: VerifyRequestProps, words: typeof english): NoticeView["again"] {
  const { email, basePath, provider, resendAfter = 0, countdown = 0 } = props
  const action = props.resendAction ?? (basePath && provider && `${basePath}/signin/${encodeURIComponent(provider)}`)
  if (email === undefined || !action) return undefined
  return {
    action: safeUrl(action),
    hidden: hiddenFields({ csrfToken: props.csrfToken, email }),
    done: props.resent ? words.resent : undefined,
    sentence: words.nothingThere,
    label: resendAfter > 0 ? fill(words.resendIn, { time: formatCountdown(resendAfter) }) : words.resend,
    busy: props.busy === "again",
    waits: resendAfter > 0,
    countdown: countdown > 0 ? { seconds: countdown, sentence: words.resendIn } : undefined,
  }
}

function codeForm(props: VerifyRequestProps, words: typeof english): NoticeView["code"] {
  if (props.codeAction === undefined) return undefined
  const field = {
    id: `${props.idPrefix ?? "kit"}-code`,
    name: "code",
    label: words.code,
    type: "text",
    autocomplete: "one-time-code",
    inputmode: "numeric",
    required: true,
    enterkeyhint: "go",
    autofocus: props.autofocus,
    invalid: props.error !== undefined,
    focus: props.error !== undefined,
    error: undefined,
  } as const
  return {
    action: safeUrl(props.codeAction),
    hidden: hiddenFields({ csrfToken: props.csrfToken }),
    alert: props.error === undefined ? undefined : words.wrongCode,
    field,
    label: words.submit,
    busy: props.busy === "code",
  }
}
