import type { AccountProps as AccountScreenProps } from "../../account/account.screen.ts"
import type { SecondFactorProps as SecondFactorScreenProps } from "../../two-step/second-factor.screen.ts"
import type { EnrollTotpProps as EnrollTotpScreenProps } from "../../two-step/enroll-totp.screen.ts"
import type { RecoveryCodesProps as RecoveryCodesScreenProps } from "../../two-step/recovery-codes.screen.ts"
import type { ConfirmProps as ConfirmScreenProps } from "../../step-up/confirm.screen.ts"
import type { SignUpProps as SignUpScreenProps } from "../../sign-up/sign-up.screen.ts"
import type { ForgotPasswordProps as ForgotPasswordScreenProps } from "../../password/forgot-password.screen.ts"
import type { ResetPasswordProps as ResetPasswordScreenProps } from "../../password/reset-password.screen.ts"
import type { ChangePasswordProps as ChangePasswordScreenProps } from "../../password/change-password.screen.ts"
import type { ErrorNoticeProps as ErrorNoticeScreenProps } from "../../screens/notices.ts"
import type { VerifyRequestProps as VerifyRequestScreenProps } from "../../screens/notices.ts"
import type { WebAuthnProps as WebAuthnScreenProps } from "../../passkeys/webauthn.screen.ts"
import type { Enhanced, Slots } from "../render.ts"

/** Props of the account card and of the cards of its sections, with your own content. */
export type AccountProps = AccountScreenProps & Slots

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

/** Props of the error card, with your own content. */
export type ErrorNoticeProps = ErrorNoticeScreenProps & Slots

/** Props of the card after an email was sent, with your own content. */
export type VerifyRequestProps = VerifyRequestScreenProps & Slots

/** Props of a passkey button, with your own content. */
export type WebAuthnProps = WebAuthnScreenProps & Slots
