import type { Settings } from "../core/config/settings.ts"
import { memoize } from "../core/crypto/memory.ts"
import type { ActionPath } from "../core/request/auth-request.ts"
import type { Feature } from "../feature.ts"
import { PAGE_ROUTES } from "../core/sign-in/page-routes.ts"
import type { Route, Routes } from "../core/request/route.ts"
import { SESSION_ROUTES } from "../core/sessions/routes.ts"
import { SHARED_ROUTES } from "./features.ts"
import { SIGN_IN_ROUTES } from "../core/sign-in/routes.ts"
import { SIGN_OUT_ROUTES } from "../core/sign-out/routes.ts"

/** The requests that Latchkit responds to with every configuration. Features add their own. */
export const CORE_ROUTES: Routes = {
  ...SESSION_ROUTES,
  ...PAGE_ROUTES,
  ...SIGN_IN_ROUTES,
  ...SIGN_OUT_ROUTES,
  ...SHARED_ROUTES,
}

/** Returns the row for a request's method and action: of the core, or of a feature that is on. */
export function rowFor(
  method: string,
  { action }: Pick<ActionPath, "action">,
  { features }: Pick<Settings, "features">,
): Route | undefined {
  const key = `${method === "HEAD" ? "GET" : method} ${action}`
  const rows: readonly Feature[] = features
  return CORE_ROUTES[key] ?? rows.find(({ routes }) => routes?.[key])?.routes?.[key]
}

/** Returns the work that the features start with each request. */
export const requestWork = memoize((settings: Settings) => {
  const features: readonly Feature[] = settings.features
  return features.flatMap((feature) => feature.onRequest?.(settings) ?? [])
})
