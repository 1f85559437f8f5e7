import { passwordSettings } from "../../config/passwords.ts"
import type { Settings } from "../../config/settings.ts"
import { always, lazyAction, type Routes } from "../route.ts"

const loadReset = () => import("./reset.ts")
const hasPasswords = (settings: Settings) => passwordSettings(settings) !== undefined

/** The pages of a forgotten password. */
export const PASSWORD_ROUTES: Routes = {
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
}
