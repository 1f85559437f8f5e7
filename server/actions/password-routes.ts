import { passkeySignUpOf } from "../config/passkey-sign-up.ts"
import { passwordsOf } from "../config/passwords.ts"
import type { Settings } from "../config/settings.ts"
import { lazyAction, type Route } from "./route.ts"

const loadReset = () => import("./reset-password.ts")
const hasPasswords = (settings: Settings) => passwordsOf(settings) !== undefined
const takesSignUps = (settings: Settings) =>
  (passwordsOf(settings)?.signUp ?? "off") !== "off" || passkeySignUpOf(settings) !== undefined
const always = () => true

/** The pages of `Password()`. */
export const PASSWORD_ROUTES: Readonly<Record<string, Route>> = {
  "GET change-password": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./change-password.ts")).showChangePassword),
    isOn: hasPasswords,
  },
  "GET forgot-password": {
    responds: "page",
    run: lazyAction(async () => (await loadReset()).showForgotPassword),
    isOn: hasPasswords,
  },
  "POST forgot-password": {
    responds: "negotiated",
    run: lazyAction(async () => (await loadReset()).forgotPassword),
    csrf: always,
    limit: () => "email",
    isOn: hasPasswords,
  },
  "GET reset-password": {
    responds: "page",
    run: lazyAction(async () => (await loadReset()).showResetPassword),
    isOn: hasPasswords,
  },
  "POST reset-password": {
    responds: "negotiated",
    run: lazyAction(async () => (await loadReset()).resetPassword),
    csrf: always,
    limit: () => "code",
    isOn: hasPasswords,
  },
  "GET sign-up": {
    responds: "page",
    run: lazyAction(async () => (await import("./sign-up.ts")).showSignUp),
    isOn: takesSignUps,
  },
  "POST sign-up": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./sign-up.ts")).signUp),
    csrf: always,
    limit: () => "email",
    isOn: takesSignUps,
  },
}
