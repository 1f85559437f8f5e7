import type { StepUps } from "./step-ups.ts"
import { lazy } from "../../lazy.ts"

const load = () => import("./step-up.ts")

/** The functions that ask users to confirm who they are, for the features that bring them. */
export const STEP_UPS: StepUps = {
  require: lazy(load, "requireStepUp"),
  find: lazy(load, "findStepUp"),
  respond: lazy(load, "stepUpOutcome"),
}
