import { cardView, clock, hiddenFields } from "./card.ts"
import type { FieldView } from "./fields.ts"
import { email as englishEmail, errorPage as englishErrors, signIn as englishSignIn } from "./messages/en.ts"
import { around, fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { safeUrl } from "./safe-url.ts"
import type { CardProps, CardView, HiddenFields } from "./types.ts"

/** A card that says one thing and leads on. */
export interface NoticeView extends CardView {
  readonly kind: "notice"
  readonly part: string
  readonly icon: "alert" | "mail" | "check"
  readonly tone: "brand" | "danger"
  readonly text: string
  /** Said with weight, such as an address. */
  readonly strong: string | undefined
  /** The sentence behind what is said with weight. */
  readonly after: string
  readonly hint: string | undefined
  readonly status: string
  /** A button that posts. */
  readonly form:
    | { readonly action: string; readonly hidden: HiddenFields; readonly label: string; readonly busy: boolean }
    | undefined
  /** The field for a mailed code, and its button. */
  readonly code:
    | {
        readonly action: string
        readonly hidden: HiddenFields
        readonly field: FieldView
        readonly label: string
        readonly busy: boolean
      }
    | undefined
  /** A sentence that ends in a button, such as "send it again". */
  readonly again:
    | {
        readonly action: string
        readonly hidden: HiddenFields
        readonly sentence: string
        readonly label: string
        readonly busy: boolean
        /** Not yet: the last mail is too fresh. */
        readonly waits: boolean
        /** What a page's script counts down, with `{time}` in the sentence. */
        readonly countdown: { readonly seconds: number; readonly sentence: string } | undefined
      }
    | undefined
  readonly links: readonly { readonly label: string; readonly href: string; readonly primary: boolean }[]
}

interface NoticeProps extends CardProps {
  messages?: MessageOverrides | undefined
  /** Where signing in starts again. */
  signInUrl?: string | undefined
  /** The part whose form is being sent: `form`, `code` or `again`. */
  busy?: string | undefined
}

export interface ErrorPageProps extends NoticeProps {
  /** Value of the `error` parameter. */
  error?: string | undefined
}

/** What the error page says. */
export function errorView(props: ErrorPageProps): NoticeView {
  const words = withOverrides(englishErrors, props.messages?.errorPage)
  const { error } = props
  const known = error === "Configuration" || error === "AccessDenied" || error === "Verification" ? error : "Default"
  const { title, text } = words[known]
  const back =
    props.signInUrl === undefined ? [] : [{ label: words.back, href: safeUrl(props.signInUrl), primary: true }]
  return { ...notice(props, title, "error"), icon: "alert", tone: "danger", text, links: back }
}

export interface VerifyRequestProps extends NoticeProps {
  /** The address that the mail went to. */
  email?: string | undefined
  provider?: string | undefined
  /** Where the code in the mail is posted to, where it holds one. */
  codeAction?: string | undefined
  /** Where the address is posted to for another mail. */
  resendAction?: string | undefined
  /** Seconds until another mail can be asked for. @default 0 */
  resendAfter?: number | undefined
  /** The same, for a page whose script counts down: without the script the button works at once. @default 0 */
  countdown?: number | undefined
  /** Another mail was sent. */
  resent?: boolean | undefined
  /** Any value says that the code was wrong. */
  error?: string | undefined
  /** Where the mail can be read. @default the sites of well-known domains */
  webmail?: { readonly name: string; readonly url: string } | undefined
}

const MAIL_SITES: Readonly<Record<string, readonly [name: string, href: string] | undefined>> = {
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

/** What is said after a mail was sent. */
export function verifyRequestView(props: VerifyRequestProps): NoticeView {
  const words = withOverrides(englishEmail, props.messages?.email)
  const { email } = props
  const site = mailSite(props)
  return {
    ...notice(props, words.title, "verify-request"),
    icon: "mail",
    ...(email === undefined
      ? { text: words.sentLinkAnywhere }
      : saying(props.codeAction === undefined ? words.sentLink : words.sentCode, email)),
    code: codeForm(props, words),
    again: againForm(props, words),
    status: props.resent ? words.resent : "",
    links: [
      ...(site ? [{ label: fill(words.open, { site: site[0] }), href: safeUrl(site[1]), primary: true }] : []),
      ...(props.signInUrl === undefined
        ? []
        : [{ label: words.change, href: safeUrl(props.signInUrl), primary: false }]),
    ],
  }
}

function mailSite({ email, webmail }: VerifyRequestProps): readonly [name: string, href: string] | undefined {
  if (webmail) return [webmail.name, webmail.url]
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase() ?? ""
  return Object.hasOwn(MAIL_SITES, domain) ? MAIL_SITES[domain] : undefined
}

function againForm(props: VerifyRequestProps, words: typeof englishEmail): NoticeView["again"] {
  const { email, resendAction, resendAfter = 0, countdown = 0 } = props
  if (email === undefined || resendAction === undefined) return undefined
  return {
    action: safeUrl(resendAction),
    hidden: [...hiddenFields(props.csrfToken, undefined), ["email", email]],
    sentence: props.resent ? `${words.resent} ${words.nothingThere}` : words.nothingThere,
    label: resendAfter > 0 ? fill(words.resendIn, { time: clock(resendAfter) }) : words.resend,
    busy: props.busy === "again",
    waits: resendAfter > 0,
    countdown: countdown > 0 ? { seconds: countdown, sentence: words.resendIn } : undefined,
  }
}

function codeForm(props: VerifyRequestProps, words: typeof englishEmail): NoticeView["code"] {
  if (props.codeAction === undefined) return undefined
  const field = {
    id: `${props.idPrefix ?? "auth"}-code`,
    name: "code",
    label: words.code,
    type: "text",
    autocomplete: "one-time-code",
    inputmode: "numeric",
    pattern: "[0-9 ]*",
    required: true,
    focused: false,
    invalid: props.error !== undefined,
    value: undefined,
    placeholder: undefined,
    error: props.error === undefined ? undefined : words.wrongCode,
    reveal: undefined,
  }
  return {
    action: safeUrl(props.codeAction),
    hidden: hiddenFields(props.csrfToken, undefined),
    field,
    label: words.submit,
    busy: props.busy === "code",
  }
}

export interface ConfirmProps extends NoticeProps {
  /** Where the button posts to. */
  action: string
  email?: string | undefined
  /** Fields that the form repeats, such as the link's token. */
  fields?: Readonly<Record<string, string>> | undefined
}

/** What stands behind a mailed link that was opened elsewhere: whose sign-in it is, and one button. */
export function confirmView(props: ConfirmProps): NoticeView {
  const words = withOverrides(englishEmail, props.messages?.email)
  const { email, siteName: site } = props
  return {
    ...notice(props, words.confirmTitle, "confirm"),
    icon: "check",
    ...(email !== undefined &&
      saying(site === undefined ? words.confirmTextPlain : fill(words.confirmText, { site }), email)),
    hint: words.confirmHint,
    form: {
      action: safeUrl(props.action),
      hidden: [...hiddenFields(props.csrfToken, undefined), ...Object.entries(props.fields ?? {})],
      label: email === undefined ? words.confirmPlain : fill(words.confirm, { email }),
      busy: props.busy === "form",
    },
    links: [],
  }
}

// Where a language puts the address, it stands with weight
function saying(sentence: string, email: string) {
  const [text, after] = around(sentence, "email")
  return { text, strong: email, after }
}

function notice(props: NoticeProps, title: string, part: string): NoticeView {
  return {
    ...cardView(props, title),
    kind: "notice",
    part,
    icon: "check",
    tone: "brand",
    text: "",
    strong: undefined,
    after: "",
    hint: undefined,
    status: "",
    form: undefined,
    code: undefined,
    again: undefined,
    links: [],
  }
}

/** The document's title: the card's, prefixed where something went wrong. */
export function documentTitle(title: string, failed: boolean, messages?: MessageOverrides): string {
  return failed ? fill(withOverrides(englishSignIn, messages?.signIn).errorPrefix, { title }) : title
}
