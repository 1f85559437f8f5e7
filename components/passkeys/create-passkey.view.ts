import type { PasskeyCreationOptions } from "../../client/protocol.ts"
import { account as englishAccount, passkey as english } from "../view/messages/en.ts"
import { withOverrides } from "../view/messages/fill.ts"
import {
  stepAlert,
  stepFields,
  stepPasskey,
  stepUrl,
  stepView,
  type ProofFormView,
  type StepProps,
} from "../two-step/step.view.ts"
import type { CardView } from "../view/types.ts"

/** Props of the page that creates the passkey of a new user. */
export interface CreatePasskeyProps extends StepProps {
  /** The options of `navigator.credentials.create` as JSON. */
  passkeyOptions?: PasskeyCreationOptions | undefined
}

/** The content of the page that creates a passkey. */
export interface CreatePasskeyView extends CardView {
  readonly kind: "create-passkey"
  readonly text: string
  readonly alert: string | undefined
  readonly status: string
  readonly form: ProofFormView
}

/** Returns the view of the page that creates a passkey. */
export function createPasskeyView(props: CreatePasskeyProps): CreatePasskeyView {
  const { messages, passkeyOptions, basePath = "/auth", ...step } = props
  const words = withOverrides(english, messages?.passkey)
  const action = props.action ?? `${basePath}/sign-up`
  const { button, ...passkey } = stepPasskey({ ...step, messages }, words.register)
  return {
    ...stepView(props, words.register),
    kind: "create-passkey",
    text: withOverrides(englishAccount, messages?.account).noPasskeys,
    alert: stepAlert(props, words.failed),
    form: {
      action: stepUrl({ ...props, action }, "sign-up"),
      hidden: stepFields(props),
      label: words.register,
      busy: props.busy === "form",
      field: undefined,
      digits: false,
      hint: undefined,
      trust: undefined,
      passkey: { ...passkey, button, options: passkeyOptions && JSON.stringify(passkeyOptions) },
    },
  }
}
