import {
  account as englishAccount,
  confirm as english,
  email as englishEmail,
  secondFactor as englishFactor,
  signInCard as englishSignIn,
} from "../view/messages/en.ts"
import { fill, splitSentence, withOverrides } from "../view/messages/fill.ts"
import type { NoticeView } from "../view/notice.ts"
import { safeUrl } from "../view/safe-url.ts"
import { choiceTarget } from "../two-step/second-factor.view.ts"
import {
  codeField,
  resendForm,
  stepAlert,
  stepFields,
  stepPasskey,
  stepView,
  type ChoiceView,
  type MethodProps,
  type ProofFormView,
} from "../two-step/step.view.ts"
import type { CardView } from "../view/types.ts"
import { personView, type PersonView } from "../view/user.ts"

/** How a signed-in user can confirm who they are. */
export const CONFIRM_METHODS = ["passkey", "password", "totp", "email", "provider", "recovery"] as const

/** A value of {@link CONFIRM_METHODS}. */
export type ConfirmMethod = (typeof CONFIRM_METHODS)[number]

/** Props of the card that asks a signed-in user to confirm who they are. */
export interface ConfirmCardProps extends MethodProps {
  /**
   * The URL that the forms post to: the confirmation's page, whose query says what is required.
   * @default the page below the base path
   */
  url?: string | undefined
  /** The action to confirm, in the page's language, for example "Create a production key". */
  actionName?: string | undefined
  /** The methods that this user has, in the order to offer them. */
  methods: readonly ConfirmMethod[]
  /** The method to show. @default the first of `methods` */
  method?: ConfirmMethod | undefined
  /** Whether a code was sent by email. With `false`, the card offers to send one first. @default true */
  codeSent?: boolean | undefined
  /** The provider to sign in with again. */
  provider?: { readonly id: string; readonly name: string } | undefined
  /** Whether the card is a modal dialog, which the page's script opens. @default false */
  dialog?: boolean | undefined
  /** Where the link back leads, on a page. */
  backUrl?: string | undefined
  /** The name of the page that the link leads back to. @default "Back" */
  backLabel?: string | undefined
  /** Where a user can reset a forgotten password. */
  forgotUrl?: string | undefined
  /** Whether the password is visible. @internal */
  revealed?: boolean | undefined
}

/** The content of the card that asks a signed-in user to confirm who they are. */
export interface ConfirmCardView extends CardView {
  readonly kind: "confirm"
  readonly method: ConfirmMethod
  readonly dialog: boolean
  readonly actionName: string | undefined
  readonly text: string
  readonly strong: string | undefined
  readonly after: string
  readonly person: PersonView | undefined
  readonly alert: string | undefined
  readonly status: string
  readonly form: ProofFormView
  readonly cancel: string
  readonly again: NoticeView["again"]
  readonly others: readonly ChoiceView[]
  readonly back: { readonly label: string; readonly href: string } | undefined
}

type Words = typeof english

/** Returns the view of the confirmation. */
export function confirmCardView(props: ConfirmCardProps): ConfirmCardView {
  const { messages, dialog = false, backUrl } = props
  const words = withOverrides(english, messages?.confirm)
  const factorWords = withOverrides(englishFactor, messages?.secondFactor)
  const emailWords = withOverrides(englishEmail, messages?.email)
  const method = props.method ?? props.methods[0] ?? "password"
  const url = safeUrl(props.action ?? props.url ?? `${props.basePath ?? "/auth"}/confirm`)
  const card = stepView(props, emailWords.confirmTitle)
  const { wrongCode: totp, wrongRecoveryCode: recovery } = factorWords
  const wrong = {
    password: words.wrongPassword,
    email: emailWords.wrongCode,
    totp,
    recovery,
    passkey: "",
    provider: "",
  }
  return {
    ...card,
    kind: "confirm",
    method,
    dialog,
    actionName: props.actionName,
    ...leadFor(method, props, words, factorWords),
    person: props.account === undefined ? undefined : personView({ name: props.account }),
    alert: stepAlert(props, wrong[method]),
    status: card.status || (method === "email" && props.resent ? emailWords.resent : ""),
    form: proofForm(method, props, words, url),
    cancel: withOverrides(englishAccount, messages?.account).cancel,
    again: method === "email" && !mustSend(props, method) ? resendForm(props, url) : undefined,
    others: props.methods
      .filter((one) => one !== method)
      .map((one) => choiceView(one, props, { words, factorWords, url })),
    back:
      dialog || backUrl === undefined ? undefined : { label: props.backLabel ?? words.back, href: safeUrl(backUrl) },
  }
}

