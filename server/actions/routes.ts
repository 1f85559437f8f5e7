import { ACCOUNT_ROUTES } from "./account/routes.ts"
import { CONFIRM_ROUTES } from "./confirm/routes.ts"
import { FEDCM_ROUTES } from "./fedcm/routes.ts"
import { NATIVE_APP_ROUTES } from "./native-apps/routes.ts"
import { PAGE_ROUTES } from "./pages/routes.ts"
import { PASSKEY_ROUTES } from "./passkey/routes.ts"
import { PASSWORD_ROUTES } from "./password/routes.ts"
import type { Routes } from "./route.ts"
import { SESSION_ROUTES } from "./session/routes.ts"
import { SIGN_IN_ROUTES } from "./sign-in/routes.ts"
import { SIGN_OUT_ROUTES } from "./sign-out/routes.ts"
import { SIGN_UP_ROUTES } from "./sign-up/routes.ts"
import { TWO_STEP_ROUTES } from "./two-step/routes.ts"

/** Every request that Latchkit responds to. */
export const ROUTES: Routes = {
  ...SESSION_ROUTES,
  ...PAGE_ROUTES,
  ...SIGN_IN_ROUTES,
  ...SIGN_OUT_ROUTES,
  ...SIGN_UP_ROUTES,
  ...PASSWORD_ROUTES,
  ...PASSKEY_ROUTES,
  ...FEDCM_ROUTES,
  ...CONFIRM_ROUTES,
  ...TWO_STEP_ROUTES,
  ...ACCOUNT_ROUTES,
  ...NATIVE_APP_ROUTES,
}
