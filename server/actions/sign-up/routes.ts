import { passkeySignUpProvider } from "../../config/passkey-sign-up.ts"
import { passwordSettings } from "../../config/passwords.ts"
import type { Settings } from "../../config/settings.ts"
import { always, lazyAction, type Routes } from "../route.ts"

const takesSignUps = (settings: Settings) =>
  (passwordSettings(settings)?.signUp ?? "off") !== "off" || passkeySignUpProvider(settings) !== undefined

/** The sign-up, with a password or a passkey. */
export const SIGN_UP_ROUTES: Routes = {
  "GET sign-up": {
    responds: "page",
    run: lazyAction(async () => (await import("./form.ts")).showSignUp),
    isOn: takesSignUps,
  },
  "POST sign-up": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./form.ts")).signUp),
    csrf: always,
    limit: () => "email",
    isOn: takesSignUps,
  },
}
