import type { Settings } from "../../core/config/settings.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../../core/request/route.ts"

const hasSecondFactor = ({ secondFactor }: Settings) => secondFactor !== undefined

/** The pages where a signed-in user sets up second factors. */
export const TWO_STEP_ROUTES: Routes = {
  "GET two-step": {
    run: lazy(() => import("./pages.ts"), "showTwoStep"),
    target: "two-step",
    isOn: hasSecondFactor,
    changesState: always,
  },
  "POST two-step": {
    run: lazy(() => import("./pages.ts"), "submitTwoStep"),
    target: "two-step",
    isOn: hasSecondFactor,
    csrf: always,
    limit: () => "step",
  },
}