const mustSend = ({ codeSent }: ConfirmCardProps, method: ConfirmMethod) => method === "email" && codeSent === false

function leadFor(method: ConfirmMethod, props: ConfirmCardProps, words: Words, factorWords: typeof englishFactor) {
  const address = props.email ?? props.account
  if (mustSend(props, method)) {
    const text = address === undefined ? factorWords.anotherText : fill(factorWords.emailNote, { email: address })
    return { text, strong: undefined, after: "" }
  }
  if (method === "email" && address !== undefined) {
    const [text, after] = splitSentence(factorWords.emailText, "email")
    return { text, strong: address, after }
  }
  const { password, passkey, totp } = words
  const provider = fill(words.provider, { provider: props.provider?.name ?? "" })
  const { emailTextPlain: email, recoveryText: recovery } = factorWords
  const text = { password, passkey, totp, provider, email, recovery }[method]
  return { text, strong: undefined, after: "" }
}

function proofForm(method: ConfirmMethod, props: ConfirmCardProps, words: Words, url: string): ProofFormView {
  const { messages, provider, busy } = props
  if (mustSend(props, method)) return sendForm(props, url)
  const signInWords = withOverrides(englishSignIn, messages?.signIn)
  const digits = method === "totp" || method === "email"
  const factorWords = withOverrides(englishFactor, messages?.secondFactor)
  const codeLabel = digits ? withOverrides(englishEmail, messages?.email).code : factorWords.recoveryCode
  const code = digits || method === "recovery" ? codeField(props, { label: codeLabel, digits }) : undefined
  return {
    action: url,
    hidden: stepFields(props, { method, provider: method === "provider" ? provider?.id : undefined }),
    label: method === "provider" ? fill(signInWords.continueWith, { provider: provider?.name ?? "" }) : words.submit,
    busy: busy === "form",
    field: method === "password" ? passwordField(props, signInWords) : code,
    digits,
    hint: method === "recovery" ? factorWords.recoveryHint : undefined,
    trust: undefined,
    passkey: method === "passkey" ? stepPasskey(props, signInWords.usePasskey) : undefined,
  }
}

/** Returns the form that requests the first code by email. */
function sendForm(props: ConfirmCardProps, url: string): ProofFormView {
  return {
    action: url,
    part: "send",
    hidden: stepFields(props, { method: "email", resend: "1" }),
    label: withOverrides(englishFactor, props.messages?.secondFactor).useEmail,
    busy: props.busy === "send",
    field: undefined,
    digits: false,
    hint: undefined,
    trust: undefined,
    passkey: undefined,
  }
}

function passwordField(props: ConfirmCardProps, words: typeof englishSignIn): ProofFormView["field"] {
  const { revealed: pressed = false, scripted, error, autofocus, forgotUrl } = props
  return {
    id: `${props.idPrefix ?? "kit"}-password`,
    name: "password",
    label: words.password,
    type: pressed ? "text" : "password",
    autocomplete: "current-password",
    required: true,
    enterkeyhint: "go",
    autofocus,
    invalid: error === "InvalidCode",
    focus: error === "InvalidCode",
    error: undefined,
    forgot: forgotUrl === undefined ? undefined : { label: words.forgot, href: safeUrl(forgotUrl) },
    reveal: { label: pressed ? words.hidePassword : words.showPassword, pressed, hidden: !scripted },
  }
}

function choiceView(
  method: ConfirmMethod,
  props: ConfirmCardProps,
  { words, factorWords, url }: { words: Words; factorWords: typeof englishFactor; url: string },
): ChoiceView {
  const { usePasskey: passkey, useTotp: totp, useEmail: email, useRecovery: recovery } = factorWords
  const continueWith = withOverrides(englishSignIn, props.messages?.signIn).continueWith
  const provider = fill(continueWith, { provider: props.provider?.name ?? "" })
  const label = { passkey, totp, email, recovery, provider, password: words.usePassword }[method]
  const look = { method, label, note: undefined, icon: method === "passkey" ? ("key" as const) : undefined }
  if (method !== "provider") return { ...look, ...choiceTarget(method, props, { url, label }) }
  const hidden = stepFields(props, { method, provider: props.provider?.id })
  return { ...look, href: undefined, form: { action: url, hidden, label, busy: props.busy === `choose:${method}` } }
}
