// Views: what a component shows, computed from its props
export {
  accountView,
  type AccountDone,
  type AccountProps as AccountViewProps,
  type AccountView,
  type AreaView,
  type SectionView,
} from "../view/account.ts"
export type { ResultView } from "../view/account-card.ts"
export type {
  ConfirmFormView,
  EditFormView,
  FormChange,
  FormView,
  RowAction,
  RowIcon,
  RowView,
  SectionContent,
  SectionPart,
} from "../view/account-rows.ts"
export { confirmCardView, type ConfirmCardProps, type ConfirmCardView, type ConfirmMethod } from "../view/confirm.ts"
export {
  enrollTotpView,
  type CopyView,
  type EnrollTotpProps as EnrollTotpViewProps,
  type EnrollTotpView,
} from "../view/enroll-totp.ts"
export type { FieldView } from "../view/fields.ts"
export type { FormActionResult } from "../view/form-result.ts"
export type { Language, MessageOverrides, Messages, Plural, Translation } from "../view/messages/types.ts"
export {
  confirmView,
  errorView,
  type ConfirmProps as ConfirmViewProps,
  type ErrorPageProps as ErrorViewProps,
  type NoticeProps,
  type NoticeView,
} from "../view/notice.ts"
export {
  providerButtonView,
  type ProviderButtonProps as ProviderButtonViewProps,
  type ProviderButtonView,
} from "../view/provider-button.ts"
export type { LogoView } from "../view/theme.ts"
export type { ProviderMark } from "../view/provider-marks.ts"
export type { CheckboxView, SharedCheckbox } from "../view/remember.ts"
export {
  recoveryCodesView,
  type RecoveryCodesProps as RecoveryCodesViewProps,
  type RecoveryCodesView,
} from "../view/recovery-codes.ts"
export {
  secondFactorView,
  type SecondFactorMethod,
  type SecondFactorProps as SecondFactorViewProps,
  type SecondFactorView,
} from "../view/second-factor.ts"
export { changePasswordView, type ChangePasswordProps as ChangePasswordViewProps } from "../view/change-password.ts"
export {
  forgotPasswordView,
  type ForgotPasswordProps as ForgotPasswordViewProps,
  type ForgotPasswordView,
} from "../view/forgot-password.ts"
export type { PasswordFormProps, PasswordFormView } from "../view/password-form.ts"
export type { PasswordError } from "../view/password-message.ts"
export { resetPasswordView, type ResetPasswordProps as ResetPasswordViewProps } from "../view/reset-password.ts"
export type { SentProps } from "../view/sent-email.ts"
export { signUpView, type SignUpParts, type SignUpProps as SignUpViewProps, type SignUpView } from "../view/sign-up.ts"
export { signInView, type SignInGroup, type SignInView } from "../view/sign-in.ts"
export type { ButtonMethod, EmailButton, FormMethod, SignInMethod } from "../view/sign-in-methods.ts"
export type { IdentifierStepProps } from "../view/identifier-first.ts"
export type { SignInProps as SignInViewProps } from "../view/sign-in-props.ts"
export type {
  ButtonFormView,
  ChoiceView,
  FooterView,
  MethodProps,
  ProofFormView,
  StepPasskeyView,
  StepProps,
} from "../view/step.ts"
export { signOutView, type SignOutView } from "../view/sign-out.ts"
export type {
  CardProps,
  CardView,
  HiddenFields,
  LinkLine,
  MarkLookup,
  PasskeyButtonView,
  ShownField,
  SignInProvider,
} from "../view/types.ts"
export type { ClassNames, PartName } from "../view/parts.ts"
export type { PersonView } from "../view/user.ts"
export { userButtonView, type MenuFormView, type UserButtonView } from "../view/user-button.ts"
export { verifyRequestView } from "../view/verify-request.ts"
export { webAuthnView, type WebAuthnProps as WebAuthnViewProps, type WebAuthnView } from "../view/webauthn.ts"

// The types that the components' props name
export type { Attributes, AttributeValue, ElementNode, SlotNode, ViewNode } from "../view/node.ts"
export type { AccountProps } from "../screens/account.ts"
export type { CardState, Failures, LeftFailures } from "../screens/card.ts"
export type { ErrorNoticeProps, VerifyRequestProps } from "../screens/notices.ts"
export type { ConfirmProps } from "../screens/confirm.ts"
export type { EnrollTotpProps } from "../screens/enroll-totp.ts"
export type { RecoveryCodesProps } from "../screens/recovery-codes.ts"
export type { SecondFactorProps } from "../screens/second-factor.ts"
export type { AfterSignInProps, ProviderButtonProps, SignInProps } from "../screens/sign-in-props.ts"
export type { PasswordFormInputs, PasswordInputs } from "../screens/password-state.ts"
export type { StepInputs } from "../screens/step.ts"
export type { ChangePasswordProps } from "../screens/change-password.ts"
export type { ForgotPasswordProps } from "../screens/forgot-password.ts"
export type { ResetPasswordProps } from "../screens/reset-password.ts"
export type { SignUpProps } from "../screens/sign-up.ts"
export type { SignOutProps } from "../screens/sign-out.ts"
export type { Screen, ScreenPage } from "../screens/screen.ts"
export type { UserButtonProps } from "../screens/user-button.ts"
export type { WebAuthnProps } from "../screens/webauthn.ts"

// Functions for your own markup
export { passwordStrength, type StrengthView } from "../view/password-strength.ts"
export { stepUp, type StepUp, type StepUpOptions } from "../screens/step-up.ts"

// The client below the components
export { runClient } from "../../client/core/client.ts"
export type { Channel, Listenable, Locks, Page, PopupWindow } from "../../client/page/page.ts"
export {
  RETURN_REDIRECT_HEADER,
  type ConfirmDetails,
  type ConfirmResponse,
  type CsrfResponse,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type RedirectResponse,
  type StepUpDemand,
  type StepUpRequiredBody,
  type UpdateRequest,
  type WebAuthnOptions,
  type WebAuthnOptionsError,
} from "../../client/protocol.ts"
export { sessionKey } from "../../client/session/options.ts"
