import { cardView } from "../view/card.ts"
import { errorMessage } from "../view/error-message.ts"
import { passkey as english, signInCard as englishSignIn } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import type { MessageOverrides } from "../view/messages/types.ts"
import { passkeyVisibility } from "./passkey-visibility.view.ts"
import { logoView } from "../theme/theme.ts"
import type { CardProps, CardView, PasskeyButtonView } from "../view/types.ts"

/** Props of a passkey button without a card. */
export interface WebAuthnProps extends CardProps {
  /** Whether to sign in with a passkey, or to add one to the signed-in user. @default "authenticate" */
  action?: "authenticate" | "register" | undefined
  /** Id of the passkey provider. @default the server's first one */
  provider?: string | undefined
  /** The button's text. @default the text of the messages */
  label?: string | undefined
  /** Why the last request failed: an error of `passkey`, or of the sign-in page. */
  error?: string | undefined
  /** Whether a passkey was added. */
  done?: boolean | undefined
  /** Whether the browser's dialog is open. @default false */
  busy?: boolean | undefined
  /** Your own sentences, which replace the built-in ones one by one. */
  messages?: MessageOverrides | undefined
}

/** The content of a passkey button. */
export interface WebAuthnView extends CardView {
  readonly kind: "webauthn"
  readonly button: PasskeyButtonView
  /** A theme with a brand color fills the button. */
  readonly variant: "primary" | "secondary"
  readonly alert: string | undefined
  readonly status: string
}

/** Returns the view of the button. */
export function webAuthnView(props: WebAuthnProps): WebAuthnView {
  const { action = "authenticate", provider = "", busy = false, done, messages } = props
  const words = withOverrides(english, messages?.passkey)
  const label = props.label ?? (action === "register" ? words.register : words.signIn)
  const waiting = busy ? withOverrides(englishSignIn, messages?.signIn).busy : ""
  return {
    ...cardView(props, label),
    kind: "webauthn",
    button: { provider, action, label, busy, ...passkeyVisibility(props), logo: logoView(props.theme) },
    variant: props.theme?.brandColor || props.theme?.buttonText ? "primary" : "secondary",
    alert: alertMessage(props),
    status: done ? words.registered : waiting,
  }
}

function alertMessage({ error, messages }: WebAuthnProps): string | undefined {
  if (!error) return undefined
  return errorMessage(error, { messages }) ?? errorMessage("Default", { messages })
}
