import { ACCOUNT_CASES } from "./account.fixture.ts"
import type { Case, CaseName } from "./case.fixture.ts"
import { print } from "./html/render.ts"
import { NOTICE_CASES } from "./notices.fixture.ts"
import { accountScreen } from "./screens/account.ts"
import { errorNoticeScreen, verifyRequestScreen } from "./screens/notices.ts"
import type { Screen } from "./screens/screen.ts"
import { providerButtonScreen, signInScreen } from "./screens/sign-in.ts"
import { signOutScreen } from "./screens/sign-out.ts"
import { userButtonScreen } from "./screens/user-button.ts"
import { webAuthnScreen } from "./screens/webauthn.ts"
import { SIGN_IN_CASES } from "./sign-in.fixture.ts"

// each component is called with the props of its own cases alone
export const SCREENS = {
  Account: accountScreen,
  ErrorNotice: errorNoticeScreen,
  ProviderButton: providerButtonScreen,
  SignIn: signInScreen,
  SignOut: signOutScreen,
  UserButton: userButtonScreen,
  VerifyRequest: verifyRequestScreen,
  WebAuthn: webAuthnScreen,
} as unknown as Record<CaseName, Screen<object, object>>

/** Every component in every state. */
export const CASES: Readonly<Record<string, Case>> = { ...SIGN_IN_CASES, ...NOTICE_CASES, ...ACCOUNT_CASES }

/** The elements of a case as text, as the built-in pages print them; empty where nothing is shown to who is there. */
export function htmlOf(
  { component, props, session, within }: Case,
  shown: { scripted: boolean; hasPasskeys?: boolean },
) {
  const status = session ? "authenticated" : "unauthenticated"
  if (within && (within === "SignedIn") !== (status === "authenticated")) return ""
  const screen = SCREENS[component]
  const inputs = session === undefined ? props : { ...props, session: { status, data: session } }
  const html = print(screen.markup(inputs, { ...screen.initial, ...shown }))
  // as the script does: nobody looks for a failure in a menu that is closed
  return shown.scripted && html.includes("data-focus") ? html.replace('<details class="auth-menu"', "$& open") : html
}
