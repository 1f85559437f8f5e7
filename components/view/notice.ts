import { cardView, hiddenFields } from "./card.ts"
import { signInErrorMessage } from "./sign-in-error-message.ts"
import type { FieldView } from "./fields.ts"
import { email as englishEmail, errorPage as englishErrors, signIn as englishSignIn } from "./messages/en.ts"
import { splitSentence, fill, withOverrides } from "./messages/fill.ts"
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
  /** What did not work, where something can be tried again. */
  readonly alert: string | undefined
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
        readonly alert: string | undefined
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
        /** Another mail was sent already. */
        readonly done: string | undefined
        /** What a page's script counts down, with `{time}` in the sentence. */
        readonly countdown: { readonly seconds: number; readonly sentence: string } | undefined
      }
    | undefined
  /** What leads on; one without a variant stands below everything else, as a plain link. */
  readonly links: readonly {
    readonly label: string
    readonly href: string
    readonly variant: "primary" | "secondary" | undefined
  }[]
}

/** What every notice is made from. */
export interface NoticeProps extends CardProps {
  messages?: MessageOverrides | undefined
  /** Where the service is mounted: signing in starts again below it, and mails are asked for there. */
  basePath?: string | undefined
  /** Where signing in starts again. @default `signin` below the base path, where that is given */
  signInUrl?: string | undefined
  /** The part whose form is being sent: `form`, `code` or `again`. */
  busy?: string | undefined
}

export interface ErrorPageProps extends NoticeProps {
  /** Value of the `error` parameter. */
  error?: string | undefined
  /** A word for whoever looks after the site, such as what is missing; shown as it is. */
  detail?: string | undefined
}

/** Where signing in starts again, where that is known. */
export const signInUrlFor = ({ signInUrl, basePath }: NoticeProps) => signInUrl ?? (basePath && `${basePath}/signin`)

const ERROR_PAGES = ["Configuration", "AccessDenied", "Verification", "NotFound"] as const

/** The error page as a value. */
export function errorView(props: ErrorPageProps): NoticeView {
  const words = withOverrides(englishErrors, props.messages?.errorPage)
  const { error } = props
  const pageName = ERROR_PAGES.find((page) => page === error) ?? "Default"
  const { title } = words[pageName]
  const text =
    signInErrorMessage(pageName === "AccessDenied" ? pageName : "", { ...props, site: props.siteName }) ??
    words[pageName].text
  const signInHref = signInUrlFor(props)
  const back =
    signInHref === undefined ? [] : [{ label: words.back, href: safeUrl(signInHref), variant: "primary" as const }]
  return { ...emptyNotice(props, title, "error"), icon: "alert", tone: "danger", text, hint: props.detail, links: back }
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

/** A sentence around an address, which stands with weight where the language puts it. */
export function emphasizeEmail(sentence: string, email: string) {
  const [text, after] = splitSentence(sentence, "email")
  return { text, strong: email, after }
}

/** A notice that has only its title as yet. */
export function emptyNotice(props: NoticeProps, title: string, part: string): NoticeView {
  const card = cardView(props, title)
  return {
    ...card,
    kind: "notice",
    part,
    icon: "check",
    tone: "brand",
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

/** The document's title: the card's, prefixed where something went wrong. */
export function documentTitle(title: string, failed: boolean, messages?: MessageOverrides): string {
  return failed ? fill(withOverrides(englishSignIn, messages?.signIn).errorPrefix, { title }) : title
}
