import { lazy } from "../../lazy.ts"
import type { Routes } from "../../core/request/route.ts"

const loadReset = () => import("./reset.ts")

/** The pages of a forgotten password. */
export const PASSWORD_ROUTES: Routes = {
  "GET forgot-password": {
    run: lazy(loadReset, "showForgotPassword"),
  },
  "POST forgot-password": {
    run: lazy(loadReset, "forgotPassword"),
    csrf: "always",
    limit: "email",
  },
  "GET reset-password": {
    run: lazy(loadReset, "showResetPassword"),
  },
  "POST reset-password": {
    run: lazy(loadReset, "resetPassword"),
    csrf: "always",
    limit: "code",
  },
}
