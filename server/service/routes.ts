import type { Routes } from "../core/request/route.ts"
import { SESSION_ROUTES } from "../core/sessions/routes.ts"
import { SIGN_IN_ROUTES } from "../core/sign-in/routes.ts"
import { SIGN_OUT_ROUTES } from "../core/sign-out/routes.ts"
import { SHARED_ROUTES } from "./features.ts"

/** The requests that Latchkit responds to with every configuration. Features add their own. */
export const CORE_ROUTES: Routes = { ...SESSION_ROUTES, ...SIGN_IN_ROUTES, ...SIGN_OUT_ROUTES, ...SHARED_ROUTES }
