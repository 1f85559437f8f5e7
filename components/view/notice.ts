import { cardView, hiddenFields } from "./card.ts"
import { signInErrorMessage } from "./sign-in-error-message.ts"
import type { FieldView } from "./fields.ts"
import { email as englishEmail, errorPage as englishErrors, signInPage as englishSignIn } from "./messages/en.ts"
import { splitSentence, fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { safeUrl } from "./safe-url.ts"
import type { CardProps, CardView, HiddenFields } from "./types.ts"

/** A card with one message and its next step. */
export interface NoticeView extends CardView {
  readonly kind: "notice"
  readonly part: string
  readonly icon: "alert" | "mail" | "check"
  readonly tone: "danger" | undefined
  readonly text: string
  /** Emphasized text, for example an email address. */
  readonly strong: string | undefined
  /** The text after the emphasized text. */
  readonly after: string
  readonly hint: string | undefined
  /** The error, if the user can try again. */
  readonly alert: string | undefined
  readonly status: string
  /** A button that submits a form. */
  readonly form:
    | {
        readonly action: string
        readonly hidden: HiddenFields
        readonly label: string
        readonly busy: boolean
        /** Whether the button is red. */
        readonly danger?: boolean
      }
    | undefined
  /** The field for an emailed code, and its button. */
  readonly code:
    | {
        readonly action: string
        readonly hidden: HiddenFields
        readonly alert: string | undefined
        readonly field: FieldView
        readonly label: string
        readonly busy: boolean
      }
    | undefined
  /** A sentence that ends in a button, for example "resend". */
  readonly again:
    | {
        readonly action: string
        readonly hidden: HiddenFields
        readonly sentence: string
        readonly label: string
        readonly busy: boolean
        /** Whether the user must wait, because the last email is too recent. */
        readonly waits: boolean
        /** The confirmation that another email was sent. */
        readonly done: string | undefined
        /** The countdown of the page's script, with `{time}` in the sentence. */
        readonly countdown: { readonly seconds: number; readonly sentence: string } | undefined
      }
    | undefined
  /** The links to continue. One without a variant is a plain link below everything else. */
  readonly links: readonly {
    readonly label: string
    readonly href: string
    readonly variant: "primary" | "secondary" | undefined
  }[]
}

/** Props of every notice. */
export interface NoticeProps extends CardProps {
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
  /**
   * The base path, where sign-in restarts and emails are requested.
   * @default the `SessionProvider`'s, otherwise no links there
   */
  basePath?: string | undefined
  /** The URL where sign-in restarts. @default `signin` below the base path, if that is set */
  signInUrl?: string | undefined
  /** The part whose form is being sent: `form`, `code` or `again`. */
  busy?: string | undefined
}

/** Props of the error card. */
export interface ErrorPageProps extends NoticeProps {
  /** The page's `error` parameter. */
  error?: string | undefined
  /** A hint for the site's developer, for example which setting is missing. Shown unchanged. */
  detail?: string | undefined
}

/** Returns the URL where sign-in restarts, if it is known. */
export const signInUrlFor = ({ signInUrl, basePath }: NoticeProps) => signInUrl ?? (basePath && `${basePath}/signin`)

const ERROR_PAGES = ["Configuration", "AccessDenied", "Verification", "BoundSessionRequired", "NotFound"] as const

/** Returns the view of the error page. */
export function errorView(props: ErrorPageProps): NoticeView {
  const words = withOverrides(englishErrors, props.messages?.errorPage)
  const { error } = props
  const pageName = ERROR_PAGES.find((page) => page === error) ?? "Default"
  const { title } = words[pageName]
  const text =
    signInErrorMessage(pageName === "AccessDenied" ? pageName : "", { ...props, site: props.siteName }) ??
    words[pageName].text
  const signInHref = signInUrlFor(props)
  const label = error === "Verification" ? words.newLink : words.back
  const back = signInHref === undefined ? [] : [{ label, href: safeUrl(signInHref), variant: "primary" as const }]
  return { ...emptyNotice(props, title, "error"), icon: "alert", tone: "danger", text, hint: props.detail, links: back }
}

/** Props of the page that a magic link opens in another browser. */
export interface ConfirmProps extends NoticeProps {
  /** The URL that the button posts to. */
  action: string
  /** The address that the link was sent to. */
  email?: string | undefined
  /** Fields that the form repeats, for example the link's token. */
  fields?: Readonly<Record<string, string>> | undefined
}

/** Returns the view of a magic link opened in another browser. It names the account and has one button. */
export function confirmView(props: ConfirmProps): NoticeView {
  const words = withOverrides(englishEmail, props.messages?.email)
  const { email, siteName: site } = props
  return {
    ...emptyNotice(props, words.confirmTitle, "confirm"),
    icon: "check",
    ...(email !== undefined &&
      emphasizeEmail(site === undefined ? words.confirmTextPlain : fill(words.confirmText, { site }), email)),
    hint: words.confirmHint,
    form: {
      action: safeUrl(props.action),
      hidden: hiddenFields({ csrfToken: props.csrfToken, ...props.fields }),
      label: email === undefined ? words.confirmPlain : fill(words.confirm, { email }),
      busy: props.busy === "form",
    },
    links: [],
  }
}

/** Splits a sentence at an email address, which is emphasized wherever the language puts it. */
export function emphasizeEmail(sentence: string, email: string) {
  const [text, after] = splitSentence(sentence, "email")
  return { text, strong: email, after }
}

/** Returns a notice that has only a title. */
export function emptyNotice(props: NoticeProps, title: string, part: string): NoticeView {
  const card = cardView(props, title)
  return {
    ...card,
    kind: "notice",
    part,
    icon: "check",
    tone: undefined,
    text: "",
    strong: undefined,
    after: "",
    hint: undefined,
    alert: undefined,
    status: props.busy === undefined ? "" : card.waiting,
    form: undefined,
    code: undefined,
    again: undefined,
    links: [],
  }
}

/** Returns the document's title: the card's, with a prefix if something failed. */
export function documentTitle(title: string, failed: boolean, messages?: MessageOverrides): string {
  return failed ? fill(withOverrides(englishSignIn, messages?.signIn).errorPrefix, { title }) : title
}
