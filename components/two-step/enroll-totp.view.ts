import { account as englishAccount, secondFactor, twoStep as english } from "../view/messages/en.ts"
import { fill, withOverrides } from "../view/messages/fill.ts"
import { safeUrl } from "../view/safe-url.ts"
import {
  codeField,
  signingInFooter,
  stepAlert,
  stepFields,
  stepUrl,
  stepView,
  type FooterView,
  type ProofFormView,
  type StepProps,
} from "./step.view.ts"
import type { CardView } from "../view/types.ts"

/** Props of the card that sets up an authenticator app. */
export interface EnrollTotpProps extends StepProps {
  /** The QR code of `otpauthUrl`: its number of modules per side, and the path of its dark modules. */
  qr: { readonly size: number; readonly d: string }
  /** The secret as text, in groups of four letters. */
  secretText: string
  /** The `otpauth:` URL, which opens an authenticator app on the same device. */
  otpauthUrl?: string | undefined
  /** Whether the user must set it up to sign in. @default false */
  required?: boolean | undefined
  /** Where "Cancel" leads if the user sets it up voluntarily. @default ends the attempt */
  cancelUrl?: string | undefined
  /** Whether the code's field has the focus when the page loads. @default false */
  autofocus?: boolean | undefined
  /** Whether the key was copied. */
  copied?: boolean | undefined
}

/** The content of the card that sets up an authenticator app. */
export interface EnrollTotpView extends CardView {
  readonly kind: "enroll-totp"
  readonly text: string
  readonly alert: string | undefined
  readonly status: string
  readonly qr: { readonly label: string; readonly size: number; readonly d: string }
  readonly key: { readonly label: string; readonly text: string }
  readonly copy: CopyView
  /** The link that opens an app on this device. */
  readonly open: { readonly label: string; readonly href: string } | undefined
  readonly form: ProofFormView
  readonly footer: FooterView
}

/** A button that copies a text. It needs a script. */
export interface CopyView {
  readonly label: string
  readonly copiedLabel: string
  readonly copied: boolean
  readonly text: string
  readonly hidden: boolean
}

// The QR code's path contains only these commands, so that it can't be anything else in the page (threat 443)
const QR_PATH = /^[MmHhVvZzLl0-9 ,.-]*$/
const OTPAUTH_URL = /^otpauth:\/\/totp\/[\x21-\x7e]+$/

/** Returns the view of the card that sets up an authenticator app. */
export function enrollTotpView(props: EnrollTotpProps): EnrollTotpView {
  const { messages, required = false, qr, secretText, otpauthUrl = "" } = props
  const words = withOverrides(english, messages?.twoStep)
  const url = stepUrl(props, "enroll-totp")
  const card = stepView(props, words.title)
  return {
    ...card,
    kind: "enroll-totp",
    text: required ? words.required : words.text,
    alert: stepAlert(props, withOverrides(secondFactor, messages?.secondFactor).wrongCode),
    status: card.status || (props.copied ? words.copied : ""),
    qr: { label: words.qr, size: qr.size, d: QR_PATH.test(qr.d) ? qr.d : "" },
    key: { label: words.key, text: secretText },
    copy: {
      label: words.copy,
      copiedLabel: words.copied,
      copied: props.copied ?? false,
      text: secretText.replaceAll(/\s/g, ""),
      hidden: !props.scripted,
    },
    open: OTPAUTH_URL.test(otpauthUrl) ? { label: words.open, href: otpauthUrl } : undefined,
    form: {
      action: url,
      hidden: stepFields(props, { method: "totp" }),
      label: words.submit,
      busy: props.busy === "form",
      field: codeField(props, { label: words.code, digits: true }),
      digits: true,
      hint: undefined,
      trust: undefined,
      passkey: undefined,
    },
    footer: required ? signingInFooter(props, url) : stepFooter(props, words.step, 1, url),
  }
}

/** Returns the line "Step 1 of 2 · Cancel". */
export function stepFooter(
  props: StepProps & { cancelUrl?: string | undefined },
  sentence: string,
  step: 1 | 2,
  url?: string,
): FooterView {
  const { cancelUrl, messages } = props
  const cancelLabel = withOverrides(englishAccount, messages?.account).cancel
  const cancel = {
    action: url ?? "",
    hidden: stepFields(props, { cancel: "1" }),
    label: cancelLabel,
    busy: props.busy === "cancel",
  }
  return {
    who: undefined,
    text: fill(sentence, { step: String(step), count: "2" }),
    cancel: url === undefined || cancelUrl !== undefined ? undefined : cancel,
    cancelUrl: cancelUrl === undefined || url === undefined ? undefined : safeUrl(cancelUrl),
    cancelLabel,
  }
}
