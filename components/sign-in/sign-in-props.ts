import type { ProviderButtonProps as ButtonProps } from "./provider-button.view.ts"
import type { IdentifierStepProps } from "./identifier-first.view.ts"
import type { SignInProps as Props } from "./sign-in-props.view.ts"
import type { SignInProvider } from "../view/types.ts"

/**
 * Props of the sign-in card, with options for the time after a sign-in. Without `providers` the card requests its props
 * from `GET sign-in-props`, and the props that you set take precedence.
 */
export interface SignInProps extends Omit<Props, "providers">, IdentifierStepProps, AfterSignInProps {
  /**
   * The sign-in methods, from `auth.signInProps` or `GET providers`.
   * @default the server's, from `GET sign-in-props`
   */
  providers?: readonly SignInProvider[] | undefined
}

/** Options for the time after a sign-in. */
export interface AfterSignInProps {
  /** The base path. @default the `SessionProvider`'s, otherwise "/auth" */
  basePath?: string | undefined
  /** Called after a sign-in, instead of navigating to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

/** Props of one sign-in method without a card, with the same options. */
export type ProviderButtonProps = ButtonProps & AfterSignInProps
