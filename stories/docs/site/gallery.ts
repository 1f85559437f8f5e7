import type { CaseName } from "../../../components/case.fixture.ts"

/** A component with a page of its own. */
export interface Shown {
  readonly component: CaseName
  /** The states to show: the name of a case of `components/cases.fixture.ts`, and its heading. */
  readonly states: Readonly<Record<string, string>>
}

/** Every component, in the sidebar's order. */
export const GALLERY: readonly Shown[] = [
  {
    component: "SignIn",
    states: {
      "sign-in": "Providers and email",
      "sign-in-password": "With a password",
      "sign-in-failed": "After a wrong password",
    },
  },
  { component: "SignUp", states: { "sign-up": "A new account", "sign-up-sent": "The code from the email" } },
  {
    component: "ForgotPassword",
    states: { "forgot-password": "Ask for an email", "forgot-password-sent": "The email is sent" },
  },
  { component: "ResetPassword", states: { "reset-password": "A new password" } },
  { component: "ChangePassword", states: { "change-password": "Change the password" } },
  {
    component: "SecondFactor",
    states: { "second-factor": "A code from an app", "second-factor-list": "A choice of methods" },
  },
  { component: "EnrollTotp", states: { "enroll-totp": "Set up an app" } },
  { component: "RecoveryCodes", states: { "recovery-codes": "Codes to keep" } },
  { component: "Confirm", states: { confirm: "With a password" } },
  { component: "VerifyRequest", states: { "verify-request": "Check your mail" } },
  { component: "SignOut", states: { "sign-out": "Sign out" } },
  { component: "ErrorNotice", states: { "error-notice": "What went wrong" } },
  { component: "ProviderButton", states: { "provider-button": "One provider" } },
  { component: "WebAuthn", states: { webauthn: "Sign in with a passkey", "webauthn-add": "Add a passkey" } },
  { component: "UserButton", states: { "user-button": "The menu", "user-button-accounts": "Several accounts" } },
  { component: "Account", states: { account: "The whole account" } },
  { component: "AccountProfile", states: { "account-profile": "Name and picture" } },
  { component: "AccountEmail", states: { "account-email": "The address" } },
  { component: "AccountPassword", states: { "account-password-alone": "The password" } },
  { component: "AccountTwoStep", states: { "account-two-step-alone": "Two-step verification" } },
  { component: "AccountPasskeys", states: { "account-passkeys": "Passkeys" } },
  { component: "AccountConnections", states: { "account-connections": "Linked providers" } },
  { component: "AccountDevices", states: { "account-devices": "Devices" } },
  { component: "AccountDanger", states: { "account-danger": "Export and deletion" } },
]

/** The name of a component's page, such as `components/sign-in`. */
export const pageOf = (component: string): string =>
  `components/${component.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}`
