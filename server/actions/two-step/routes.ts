import type { Settings } from "../../config/settings.ts"
import { always, lazyAction, type Routes } from "../route.ts"

const hasSecondFactor = ({ secondFactor }: Settings) => secondFactor !== undefined

/** The pages where a signed-in user sets up second factors. */
export const TWO_STEP_ROUTES: Routes = {
  "GET two-step": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./pages.ts")).showTwoStep),
    target: "two-step",
    isOn: hasSecondFactor,
    changesState: always,
  },
  "POST two-step": {
    responds: "negotiated",
    run: lazyAction(async () => (await import("./pages.ts")).submitTwoStep),
    target: "two-step",
    isOn: hasSecondFactor,
    csrf: always,
    limit: () => "step",
  },
}
