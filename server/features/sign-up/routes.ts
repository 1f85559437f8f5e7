import { passkeySignUpProvider } from "../../core/config/passkey-sign-up.ts"
import { passwordSettings } from "../../core/config/passwords.ts"
import type { Settings } from "../../core/config/settings.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../../core/request/route.ts"

const takesSignUps = (settings: Settings) =>
  (passwordSettings(settings)?.signUp ?? "off") !== "off" || passkeySignUpProvider(settings) !== undefined

/** The sign-up, with a password or a passkey. */
export const SIGN_UP_ROUTES: Routes = {
  "GET sign-up": {
    run: lazy(() => import("./form.ts"), "showSignUp"),
    isOn: takesSignUps,
  },
  "POST sign-up": {
    run: lazy(() => import("./form.ts"), "signUp"),
    csrf: always,
    limit: () => "email",
    isOn: takesSignUps,
  },
}
