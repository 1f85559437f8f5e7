import { passwordSettings } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../../core/request/route.ts"

const loadReset = () => import("./reset.ts")
const hasPasswords = (settings: Settings) => passwordSettings(settings) !== undefined

/** The pages of a forgotten password. */
export const PASSWORD_ROUTES: Routes = {
  "GET forgot-password": {
    run: lazy(loadReset, "showForgotPassword"),
    isOn: hasPasswords,
  },
  "POST forgot-password": {
    run: lazy(loadReset, "forgotPassword"),
    csrf: always,
    limit: () => "email",
    isOn: hasPasswords,
  },
  "GET reset-password": {
    run: lazy(loadReset, "showResetPassword"),
    isOn: hasPasswords,
  },
  "POST reset-password": {
    run: lazy(loadReset, "resetPassword"),
    csrf: always,
    limit: () => "code",
    isOn: hasPasswords,
  },
}
