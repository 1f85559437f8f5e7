import { ACCOUNT_ROUTES } from "../features/account/routes.ts"
import { CONFIRM_ROUTES } from "../features/step-up/routes.ts"
import { FEDCM_ROUTES } from "../features/fedcm/routes.ts"
import { NATIVE_APP_ROUTES } from "../features/native-apps/routes.ts"
import { PAGE_ROUTES } from "../core/sign-in/page-routes.ts"
import { PASSKEY_ROUTES } from "../features/passkeys/routes.ts"
import { PASSWORD_ROUTES } from "../features/password/routes.ts"
import type { Routes } from "../core/request/route.ts"
import { SESSION_ROUTES } from "../core/sessions/routes.ts"
import { SIGN_IN_ROUTES } from "../core/sign-in/routes.ts"
import { SIGN_OUT_ROUTES } from "../core/sign-out/routes.ts"
import { SIGN_UP_ROUTES } from "../features/sign-up/routes.ts"
import { TWO_STEP_ROUTES } from "../features/two-step/routes.ts"

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
