import type { PasskeyRequestOptions } from "../../client/protocol.ts"
import { cardView, formatCountdown, hiddenFields } from "../view/card.ts"
import { errorMessage } from "../view/error-message.ts"
import type { FieldView } from "../view/fields.ts"
import {
  account,
  email as englishEmail,
  passkey as englishPasskey,
  secondFactor as english,
  signInCard as englishSignIn,
} from "../view/messages/en.ts"
import { fill, formatCount, splitSentence, withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import type { NoticeView } from "../view/notice.ts"
import { passkeyVisibility } from "../passkeys/passkey-visibility.view.ts"
import { safeUrl } from "../view/safe-url.ts"
import type { CardProps, CardView, HiddenFields, PasskeyButtonView } from "../view/types.ts"

/** Props of every card that a sign-in or a confirmation pauses for. */
export interface StepProps extends CardProps {
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** The URL that the forms post to. @default the step's page below the base path */
  action?: string | undefined
  /** The public id of the attempt that the forms belong to. */
  attempt?: string | undefined
  /** The URL that the user returns to afterwards. */
  callbackUrl?: string | undefined
  /** The user who is signing in: a masked address such as `a••@example.com`. */
  account?: string | undefined
  /**
   * Why the last try failed: `InvalidCode`, `Offline`, a value of `SIGN_IN_ERRORS` or of `PASSKEY_ERRORS`. Any other
   * value shows a general message.
   */
  error?: string | undefined
  /** Seconds until the user may try again, with the error `RateLimited`. */
  retryAfter?: number | undefined
  /** The form that is being sent: `form`, `again`, `cancel`, or `choose:` with a method. */
  busy?: string | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
}

/** Props of a step that can send a code by email, or request a passkey. */
export interface MethodProps extends StepProps {
  /** The masked address that gets a code by email. @default `account` */
  email?: string | undefined
  /** Whether another code was sent. */
  resent?: boolean | undefined
  /** Seconds until another code can be requested. @default 0 */
  resendAfter?: number | undefined
  /**
   * Like `resendAfter`, but the page's script counts down. Without the script, the button works immediately.
   * @default 0
   */
  countdown?: number | undefined
  /**
   * The options of `navigator.credentials.get` as JSON, for a passkey. Without them, its link loads the step's page.
   */
  passkeyOptions?: PasskeyRequestOptions | undefined
  /** Whether the code's field has the focus when the page loads. @default false */
  autofocus?: boolean | undefined
}

/** A form with one button. */
export interface ButtonFormView {
  readonly action: string
  readonly hidden: HiddenFields
  readonly label: string
  readonly busy: boolean
}

/** A form that proves something, with a field unless it needs a passkey. */
export interface ProofFormView extends ButtonFormView {
  /** Names the form for the page's script. @default "form" */
  readonly part?: "send" | undefined
  readonly field: FieldView | undefined
  /** Whether the field takes six digits. */
  readonly digits: boolean
  readonly hint: string | undefined
  readonly trust: { readonly label: string; readonly checked: boolean } | undefined
  readonly passkey: StepPasskeyView | undefined
}

/** The passkey button of a step. */
export interface StepPasskeyView {
  readonly button: PasskeyButtonView
  /** The ceremony's options as JSON. */
  readonly options: string | undefined
  /** The page's script shows it if the request fails. */
  readonly failed: string
  /** Shown in a browser without passkeys, and without a script. */
  readonly unsupported: string
  /** Whether the browser is known to support passkeys. */
  readonly supported: boolean
  readonly scripted: boolean
}

/** Another method: a link to its page, or a form that requests a code first. */
export interface ChoiceView {
  readonly method: string
  readonly label: string
  readonly note: string | undefined
  readonly icon: "phone" | "key" | "mail" | "codes" | undefined
  readonly href: string | undefined
  readonly form: ButtonFormView | undefined
}

/** The line that names the account, and ends the attempt. */
export interface FooterView {
  readonly who: { readonly before: string; readonly name: string; readonly after: string } | undefined
  readonly text: string | undefined
  readonly cancel: ButtonFormView | undefined
  /** Where "Cancel" leads, if it doesn't end an attempt. */
  readonly cancelUrl: string | undefined
  readonly cancelLabel: string
}

/** Returns the URL of a step's page. */
export const stepUrl = ({ action, basePath = "/auth" }: StepProps, step: string): string =>
  safeUrl(action ?? `${basePath}/step/${step}`)

/** Returns the URL of a step's page with another method. */
export const methodUrl = (url: string, method: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}method=${encodeURIComponent(method)}`

/** Returns the hidden fields of a step's form. */
export const stepFields = (
  { csrfToken, attempt, callbackUrl }: StepProps,
  more: Readonly<Record<string, string | undefined>> = {},
): HiddenFields => hiddenFields({ csrfToken, attempt, callbackUrl, ...more })

/** Returns the part of a view that every step has. */
export function stepView(props: StepProps, title: string): CardView & { readonly status: string } {
  const card = cardView(props, title)
  return { ...card, status: props.busy === undefined ? "" : card.waiting }
}

/** Returns the message for a failed step. `wrong` is the one for a wrong code. */
export function stepAlert(props: StepProps, wrong: string): string | undefined {
  const { error, retryAfter, messages } = props
  if (!error) return undefined
  if (error === "InvalidCode") return wrong
  if (error === "RateLimited" && retryAfter) {
    const { tryAgainIn } = withOverrides(englishSignIn, messages?.signIn)
    return formatCount(tryAgainIn, Math.max(1, Math.ceil(retryAfter / 60)), messages?.language?.lang)
  }
  return errorMessage(error, { messages }) ?? errorMessage("Default", { messages })
}

/** Returns the field for a code. After a failure it is empty and takes the focus. */
export function codeField(props: MethodProps, { label, digits }: { label: string; digits: boolean }): FieldView {
  const invalid = props.error === "InvalidCode"
  return {
    id: `${props.idPrefix ?? "kit"}-code`,
    name: "code",
    label,
    type: "text",
    autocomplete: digits ? "one-time-code" : "off",
    ...(digits ? { inputmode: "numeric" } : { autocapitalize: "none", spellcheck: "false" }),
    required: true,
    enterkeyhint: "go",
    autofocus: props.autofocus,
    invalid,
    focus: invalid,
    error: undefined,
  }
}

/** Returns the passkey button of a step, which fills the form's field `data`. */
export function stepPasskey(props: MethodProps, label: string): StepPasskeyView {
  const { failed, unsupported } = withOverrides(englishPasskey, props.messages?.passkey)
  const { busy, passkeyOptions, scripted = false, hasPasskeys = false } = props
  return {
    button: { provider: "", action: "confirm", label, busy: busy === "form", ...passkeyVisibility(props) },
    options: passkeyOptions && JSON.stringify(passkeyOptions),
    failed,
    unsupported,
    supported: hasPasskeys,
    scripted,
  }
}

/** Returns the sentence that offers another code by email. */
export function resendForm(props: MethodProps, url: string): NonNullable<NoticeView["again"]> {
  const words = withOverrides(englishEmail, props.messages?.email)
  const { resendAfter = 0, countdown = 0 } = props
  return {
    action: url,
    hidden: stepFields(props, { method: "email", resend: "1" }),
    done: props.resent ? words.resent : undefined,
    sentence: words.nothingThere,
    label: resendAfter > 0 ? fill(words.resendIn, { time: formatCountdown(resendAfter) }) : words.resend,
    busy: props.busy === "again",
    waits: resendAfter > 0,
    countdown: countdown > 0 ? { seconds: countdown, sentence: words.resendIn } : undefined,
  }
}

/** Returns the line "Signing in as … · Cancel". */
export function signingInFooter(props: StepProps, url: string): FooterView {
  const [before, after] = splitSentence(withOverrides(english, props.messages?.secondFactor).signingInAs, "name")
  const label = withOverrides(account, props.messages?.account).cancel
  return {
    who: props.account === undefined ? undefined : { before, name: props.account, after },
    text: undefined,
    cancel: { action: url, hidden: stepFields(props, { cancel: "1" }), label, busy: props.busy === "cancel" },
    cancelUrl: undefined,
    cancelLabel: label,
  }
}
