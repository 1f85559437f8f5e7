import type { ButtonMethod, FormMethod } from "./sign-in-methods.ts"
import type { SignInProps } from "./sign-in-props.ts"
import { signInView } from "./sign-in.ts"
import type { CardView, SignInProvider } from "./types.ts"

/** What one way to sign in is made from, where it stands alone. */
export interface ProviderButtonProps extends Omit<
  SignInProps,
  "providers" | "siteName" | "page" | "headingLevel" | "notice" | "emailFirst" | "formErrors"
> {
  provider: SignInProvider
}

export interface ProviderButtonView extends CardView {
  readonly kind: "provider-button"
  readonly method: ButtonMethod | FormMethod | undefined
  /** Stands above the method; what a form shows of its own failure is in its view. */
  readonly alert: string | undefined
}

/** One way to sign in as a value; undefined inside for a passkey, which has a component of its own. */
export function providerButtonView({ provider, ...props }: ProviderButtonProps): ProviderButtonView {
  const { groups, alert, failedForm, ...card } = signInView({ ...props, providers: [provider] })
  const [group] = groups
  const method = group?.kind === "buttons" ? group.methods[0] : group?.method
  // No card is around it that could hold a form for several buttons
  const standalone = method?.kind === "button" ? { ...method, sends: undefined } : method
  return { ...card, kind: "provider-button", method: standalone, alert: failedForm === undefined ? alert : undefined }
}
