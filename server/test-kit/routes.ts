import { FEATURES } from "../service/features.ts"
import { CORE_ROUTES } from "../service/routes.ts"
import type { Routes } from "../core/request/route.ts"

/** Every request that Latchkit responds to with some configuration. */
export const ROUTES: Routes = Object.assign({}, CORE_ROUTES, ...FEATURES.map(({ routes }) => routes))
