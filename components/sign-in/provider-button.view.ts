import type { ButtonMethod, FormMethod } from "./sign-in-methods.view.ts"
import type { SignInProps } from "./sign-in-props.view.ts"
import { signInView } from "./sign-in.view.ts"
import type { CardView, SignInProvider } from "../view/types.ts"

/** Props of one sign-in method without a card. */
export interface ProviderButtonProps extends Omit<
  SignInProps,
  "providers" | "siteName" | "page" | "headingLevel" | "notice" | "emailFirst" | "formErrors"
> {
  /** The sign-in method, from `auth.signInProps` or `GET providers`. */
  provider: SignInProvider
}

/** The content of one sign-in method. */
export interface ProviderButtonView extends CardView {
  readonly kind: "provider-button"
  readonly method: ButtonMethod | FormMethod | undefined
  /** Shown above the method. A form's own error is in its view. */
  readonly alert: string | undefined
}

/** Returns the view of one sign-in method. `method` is `undefined` for a passkey, which has its own component. */
export function providerButtonView({ provider, ...props }: ProviderButtonProps): ProviderButtonView {
  const { groups, alert, failedForm, ...card } = signInView({ ...props, providers: [provider] })
  const [group] = groups
  const method = group?.kind === "buttons" ? group.methods[0] : group?.method
  // Without a card around it, there is no shared form for several buttons
  const standalone = method?.kind === "button" ? { ...method, sends: undefined } : method
  return { ...card, kind: "provider-button", method: standalone, alert: failedForm === undefined ? alert : undefined }
}
