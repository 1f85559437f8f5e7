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
export { default as VerifyRequest } from "./VerifyRequest.svelte"
export { default as WebAuthn } from "./WebAuthn.svelte"
export type {
  AccountProps,
  SecondFactorProps,
  EnrollTotpProps,
  RecoveryCodesProps,
  ConfirmProps,
  SignUpProps,
  ForgotPasswordProps,
  ResetPasswordProps,
  ChangePasswordProps,
  ErrorNoticeProps,
  VerifyRequestProps,
  WebAuthnProps,
} from "./props.ts"
