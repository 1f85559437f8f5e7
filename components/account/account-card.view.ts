import type { AccountDetails, AccountErrorCode } from "../../client/account-contract.ts"
import {
  accountAreas,
  type AreaView,
  type FormChange,
  type RowContext,
  type SectionContent,
  type SectionPart,
} from "./account-rows.view.ts"
import { baseView, hiddenFields } from "../view/card.ts"
import { fill, ownValue, withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import { accountWords as english, homeWords, sharedWords } from "../view/words.ts"
import { passkeyVisibility } from "../passkeys/passkey-visibility.view.ts"
import { relativeTime } from "./relative-time.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import { signInErrorMessage } from "../view/sign-in-error-message.ts"
import type { BaseView, CardProps, HiddenFields, MarkLookup } from "../view/types.ts"
import { personView } from "../view/user.ts"

/** Props of the account page. */
export interface AccountProps extends CardProps {
  /** The response of `GET account`. `null` if no user is signed in, `undefined` while it is unknown. */
  details?: AccountDetails | null | undefined
  /** Whether the request for the account failed. */
  unanswered?: boolean | undefined
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** The URL of this page, which its forms return to. @default the server's choice */
  callbackUrl?: string | undefined
  /** Why the last change was rejected: the page's `error` parameter. */
  error?: AccountErrorCode | (string & {}) | undefined
  /** The message for `error`, if a page can't start with it. The script that knows the message sets it. @internal */
  sentence?: string | undefined
  /** The change that `error` and `done` are about. Its section shows them. @default unknown */
  change?: string | undefined
  /** Whether the last change succeeded. An {@link AccountDone} lets the card name the change. */
  done?: boolean | AccountDone | undefined
  /** The form that is being sent: its change and id, for example `unlink:a1`. */
  busy?: string | undefined
  /** The current time in milliseconds. If set, dates are relative ("yesterday") and in the page's time zone. */
  now?: number | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
  /**
   * Returns a provider's logo: `markOf` of `latchkit/marks`.
   * @default the logo of each provider's data, or else a tile with its first letter
   */
  marks?: MarkLookup | undefined
  /** The app's home page, which a link at the end of the card leads to. @default no link */
  homeUrl?: string | undefined
  /** The heading level of the title. @default 1, or 2 for a card of one section */
  headingLevel?: 1 | 2 | 3 | undefined
}

/** A change that succeeded, and the name of the changed item. */
export interface AccountDone {
  readonly change: FormChange
  readonly name: string
}

type Words = typeof english

/** A part of the account: what it shows, and the changes that it makes. */
export interface Section {
  readonly part: SectionPart
  title(context: RowContext): string
  /** Returns `undefined` if the configuration doesn't support it. */
  content(details: AccountDetails, context: RowContext): SectionContent | undefined
  /** Its changes, and the sentence after each, or its key in the words. `undefined` stands for a general one. */
  readonly changes: { readonly [Change in FormChange]?: keyof Words | ((context: RowContext) => string) | undefined }
}

/** The result of the last change. */
export interface ResultView {
  readonly tone: "danger" | "good"
  readonly text: string
}

/** A part of the account as it is shown. */
export interface SectionView extends SectionContent {
  readonly part: SectionPart
  readonly title: string
  readonly result: ResultView | undefined
}

/** The content of the account card, or of the card of one section. */
export type AccountView = BaseView & {
  readonly kind: "account"
  /** The section that the card shows alone. */
  readonly alone: SectionPart | undefined
  readonly level: number
  /** The result of a change whose section isn't known. */
  readonly result: ResultView | undefined
  readonly status: string
  readonly home: { readonly label: string; readonly href: string } | undefined
  /** Why nothing can be changed. */
  readonly notice: string | undefined
} & (
    | { readonly state: "loading" }
    | { readonly state: "unanswered"; readonly text: string; readonly retry: string }
    | {
        readonly state: "anonymous"
        readonly text: string
        readonly signIn: { readonly label: string; readonly href: string }
      }
    | {
        readonly state: "shown"
        readonly signOut: {
          readonly label: string
          readonly action: string
          readonly hidden: HiddenFields
          readonly busy: boolean
        }
        readonly sections: readonly SectionView[]
        /** The parts of the navigation. Empty for a card of one section. */
        readonly areas: readonly AreaView[]
      }
  )

/** Returns the view of a card with these sections. `alone` is the section of a card that has only one. */
export function accountCardView(props: AccountProps, sections: readonly Section[], alone?: Section): AccountView {
  const words = withOverrides(english, props.messages?.account)
  const { details } = props
  const context = toRowContext(props, words, alone !== undefined)
  const view = baseView(props, alone ? alone.title(context) : words.title)
  const result = resultView(props, context, sections)
  const contents = details
    ? sections.map((section) => ({ section, content: sectionContent(section, details, context) }))
    : []
  // A section that isn't shown can't show a result
  const owner = contents.find(
    ({ section, content }) => content && (section === alone || (result && result.change in section.changes)),
  )?.section
  const card = {
    ...view,
    kind: "account",
    alone: alone?.part,
    level: props.headingLevel ?? (alone ? 2 : 1),
    result: owner ? undefined : result,
    home: homeLink(props),
    notice: details?.actor && fill(words.acting, { name: personView(details.user).name }),
    status:
      props.busy !== undefined
        ? withOverrides(sharedWords, props.messages?.signIn).busy
        : result?.tone === "good"
          ? result.text
          : "",
  } as const
  const base = context.basePath
  if (details) {
    const signOut = {
      label: words.signOut,
      action: safeUrl(`${base}/signout`),
      hidden: hiddenFields({ csrfToken: props.csrfToken }),
      busy: props.busy === "sign-out",
    }
    const shown = contents.flatMap(({ section, content }) => {
      const own = section === owner ? result : undefined
      return content ? [{ ...content, part: section.part, title: section.title(context), result: own }] : []
    })
    const areas = alone ? [] : accountAreas(shown, { id: context.id, words })
    return { ...card, state: "shown", signOut, sections: shown, areas }
  }
  if (details === null) {
    const signIn = { label: words.signIn, href: safeUrl(`${base}/signin`) }
    return { ...card, state: "anonymous", text: words.signedOut, signIn }
  }
  if (props.unanswered) return { ...card, state: "unanswered", text: words.loadFailed, retry: words.retry }
  return { ...card, state: "loading", status: words.loading }
}

// The server rejects every change by an administrator who acts as the user
function sectionContent(section: Section, details: AccountDetails, context: RowContext): SectionContent | undefined {
  const content = section.content(details, context)
  if (!content || !details.actor) return content
  const rows = content.rows.map((row) => ({ ...row, actions: [] }))
  return section.part === "danger" ? undefined : { rows, text: content.text }
}

function homeLink({ homeUrl, siteName, messages }: AccountProps) {
  if (homeUrl === undefined || siteName === undefined) return undefined
  const { home } = withOverrides(homeWords, messages?.errorPage)
  return { label: fill(home, { site: siteName }), href: safeUrl(homeUrl) }
}

function toRowContext(props: AccountProps, words: typeof english, isAlone: boolean): RowContext {
  const { messages, csrfToken, callbackUrl, busy, marks, now, details } = props
  return {
    words,
    messages,
    csrfToken,
    callbackUrl,
    busy,
    marks,
    isAlone,
    lastMethod: details?.ownPasswords || details?.hasPassword ? undefined : words.lastMethod,
    id: props.idPrefix ?? "kit",
    basePath: props.basePath ?? "/auth",
    calendar: { lang: props.lang ?? messages?.language?.lang ?? "en", now },
    passkeys: passkeyVisibility(props),
  }
}

function resultView(
  props: AccountProps,
  context: RowContext,
  sections: readonly Section[],
): (ResultView & { change: string }) | undefined {
  const { words } = context
  const { error, done, change } = props
  const named = typeof done === "object" ? done : { change, name: "" }
  if (error) return { tone: "danger", text: errorSentence(error, props, context), change: change ?? "" }
  if (!done) return undefined
  const changeName = named.change ?? ""
  const entry = sections.map(({ changes }) => changes[changeName as FormChange]).find((one) => one !== undefined)
  const sentence = typeof entry === "function" ? entry(context) : words[entry ?? "done"]
  // A page that only knows the change has no name for it
  const isUnnamed = named.name === "" && sentence.includes("{name}")
  return { tone: "good", text: isUnnamed ? words.done : fill(sentence, { name: named.name }), change: changeName }
}

const SENTENCES: Readonly<Record<string, keyof Words | undefined>> = {
  NotFound: "notFound",
  LastSignInMethod: "lastMethod",
  LastFactor: "lastFactor",
  EmailUnverified: "emailUnverified",
  EmailRejected: "emailRejected",
  ProfileRejected: "profileRejected",
  DeletionRejected: "deletionRejected",
  Default: "failed",
}

function errorSentence(
  error: string,
  { messages, details, sentence: loaded }: AccountProps,
  { words, calendar }: RowContext,
): string {
  const blockedUntil = details?.deletion?.blockedUntil
  if (error === "UndoOpen" && blockedUntil)
    return fill(words.deletionBlocked, { date: relativeTime(blockedUntil, { lang: calendar.lang }) })
  const sentence = ownValue(SENTENCES, error)
  if (sentence === "lastMethod" && details?.ownPasswords) return words.failed
  if (sentence) return words[sentence]
  // The user is signed in, so the advice to sign in another way first doesn't apply
  const code = error === "OAuthAccountNotLinked" ? "AccountNotLinked" : error
  return loaded ?? signInErrorMessage(code, { messages }) ?? words.failed
}
