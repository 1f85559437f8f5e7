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
export {
  CONFIRM_METHODS,
  confirmCardView,
  type ConfirmCardProps,
  type ConfirmCardView,
  type ConfirmMethod,
} from "../view/confirm.ts"
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
  SECOND_FACTOR_METHODS,
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
export { PASSWORD_ERRORS, type PasswordError } from "../view/password-message.ts"
export { passwordStrength, type StrengthView } from "../view/password-strength.ts"
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

// Screens: a view with its elements and its behavior, for `useScreen` and `Screen`
export type { Attributes, AttributeValue, ElementNode, SlotNode, ViewNode } from "../view/node.ts"
export { accountScreen, type AccountProps, type AccountState } from "../screens/account.ts"
export type { CardState, Failures, LeftFailures } from "../screens/card.ts"
export {
  errorNoticeScreen,
  verifyRequestScreen,
  type ErrorNoticeProps,
  type VerifyRequestProps,
  type VerifyRequestState,
} from "../screens/notices.ts"
export { confirmScreen, type ConfirmProps } from "../screens/confirm.ts"
export { enrollTotpScreen, type CopyState, type EnrollTotpProps } from "../screens/enroll-totp.ts"
export { recoveryCodesScreen, type RecoveryCodesProps } from "../screens/recovery-codes.ts"
export { secondFactorScreen, type SecondFactorProps } from "../screens/second-factor.ts"
export { stepUp, type StepUp, type StepUpOptions } from "../screens/step-up.ts"
export type { StepInputs, StepState } from "../screens/step.ts"
export { providerButtonScreen, signInScreen } from "../screens/sign-in.ts"
export type { AfterSignInProps, ProviderButtonProps, SignInProps } from "../screens/sign-in-props.ts"
export { type PasswordFormInputs, type PasswordFormState, type PasswordInputs } from "../screens/password-state.ts"
export { changePasswordScreen, type ChangePasswordProps } from "../screens/change-password.ts"
export { forgotPasswordScreen, type ForgotPasswordProps } from "../screens/forgot-password.ts"
export { resetPasswordScreen, type ResetPasswordProps } from "../screens/reset-password.ts"
export { signUpScreen, type SignUpProps } from "../screens/sign-up.ts"
export { signOutScreen, type SignOutProps } from "../screens/sign-out.ts"
export type { Screen, ScreenPage } from "../screens/screen.ts"
export { userButtonScreen, type UserButtonProps, type UserButtonState } from "../screens/user-button.ts"
export { webAuthnScreen, type WebAuthnProps, type WebAuthnState } from "../screens/webauthn.ts"

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
