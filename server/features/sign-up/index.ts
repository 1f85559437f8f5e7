import { passkeySignUpProvider } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { Routes } from "../../core/request/route.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { passkeySignUpProblems } from "./problems.ts"

const loadForm = () => import("./form.ts")
const onError = lazy(() => import("../password/expired-form.ts"), "expiredForm")
const takesSignUps = (settings: Settings) =>
  (settings.passwords?.signUp ?? "off") !== "off" || passkeySignUpProvider(settings) !== undefined

const SIGN_UP_ROUTES: Routes = {
  "GET sign-up": { run: lazy(loadForm, "showSignUp"), isOn: takesSignUps },
  "POST sign-up": { onError, run: lazy(loadForm, "signUp"), csrf: "always", limit: "email", isOn: takesSignUps },
}

const loadInvite = () => import("./invite.ts")
const calls = {
  invite: lazy(loadInvite, "invite"),
  revokeInvitation: lazy(loadInvite, "revokeInvitation"),
}
export type SignUpCalls = typeof calls

/** Lets users create an account with a password or a passkey. It is on also if only old invitations must end. */
export const signUp: Feature = {
  name: "sign-up",
  isOn: (settings) => settings.passwords !== undefined || passkeySignUpProvider(settings) !== undefined,
  problems: passkeySignUpProblems,
  routes: SIGN_UP_ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  calls,
  openAccount: lazy(() => import("./open-account.ts"), "openAccount"),
  onUserCreated: lazy(() => import("./invitations.ts"), "endInvitation"),
}
