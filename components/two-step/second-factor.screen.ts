import { secondFactorMarkup } from "./second-factor.markup.ts"
import { secondFactorView, type SecondFactorProps as ViewProps } from "./second-factor.view.ts"
import type { Screen } from "../screens/screen.ts"
import { initialStepState, startStep, stepProps, type StepInputs, type StepState } from "./step.ts"

/** Props of the second step of a sign-in, with functions that learn how it ended. */
export interface SecondFactorProps extends ViewProps, Pick<StepInputs, "onDone" | "onCancel"> {}

/** Asks for the second step of a sign-in. */
export const secondFactorScreen: Screen<SecondFactorProps, StepState> = {
  initial: initialStepState,
  markup: (props, state) => secondFactorMarkup(secondFactorView(stepProps(props, state))),
  start: (page) => startStep(page, () => "step/second-factor"),
}
