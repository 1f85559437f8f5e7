import type { AccountChange, AccountDetails, AccountErrorCode } from "../../client/account-contract.ts"
import {
  changeForm,
  linkableRow,
  linkedRow,
  passkeyRow,
  passwordRow,
  sessionRow,
  type ConfirmFormView,
  type RowContext,
  type RowView,
} from "./account-rows.ts"
import { cardView, hiddenFields } from "./card.ts"
import { errorMessage } from "./error-message.ts"
import {
  account as english,
  passkey as englishPasskey,
  password as englishPassword,
  secondFactor as englishFactor,
  signIn as englishSignIn,
  twoStep as englishTwoStep,
} from "./messages/en.ts"
import { fill, withOverrides } from "./messages/fill.ts"
import type { MessageOverrides } from "./messages/types.ts"
import { passkeyVisibility } from "./passkey-visibility.ts"
import { twoStepRows } from "./two-step-rows.ts"
import { personView, type PersonView } from "./user.ts"
import { safeUrl } from "./safe-url.ts"
import type { CardProps, CardView, HiddenFields, MarkLookup, PasskeyButtonView } from "./types.ts"

/** Props of the account page. */
export interface AccountProps extends CardProps {
  /** The response of `GET account`. `null` if no user is signed in, `undefined` while it is unknown. */
  details?: AccountDetails | null | undefined
  /** Whether the request for the account failed. */
  unanswered?: boolean | undefined
  /** The base path. @default "/auth" */
  basePath?: string | undefined
  /** The URL of this page, which its forms return to. @default the server's choice */
  callbackUrl?: string | undefined
  /** Why the last change was rejected: the page's `error` parameter. */
  error?: AccountErrorCode | (string & {}) | undefined
  /** Whether the last change succeeded. An {@link AccountDone} lets the card name the change. */
  done?: boolean | AccountDone | undefined
  /** The form that is being sent: its change and id, for example `unlink:a1`. */
  busy?: string | undefined
  /** The current time in milliseconds. If set, dates are relative ("yesterday") and in the page's time zone. */
  now?: number | undefined
  messages?: MessageOverrides | undefined
  /** @default a neutral mark for every provider */
  marks?: MarkLookup | undefined
  /** The heading level of the title. @default 1 */
  headingLevel?: 1 | 2 | 3 | undefined
}

/** A change that succeeded, and the name of the changed item. */
export interface AccountDone {
  readonly change: AccountChange | "add-passkey"
  readonly name: string
}

/** A list of the account card: sign-in methods, passkeys or sessions. */
export interface SectionView {
  readonly part: "methods" | "two-step" | "passkeys" | "sessions"
  readonly title: string
  readonly rows: readonly RowView[]
  /** Shown below the rows. */
  readonly text?: string | undefined
  /** Shown if there are no rows. */
  readonly empty: string | undefined
  readonly after: ConfirmFormView | undefined
  /** The button that adds a passkey. */
  readonly add: PasskeyButtonView | undefined
}

/** The content of the account card. */
export type AccountView = CardView & {
  readonly kind: "account"
  readonly level: number
  readonly alert: string | undefined
  readonly status: string
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
        readonly person: PersonView
        readonly signOut: {
          readonly label: string
          readonly action: string
          readonly hidden: HiddenFields
          readonly busy: boolean
        }
        readonly sections: readonly SectionView[]
      }
  )

/** Returns the view of the account page. */
export function accountView(props: AccountProps): AccountView {
  const words = withOverrides(english, props.messages?.account)
  const { details } = props
  const view = cardView(props, words.title)
  const card = {
    ...view,
    kind: "account",
    level: props.headingLevel ?? 1,
    alert: alertMessage(props, words),
    status: props.busy === undefined ? doneMessage(props, words) : view.waiting,
  } as const
  const base = props.basePath ?? "/auth"
  if (details) {
    const person = personView(details.user)
    const hidden = hiddenFields({ csrfToken: props.csrfToken })
    const signOut = {
      label: words.signOut,
      action: safeUrl(`${base}/signout`),
      hidden,
      busy: props.busy === "sign-out",
    }
    const context = toRowContext(props, words)
    return { ...card, state: "shown", title: person.name, person, signOut, sections: accountSections(details, context) }
  }
  if (details === null) {
    const signIn = { label: words.signIn, href: safeUrl(`${base}/signin`) }
    return { ...card, state: "anonymous", text: words.signedOut, signIn }
  }
  if (props.unanswered) return { ...card, state: "unanswered", text: words.loadFailed, retry: words.retry }
  return { ...card, state: "loading", status: words.loading }
}

