import type { Settings } from "../core/config/settings.ts"
import type { Feature } from "../feature.ts"
import { FEATURES } from "./features.ts"
import { PAGE_ROUTES } from "../core/sign-in/page-routes.ts"
import type { Routes } from "../core/request/route.ts"
import { SESSION_ROUTES } from "../core/sessions/routes.ts"
import { SIGN_IN_ROUTES } from "../core/sign-in/routes.ts"
import { SIGN_OUT_ROUTES } from "../core/sign-out/routes.ts"

/** Returns the routes of a feature, which exist only while it is on. */
function featureRoutes({ name, routes = {} }: Feature): Routes {
  const isOn = ({ features }: Settings) => features.some((feature) => feature.name === name)
  return Object.fromEntries(
    Object.entries(routes).map(([key, row]) => [
      key,
      row && { ...row, isOn: (settings: Settings) => isOn(settings) && row.isOn?.(settings) !== false },
    ]),
  )
}

/** Every request that Latchkit responds to. */
export const ROUTES: Routes = {
  ...SESSION_ROUTES,
  ...PAGE_ROUTES,
  ...SIGN_IN_ROUTES,
  ...SIGN_OUT_ROUTES,
  ...Object.assign({}, ...FEATURES.map(featureRoutes)),
}
