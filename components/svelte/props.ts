import type { Snippet } from "svelte"
import type { AuthClientOptions } from "../../client/core/client.ts"
import type { AccountProps as AccountScreenProps } from "../screens/account.ts"
import type {
  ErrorNoticeProps as ErrorScreenProps,
  VerifyRequestProps as VerifyScreenProps,
} from "../screens/notices.ts"
import type { Screen } from "../screens/screen.ts"
import type {
  ProviderButtonProps as ButtonScreenProps,
  SignInProps as SignInScreenProps,
} from "../screens/sign-in-props.ts"
import type { SignInFlow } from "../screens/sign-in-flow.ts"
import type { SignOutProps as SignOutScreenProps } from "../screens/sign-out.ts"
import type { SecondFactorProps as SecondFactorScreenProps } from "../screens/second-factor.ts"
import type { EnrollTotpProps as EnrollTotpScreenProps } from "../screens/enroll-totp.ts"
import type { RecoveryCodesProps as RecoveryCodesScreenProps } from "../screens/recovery-codes.ts"
import type { ConfirmProps as ConfirmScreenProps } from "../screens/confirm.ts"
import type { SignUpProps as SignUpScreenProps } from "../screens/sign-up.ts"
import type { ForgotPasswordProps as ForgotPasswordScreenProps } from "../screens/forgot-password.ts"
import type { ResetPasswordProps as ResetPasswordScreenProps } from "../screens/reset-password.ts"
import type { ChangePasswordProps as ChangePasswordScreenProps } from "../screens/change-password.ts"
import type { UserButtonProps as UserScreenProps } from "../screens/user-button.ts"
import type { WebAuthnProps as WebAuthnScreenProps } from "../screens/webauthn.ts"
import type { Enhance, Slots } from "./render.ts"

/** The form actions of a card in SvelteKit. @internal */
interface Enhanced {
  /** Svelte's `use:` action for every form of the card: SvelteKit's `enhance`. */
  enhance?: Enhance
}

/** Props of the account card, with your own content. */
export type AccountProps = AccountScreenProps & Slots

/** Props of the error card, with your own content. */
export type ErrorNoticeProps = ErrorScreenProps & Slots

/** Props of one sign-in method without a card, with your own content. */
export type ProviderButtonProps = ButtonScreenProps & Slots & Enhanced

/** Props of the sign-in card, with your own content. */
export type SignInProps = SignInScreenProps &
  Slots &
  Enhanced & {
    /** The path of SvelteKit's sign-in action, which Auth.js has too. */
    signInPage?: string
    /** How the card asks: `identifierFirst` of `latchkit/identifier-first`. @default all methods at once */
    flow?: SignInFlow | undefined
  }

/** Props of the sign-out card, with your own content. */
export type SignOutProps = SignOutScreenProps &
  Slots &
  Enhanced & {
    /** The path of SvelteKit's sign-out action, which Auth.js has too. */
    signOutPage?: string
  }

/** Props of the signed-in user's menu, with your own content. */
export type UserButtonProps = Omit<UserScreenProps, "session"> & Slots

/** Props of the card after an email was sent, with your own content. */
export type VerifyRequestProps = VerifyScreenProps & Slots

/** Props of the card for the second step of a sign-in, with your own content. */
export type SecondFactorProps = SecondFactorScreenProps & Slots

/** Props of the card that sets up an authenticator app, with your own content. */
export type EnrollTotpProps = EnrollTotpScreenProps & Slots

/** Props of the card that shows recovery codes, with your own content. */
export type RecoveryCodesProps = RecoveryCodesScreenProps & Slots

/** Props of the confirmation, with your own content. */
export type ConfirmProps = ConfirmScreenProps & Slots

/** Props of the card that creates an account, with your own content. */
export type SignUpProps = SignUpScreenProps & Slots & Enhanced

/** Props of the card that emails a link to reset the password, with your own content. */
export type ForgotPasswordProps = ForgotPasswordScreenProps & Slots & Enhanced

/** Props of the card that takes a new password, with your own content. */
export type ResetPasswordProps = ResetPasswordScreenProps & Slots & Enhanced

/** Props of the card that changes the password of a signed-in user, with your own content. */
export type ChangePasswordProps = ChangePasswordScreenProps & Slots & Enhanced

/** Props of a passkey button, with your own content. */
export type WebAuthnProps = WebAuthnScreenProps & Slots

/** Props of `SignedIn` and `SignedOut`. */
export interface SignedInProps {
  /** Your own content. */
  children?: Snippet
  /** Shown while the session is loading. @default nothing */
  fallback?: Snippet
}

/** Props of `SessionProvider`: the client's options, and what gets the session. */
export type SessionProviderProps = AuthClientOptions & {
  /** The part of your app that gets the session. */
  children?: Snippet
}

/** Props of `Screen`. */
export interface ScreenProps<Props, State> {
  /** The screen to render. */
  screen: Screen<Props, State>
  /** The screen's own props. */
  of: Props
  /** Svelte's `use:` action for every form of the card: SvelteKit's `enhance`. */
  enhance?: Enhance | undefined
}
