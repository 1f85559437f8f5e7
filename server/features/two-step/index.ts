import type { CoreConfig } from "../../core/config/types.ts"
import { TWO_STEP_PAGES } from "../../core/request/redirect-url.ts"
import type { Routes } from "../../core/request/route.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { secondFactorOptions, secondFactorProblems, secondFactorSettings, type SecondFactorConfig } from "./options.ts"

const loadPages = () => import("./pages.ts")
const load = () => import("./two-step.ts")

/** The pages where a signed-in user sets up second factors. */
const TWO_STEP_ROUTES: Routes = {
  "GET two-step": { run: lazy(loadPages, "showTwoStep"), target: TWO_STEP_PAGES, changesState: "always" },
  "POST two-step": { run: lazy(loadPages, "submitTwoStep"), target: TWO_STEP_PAGES, csrf: "always", limit: "step" },
}

/** Asks for a second factor after the first one, and lets users set theirs up. */
export const twoStep: Feature = {
  name: "two-step",
  isOn: ({ secondFactor }) => secondFactor !== undefined,
  options: secondFactorOptions,
  coreSettings: ({ secondFactor }: CoreConfig & SecondFactorConfig) => ({
    secondFactor: secondFactorSettings(secondFactor),
  }),
  problems: secondFactorProblems,
  routes: TWO_STEP_ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
  accountDetails: lazy(load, "twoStepDetails"),
  accountChanges: {
    "rename-factor": { run: lazy(load, "renameUserFactor"), event: "factorRenamed", withoutStepUp: true },
    "remove-factor": { run: lazy(load, "removeSecondFactor") },
    "remove-trusted-device": {
      run: lazy(load, "removeTrustedDevice"),
      event: "trustedDeviceRemoved",
      withoutStepUp: true,
    },
  },
  steps: lazy(() => import("./second-factor.ts"), "twoStepSteps"),
  onStored: lazy(() => import("./new-app.ts"), "storeNewApp"),
  onStepsDone: lazy(() => import("./factor-state.ts"), "factorCookies"),
}
