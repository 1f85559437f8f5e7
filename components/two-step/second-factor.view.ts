import { secondFactor as english, email as englishEmail, signInCard as englishSignIn } from "../view/messages/en.ts"
import { fill, formatCount, splitSentence, withOverrides } from "../view/messages/fill.ts"
import type { NoticeView } from "../view/notice.ts"
import { safeUrl } from "../view/safe-url.ts"
import {
  codeField,
  methodUrl,
  resendForm,
  signingInFooter,
  stepAlert,
  stepFields,
  stepPasskey,
  stepUrl,
  stepView,
  type ChoiceView,
  type FooterView,
  type MethodProps,
  type ProofFormView,
} from "./step.view.ts"
import type { CardView } from "../view/types.ts"

/** The second factors, from the strongest. */
export const SECOND_FACTOR_METHODS = ["passkey", "totp", "email", "recovery"] as const

/** A value of {@link SECOND_FACTOR_METHODS}. */
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number]

/** Props of the card for the second step of a sign-in. */
export interface SecondFactorProps extends MethodProps {
  /** The methods that this user has. */
  methods: readonly SecondFactorMethod[]
  /** The method to show, or `list` to let the user choose. @default the first of `methods` */
  method?: SecondFactorMethod | "list" | undefined
  /** Whether the user may trust this device. @default false */
  canTrust?: boolean | undefined
  /** For how many days. @default 30 */
  trustDays?: number | undefined
  /** Whether "Trust this device" is selected, for example when the page shows a wrong code. @default false */
  trust?: boolean | undefined
  /** Where a user finds help who can use none of the methods. */
  helpUrl?: string | undefined
}

/** The content of the card for the second step of a sign-in. */
export interface SecondFactorView extends CardView {
  readonly kind: "second-factor"
  readonly method: SecondFactorMethod | "list"
  /** The text below the title. `strong` is an email address inside it. */
  readonly text: string
  readonly strong: string | undefined
  readonly after: string
  readonly alert: string | undefined
  readonly status: string
  readonly form: ProofFormView | undefined
  readonly choices: readonly ChoiceView[]
  /** The link to the list of methods, or directly to the only other one. */
  readonly other: ChoiceView | undefined
  readonly again: NoticeView["again"]
  readonly help: { readonly label: string; readonly href: string } | undefined
  readonly footer: FooterView
}

type Words = typeof english

/** Returns the view of the second step. */
export function secondFactorView(props: SecondFactorProps): SecondFactorView {
  const { messages } = props
  const words = withOverrides(english, messages?.secondFactor)
  const method = props.method ?? props.methods[0] ?? "list"
  const url = stepUrl(props, "second-factor")
  const others = props.methods.filter((one) => one !== method)
  const choice = (one: SecondFactorMethod) => choiceView(one, props, words, url)
  const card = stepView(props, titleFor(method, props, words))
  const emailWords = withOverrides(englishEmail, messages?.email)
  const resent = method === "email" && props.resent ? emailWords.resent : ""
  return {
    ...card,
    kind: "second-factor",
    method,
    ...leadFor(method, props, words),
    alert: stepAlert(props, wrongMessage(method, words, emailWords.wrongCode)),
    status: card.status || resent,
    form: method === "list" ? undefined : proofForm(method, props, words, url),
    choices: method === "list" ? props.methods.map(choice) : [],
    other: method === "list" ? undefined : otherChoice(others, words, url, choice),
    again: method === "email" ? resendForm(props, url) : undefined,
    help:
      method === "list" && props.helpUrl !== undefined
        ? { label: words.stuck, href: safeUrl(props.helpUrl) }
        : undefined,
    footer: signingInFooter(props, url),
  }
}

function titleFor(method: SecondFactorView["method"], { messages }: SecondFactorProps, words: Words): string {
  if (method === "list") return words.another
  if (method === "email") return withOverrides(englishEmail, messages?.email).title
  return { totp: words.title, passkey: words.passkeyTitle, recovery: words.recoveryTitle }[method]
}

function leadFor(method: SecondFactorView["method"], props: SecondFactorProps, words: Words) {
  const address = props.email ?? props.account
  const plain = (text: string) => ({ text, strong: undefined, after: "" })
  if (method === "email" && address !== undefined) {
    const [text, after] = splitSentence(words.emailText, "email")
    return { text, strong: address, after }
  }
  const { siteName: site } = props
  const totp = site === undefined ? words.totpTextPlain : fill(words.totpText, { site })
  const { emailTextPlain: email, passkeyText: passkey, recoveryText: recovery, anotherText: list } = words
  return plain({ totp, email, passkey, recovery, list }[method])
}

const wrongMessage = (method: SecondFactorView["method"], words: Words, wrongEmailCode: string): string =>
  method === "recovery" ? words.wrongRecoveryCode : method === "email" ? wrongEmailCode : words.wrongCode

function proofForm(method: SecondFactorMethod, props: SecondFactorProps, words: Words, url: string): ProofFormView {
  const { messages, trustDays = 30, busy } = props
  const signInWords = withOverrides(englishSignIn, messages?.signIn)
  const digits = method === "totp" || method === "email"
  const label = digits ? withOverrides(englishEmail, messages?.email).code : words.recoveryCode
  return {
    action: url,
    hidden: stepFields(props, { method }),
    label: withOverrides(englishEmail, messages?.email).confirmPlain,
    busy: busy === "form",
    field: method === "passkey" ? undefined : codeField(props, { label, digits }),
    digits,
    hint: method === "recovery" ? words.recoveryHint : undefined,
    trust: props.canTrust
      ? { label: formatCount(words.trust, trustDays, messages?.language?.lang), checked: props.trust ?? false }
      : undefined,
    passkey: method === "passkey" ? stepPasskey(props, signInWords.usePasskey) : undefined,
  }
}

function choiceView(method: SecondFactorMethod, props: SecondFactorProps, words: Words, url: string): ChoiceView {
  const address = props.email ?? props.account
  const label = { totp: words.totp, passkey: words.passkey, email: words.email, recovery: words.recoveryCode }[method]
  const note = {
    totp: words.totpNote,
    passkey: words.passkeyNote,
    email: address && fill(words.emailNote, { email: address }),
    recovery: words.recoveryNote,
  }[method]
  const icon = ({ totp: "phone", passkey: "key", email: "mail", recovery: "codes" } as const)[method]
  return { method, label, note, icon, ...choiceTarget(method, props, { url, label }) }
}

/** Returns where a choice leads. Only the code by email has to be requested first. */
export function choiceTarget(
  method: string,
  props: MethodProps,
  { url, label }: { url: string; label: string },
): Pick<ChoiceView, "href" | "form"> {
  if (method !== "email") return { href: methodUrl(url, method), form: undefined }
  const hidden = stepFields(props, { method, resend: "1" })
  return { href: undefined, form: { action: url, hidden, label, busy: props.busy === `choose:${method}` } }
}

function otherChoice(
  others: readonly SecondFactorMethod[],
  words: Words,
  url: string,
  choice: (method: SecondFactorMethod) => ChoiceView,
): ChoiceView | undefined {
  const [only] = others
  if (only === undefined) return undefined
  if (others.length > 1)
    return {
      method: "list",
      label: words.another,
      note: undefined,
      icon: undefined,
      href: methodUrl(url, "list"),
      form: undefined,
    }
  const { useTotp: totp, usePasskey: passkey, useEmail: email, useRecovery: recovery } = words
  return { ...choice(only), label: { totp, passkey, email, recovery }[only], note: undefined, icon: undefined }
}
