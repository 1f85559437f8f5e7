import type { ProviderButtonProps as ButtonProps } from "../view/provider-button.ts"
import type { SignInProps as Props } from "../view/sign-in-props.ts"

/** What the sign-in card is made from, and what follows. */
export type SignInProps = Props & AfterSignInProps

interface AfterSignInProps {
  /** Where the service is mounted, where the page has several. */
  basePath?: string | undefined
  /** Called after a sign-in, instead of going to its URL. */
  onSignIn?: ((url: string) => void) | undefined
}

/** What one way to sign in is made from, where it stands alone, and what follows. */
export type ProviderButtonProps = ButtonProps & AfterSignInProps