function toRowContext(props: AccountProps, words: typeof english): RowContext & { add: PasskeyButtonView } {
  return {
    words,
    factorWords: withOverrides(englishFactor, props.messages?.secondFactor),
    codesTitle: withOverrides(englishTwoStep, props.messages?.twoStep).codes,
    passwordWords: withOverrides(englishPassword, props.messages?.password),
    passwordTitle: withOverrides(englishSignIn, props.messages?.signIn).password,
    id: props.idPrefix ?? "auth",
    action: safeUrl(`${props.basePath ?? "/auth"}/account`),
    passwordUrl: `${props.basePath ?? "/auth"}/change-password`,
    csrfToken: props.csrfToken,
    callbackUrl: props.callbackUrl,
    busy: props.busy,
    calendar: { lang: props.lang ?? props.messages?.language?.lang ?? "en", now: props.now },
    marks: props.marks,
    add: {
      provider: "",
      action: "register",
      label: words.addPasskey,
      busy: props.busy === "add-passkey",
      ...passkeyVisibility(props),
    },
  }
}

function accountSections(
  { accounts, linkable, passkeys, sessions, twoStep, ...password }: AccountDetails,
  context: ReturnType<typeof toRowContext>,
): SectionView[] {
  const { words } = context
  const buttons = linkable.filter(({ type }) => type === "oauth" || type === "oidc")
  const methods = [
    ...(accounts ?? []).map((account) => linkedRow(account, context)),
    ...(accounts ? buttons : []).map((provider) => linkableRow(provider, context)),
    ...(password.hasPassword === undefined ? [] : [passwordRow(password, context)]),
  ]
  const sortedSessions = [...(sessions ?? [])].sort((one, other) => Number(other.current) - Number(one.current)) // stable
  const sections: (SectionView | false)[] = [
    methods.length > 0 && sectionView("methods", words.methods, methods),
    twoStep !== undefined && {
      ...sectionView("two-step", words.twoStep, twoStepRows(twoStep, context)),
      text: twoStep.factors.length === 0 ? words.noTwoStep : undefined,
    },
    passkeys !== null && {
      ...sectionView("passkeys", words.passkeys, passkeys.map((passkey) => passkeyRow(passkey, context))), // prettier-ignore
      empty: passkeys.length === 0 ? words.noPasskeys : undefined,
      add: context.add,
    },
    sortedSessions.length > 0 && {
      ...sectionView("sessions", words.sessions, sortedSessions.map((session) => sessionRow(session, context))), // prettier-ignore
      after: sortedSessions.length > 2 ? revokeOthers(context) : undefined,
    },
  ]
  return sections.filter((one) => one !== false)
}

function sectionView(part: SectionView["part"], title: string, rows: readonly RowView[]): SectionView {
  return { part, title, rows, empty: undefined, after: undefined, add: undefined }
}

function revokeOthers(context: RowContext): ConfirmFormView {
  const { words } = context
  const form = changeForm(context, "revoke-other-sessions", { label: words.revokeOthers, name: words.revokeOthers })
  return { ...form, question: words.revokeOthersQuestion, cancel: words.cancel }
}

const DONE_MESSAGES = {
  unlink: "unlinked",
  "remove-passkey": "removed",
  "rename-passkey": "renamed",
  "rename-factor": "renamed",
  "remove-factor": "removed",
  "remove-trusted-device": "removed",
  "revoke-session": "revoked",
  "revoke-other-sessions": "revokedOthers",
} as const

const PASSWORD_DONE = { "set-password": "added", "change-password": "changed", "remove-password": "removed" } as const

function doneMessage({ done, messages }: AccountProps, words: typeof english): string {
  if (typeof done !== "object") return done ? words.done : ""
  if (done.change === "add-passkey") return withOverrides(englishPasskey, messages?.passkey).registered
  const { change, name } = done
  if (change === "set-password" || change === "change-password" || change === "remove-password")
    return withOverrides(englishPassword, messages?.password)[PASSWORD_DONE[change]]
  return fill(words[DONE_MESSAGES[change]], { name })
}

function alertMessage({ error, messages }: AccountProps, words: typeof english): string | undefined {
  if (!error) return undefined
  if (error === "NotFound") return words.notFound
  if (error === "LastWayIn") return words.lastMethod
  if (error === "LastFactor") return words.lastFactor
  if (error === "EmailUnverified") return words.emailUnverified
  // The user is signed in, so the advice to sign in another way first doesn't apply
  const code = error === "OAuthAccountNotLinked" ? "AccountNotLinked" : error
  return (code === "Default" ? undefined : errorMessage(code, { messages })) ?? words.failed
}
