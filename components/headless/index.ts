// Views: what a component shows, computed from its props
export {
  accountView,
  type AccountDone,
  type AccountProps as AccountViewProps,
  type AccountView,
  type AreaView,
  type SectionView,
} from "../account/account.view.ts"
export type { ResultView } from "../account/account-card.view.ts"
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
} from "../account/account-rows.view.ts"
export {
  confirmCardView,
  type ConfirmCardProps,
  type ConfirmCardView,
  type ConfirmMethod,
} from "../step-up/confirm.view.ts"
export {
  enrollTotpView,
  type CopyView,
  type EnrollTotpProps as EnrollTotpViewProps,
  type EnrollTotpView,
} from "../two-step/enroll-totp.view.ts"
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
} from "../sign-in/provider-button.view.ts"
export type { LogoView } from "../theme/theme.ts"
export type { ProviderMark } from "../view/provider-marks.ts"
export type { CheckboxView, SharedCheckbox } from "../sign-in/remember.view.ts"
export {
  recoveryCodesView,
  type RecoveryCodesProps as RecoveryCodesViewProps,
  type RecoveryCodesView,
} from "../two-step/recovery-codes.view.ts"
export {
  secondFactorView,
  type SecondFactorMethod,
  type SecondFactorProps as SecondFactorViewProps,
  type SecondFactorView,
} from "../two-step/second-factor.view.ts"
export {
  changePasswordView,
  type ChangePasswordProps as ChangePasswordViewProps,
} from "../password/change-password.view.ts"
export {
  forgotPasswordView,
  type ForgotPasswordProps as ForgotPasswordViewProps,
  type ForgotPasswordView,
} from "../password/forgot-password.view.ts"
export type { PasswordFormProps, PasswordFormView } from "../password/password-form.view.ts"
export type { PasswordError } from "../password/password-message.view.ts"
export {
  resetPasswordView,
  type ResetPasswordProps as ResetPasswordViewProps,
} from "../password/reset-password.view.ts"
export type { SentProps } from "../view/sent-email.ts"
export {
  signUpView,
  type SignUpParts,
  type SignUpProps as SignUpViewProps,
  type SignUpView,
} from "../sign-up/sign-up.view.ts"
export { signInView, type SignInGroup, type SignInView } from "../sign-in/sign-in.view.ts"
export type { ButtonMethod, EmailButton, FormMethod, SignInMethod } from "../sign-in/sign-in-methods.view.ts"
export type { IdentifierStepProps } from "../sign-in/identifier-first.view.ts"
export type { SignInProps as SignInViewProps } from "../sign-in/sign-in-props.view.ts"
export type {
  ButtonFormView,
  ChoiceView,
  FooterView,
  MethodProps,
  ProofFormView,
  StepPasskeyView,
  StepProps,
} from "../two-step/step.view.ts"
export { signOutView, type SignOutView } from "../sign-out/sign-out.view.ts"
export type {
  CardProps,
  BaseView,
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
export { userButtonView, type MenuFormView, type UserButtonView } from "../user-button/user-button.view.ts"
export { verifyRequestView } from "../view/verify-request.ts"
export { webAuthnView, type WebAuthnProps as WebAuthnViewProps, type WebAuthnView } from "../passkeys/webauthn.view.ts"

// The types that the components' props name
export type { Attributes, AttributeValue, ElementNode, SlotNode, ViewNode } from "../view/node.ts"
export type { AccountProps } from "../account/account.screen.ts"
export type { CardState, Failures, LeftFailures } from "../screens/card.ts"
export type { ErrorNoticeProps, VerifyRequestProps } from "../screens/notices.ts"
export type { ConfirmProps } from "../step-up/confirm.screen.ts"
export type { EnrollTotpProps } from "../two-step/enroll-totp.screen.ts"
export type { RecoveryCodesProps } from "../two-step/recovery-codes.screen.ts"
export type { SecondFactorProps } from "../two-step/second-factor.screen.ts"
export type { AfterSignInProps, ProviderButtonProps, SignInProps } from "../sign-in/sign-in-props.ts"
export type { PasswordFormInputs, PasswordInputs } from "../password/password-state.ts"
export type { StepInputs } from "../two-step/step.ts"
export type { ChangePasswordProps } from "../password/change-password.screen.ts"
export type { ForgotPasswordProps } from "../password/forgot-password.screen.ts"
export type { ResetPasswordProps } from "../password/reset-password.screen.ts"
export type { SignUpProps } from "../sign-up/sign-up.screen.ts"
export type { SignOutProps } from "../sign-out/sign-out.screen.ts"
export type { Screen, ScreenPage } from "../screens/screen.ts"
export type { UserButtonProps } from "../user-button/user-button.screen.ts"
export type { WebAuthnProps } from "../passkeys/webauthn.screen.ts"

// Functions for your own markup
export { passwordStrength, type StrengthView } from "../password/password-strength.view.ts"
export { stepUp, type StepUp, type StepUpOptions } from "../step-up/step-up.ts"

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
