import { enrollTotpView, type EnrollTotpProps as ViewProps } from "./enroll-totp.view.ts"
import { enrollTotpMarkup } from "./enroll-totp.markup.ts"
import { startSaving } from "./save-codes.ts"
import type { Screen } from "../screens/screen.ts"
import { initialStepState, startStep, stepProps, type StepInputs, type StepState } from "./step.ts"

/** Props of the card that sets up an authenticator app, with functions that learn how it ended. */
export interface EnrollTotpProps extends ViewProps, Pick<StepInputs, "onDone" | "onCancel"> {}

/** The state of a card with a button that copies. */
export interface CopyState extends StepState {
  readonly copied: boolean
}

/** Sets up an authenticator app. */
export const enrollTotpScreen: Screen<EnrollTotpProps, CopyState> = {
  initial: { ...initialStepState, copied: false },
  markup: (props, state) =>
    enrollTotpMarkup(enrollTotpView({ ...stepProps(props, state), copied: props.copied ?? state.copied })),
  start(page) {
    const ended = new AbortController()
    startSaving(page.root, () => page.set({ copied: true }), ended.signal)
    const stop = startStep(page, () => "step/enroll-totp")
    return () => {
      ended.abort()
      stop()
    }
  },
}
