export * from "../../client/index.ts"
export { SessionProvider, useAuthClient, useSession } from "../../client/solid.tsx"
export type { SessionActions, UseSession, UseSessionOptions } from "../../client/use-session.ts"
export type { FormActionResult } from "../view/form-result.ts"
export type { Language, MessageOverrides, Messages, Plural, Translation } from "../view/messages/types.ts"
export type { ProviderMark } from "../view/provider-marks.ts"
export type { MarkLookup, SignInProvider } from "../view/types.ts"
export {
  Account,
  AccountProfile,
  AccountEmail,
  AccountPassword,
  AccountTwoStep,
  AccountPasskeys,
  AccountConnections,
  AccountDevices,
  AccountDanger,
  type AccountProps,
} from "./account.tsx"
export { SecondFactor, type SecondFactorProps } from "./second-factor.tsx"
export { EnrollTotp, type EnrollTotpProps } from "./enroll-totp.tsx"
export { RecoveryCodes, type RecoveryCodesProps } from "./recovery-codes.tsx"
export { Confirm, type ConfirmProps } from "./confirm.tsx"
export { SignUp, type SignUpProps } from "./sign-up.tsx"
export { ForgotPassword, type ForgotPasswordProps } from "./forgot-password.tsx"
export { ResetPassword, type ResetPasswordProps } from "./reset-password.tsx"
export { ChangePassword, type ChangePasswordProps } from "./change-password.tsx"
export { ErrorNotice, type ErrorNoticeProps } from "./error-notice.tsx"
export { ProviderButton, type ProviderButtonProps } from "./provider-button.tsx"
export { SignIn, type SignInProps } from "./sign-in.tsx"
export { SignOut, type SignOutProps } from "./sign-out.tsx"
export { UserButton, type UserButtonProps } from "./user-button.tsx"
export { VerifyRequest, type VerifyRequestProps } from "./verify-request.tsx"
export { WebAuthn, type WebAuthnProps } from "./web-authn.tsx"
export { SignedIn, SignedOut, type SignedInProps } from "./signed-in.tsx"
export type { Slots } from "./render.tsx"
export type { AccountFunctions, UseAccounts } from "../../client/core/lazy-accounts.ts"
export { useAccounts } from "./use-accounts.ts"
export { useUser } from "./use-user.ts"
export { useStepUp } from "./use-step-up.ts"
export type { StepUp, StepUpOptions } from "../screens/step-up.ts"
export { useSignIn, type UseSignIn } from "./use-sign-in.tsx"
export type { OwnCard, SignInParts } from "../screens/own-sign-in.ts"
export type { OwnContent, OwnMethod, SignInFlow } from "../screens/sign-in-flow.ts"
