export * from "../../client/index.ts"
export { provideSession, useAuthClient, useSession, type UseSession } from "../../client/svelte.ts"
export type { SessionActions } from "../../client/use-session.ts"
export type { FormActionResult } from "../view/form-result.ts"
export type { Language, MessageOverrides, Messages, Plural, Translation } from "../view/messages/types.ts"
export type { ProviderMark } from "../view/provider-marks.ts"
export type { MarkLookup, SignInProvider } from "../view/types.ts"
export type {
  AccountProps,
  SignUpProps,
  ForgotPasswordProps,
  ResetPasswordProps,
  ChangePasswordProps,
  ConfirmProps,
  EnrollTotpProps,
  ErrorNoticeProps,
  ProviderButtonProps,
  RecoveryCodesProps,
  ScreenProps,
  SecondFactorProps,
  SessionProviderProps,
  SignedInProps,
  SignInProps,
  SignOutProps,
  UserButtonProps,
  VerifyRequestProps,
  WebAuthnProps,
} from "./props.ts"
export { default as SessionProvider } from "./SessionProvider.svelte"
export { default as SignedIn } from "./SignedIn.svelte"
export { default as SignedOut } from "./SignedOut.svelte"
export { default as Account } from "./Account.svelte"
export { default as AccountProfile } from "./AccountProfile.svelte"
export { default as AccountEmail } from "./AccountEmail.svelte"
export { default as AccountPassword } from "./AccountPassword.svelte"
export { default as AccountTwoStep } from "./AccountTwoStep.svelte"
export { default as AccountPasskeys } from "./AccountPasskeys.svelte"
export { default as AccountConnections } from "./AccountConnections.svelte"
export { default as AccountDevices } from "./AccountDevices.svelte"
export { default as AccountDanger } from "./AccountDanger.svelte"
export { default as SecondFactor } from "./SecondFactor.svelte"
export { default as EnrollTotp } from "./EnrollTotp.svelte"
export { default as RecoveryCodes } from "./RecoveryCodes.svelte"
export { default as Confirm } from "./Confirm.svelte"
export { default as SignUp } from "./SignUp.svelte"
export { default as ForgotPassword } from "./ForgotPassword.svelte"
export { default as ResetPassword } from "./ResetPassword.svelte"
export { default as ChangePassword } from "./ChangePassword.svelte"
export { default as ErrorNotice } from "./ErrorNotice.svelte"
export { default as ProviderButton } from "./ProviderButton.svelte"
export { default as SignIn } from "./SignIn.svelte"
export { default as SignOut } from "./SignOut.svelte"
export { default as UserButton } from "./UserButton.svelte"
export { default as VerifyRequest } from "./VerifyRequest.svelte"
export { default as WebAuthn } from "./WebAuthn.svelte"
export { default as Screen } from "./Screen.svelte"
export type { Enhance, Slots } from "./render.ts"
export { toReadable } from "./to-readable.ts"
export { useUser } from "./use-user.ts"
export { useStepUp } from "./use-step-up.ts"
export type { StepUp, StepUpOptions } from "../screens/step-up.ts"
export type { AccountFunctions } from "../../client/core/lazy-accounts.ts"
export { useAccounts, type UseAccounts } from "./use-accounts.ts"
export { useSignIn, type UseSignIn } from "./use-sign-in.ts"
export type { OwnCard, SignInParts } from "../screens/own-sign-in.ts"
export type { OwnContent, OwnMethod, SignInFlow } from "../screens/sign-in-flow.ts"
