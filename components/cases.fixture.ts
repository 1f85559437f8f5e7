import { ACCOUNT_CASES } from "./account/account.fixture.ts"
import type { Case, CaseName } from "./case.fixture.ts"
import { renderHtml } from "./html/render.ts"
import { IDENTIFIER_FIRST_CASES } from "./sign-in/identifier-first.fixture.ts"
import { STEP_CASES } from "./two-step/steps.fixture.ts"
import { NOTICE_CASES } from "./notices.fixture.ts"
import {
  accountProfileScreen,
  accountEmailScreen,
  accountPasswordScreen,
  accountTwoStepScreen,
  accountPasskeysScreen,
  accountConnectionsScreen,
  accountDevicesScreen,
  accountDangerScreen,
  accountScreen,
} from "./account/account.screen.ts"
import { PASSWORD_CASES } from "./password/passwords.fixture.ts"
import { changePasswordScreen } from "./password/change-password.screen.ts"
import { confirmScreen } from "./step-up/confirm.screen.ts"
import { enrollTotpScreen } from "./two-step/enroll-totp.screen.ts"
import { errorNoticeScreen, verifyRequestScreen } from "./screens/notices.ts"
import { forgotPasswordScreen } from "./password/forgot-password.screen.ts"
import { recoveryCodesScreen } from "./two-step/recovery-codes.screen.ts"
import { resetPasswordScreen } from "./password/reset-password.screen.ts"
import { screenTree, type Screen } from "./screens/screen.ts"
import { secondFactorScreen } from "./two-step/second-factor.screen.ts"
import { providerButtonScreen, signInScreen } from "./sign-in/sign-in.screen.ts"
import type { SignInFlow } from "./sign-in/sign-in-flow.ts"
import { signOutScreen } from "./sign-out/sign-out.screen.ts"
import { signUpScreen } from "./sign-up/sign-up.screen.ts"
import { userButtonScreen } from "./user-button/user-button.screen.ts"
import { webAuthnScreen } from "./passkeys/webauthn.screen.ts"
import { SIGN_IN_CASES } from "./sign-in/sign-in.fixture.ts"

// each component is called only with the props of its own cases
export const SCREENS = {
  Account: accountScreen,
  AccountProfile: accountProfileScreen,
  AccountEmail: accountEmailScreen,
  AccountPassword: accountPasswordScreen,
  AccountTwoStep: accountTwoStepScreen,
  AccountPasskeys: accountPasskeysScreen,
  AccountConnections: accountConnectionsScreen,
  AccountDevices: accountDevicesScreen,
  AccountDanger: accountDangerScreen,
  ChangePassword: changePasswordScreen,
  Confirm: confirmScreen,
  EnrollTotp: enrollTotpScreen,
  ErrorNotice: errorNoticeScreen,
  ForgotPassword: forgotPasswordScreen,
  ProviderButton: providerButtonScreen,
  RecoveryCodes: recoveryCodesScreen,
  ResetPassword: resetPasswordScreen,
  SecondFactor: secondFactorScreen,
  SignIn: signInScreen,
  SignOut: signOutScreen,
  SignUp: signUpScreen,
  UserButton: userButtonScreen,
  VerifyRequest: verifyRequestScreen,
  WebAuthn: webAuthnScreen,
} as unknown as Record<CaseName, Screen<object, object>>

/** Returns the screen of a case. */
export const findScreen = ({ component, props }: Case): Screen<object, object> =>
  (props["flow"] as SignInFlow | undefined as Screen<object, object> | undefined) ?? SCREENS[component] // as above

/** Every component in every state. */
export const CASES: Readonly<Record<string, Case>> = {
  ...SIGN_IN_CASES,
  ...IDENTIFIER_FIRST_CASES,
  ...NOTICE_CASES,
  ...ACCOUNT_CASES,
  ...STEP_CASES,
  ...PASSWORD_CASES,
}

/** Returns a case's HTML, as the built-in pages render it. Empty if the component shows nothing for this session. */
export function renderCase(
  { session, within, ...shownCase }: Case,
  shown: { scripted: boolean; hasPasskeys?: boolean },
) {
  const status = session ? "authenticated" : "unauthenticated"
  if (within && (within === "SignedIn") !== (status === "authenticated")) return ""
  const { props } = shownCase
  const screen = findScreen(shownCase)
  const inputs = session === undefined ? props : { ...props, session: { status, data: session } }
  const html = renderHtml(screenTree(screen, inputs, { ...screen.initial, ...shown }))
  // The script opens the menu too, so that its error is visible
  return shown.scripted && html.includes("data-focus") ? html.replace('<details class="auth-menu"', "$& open") : html
}
