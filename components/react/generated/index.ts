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
export { VerifyRequest, type VerifyRequestProps } from "./verify-request.tsx"
export { WebAuthn, type WebAuthnProps } from "./web-authn.tsx"
