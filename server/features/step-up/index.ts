import { confirmFailure } from "../../core/request/failures.ts"
import type { Routes } from "../../core/request/route.ts"
import type { Feature } from "../../feature.ts"
import { STEP_UPS } from "../../core/proofs/lazy-step-ups.ts"
import { lazy } from "../../lazy.ts"

const load = () => import("./confirm.ts")

/** The page where a signed-in user confirms that it's still them. */
const CONFIRM_ROUTES: Routes = {
  "GET confirm": { run: lazy(load, "showConfirm") },
  "POST confirm": { onError: confirmFailure, run: lazy(load, "submitConfirm"), csrf: "always", limit: "step" },
}

/** Lets a signed-in user confirm who they are. */
export const stepUp: Feature = {
  name: "step-up",
  isOn: () => true,
  stepUps: STEP_UPS,
  routes: CONFIRM_ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  takes: { confirm: lazy(() => import("./by-provider.ts"), "confirmByProvider") },
}
