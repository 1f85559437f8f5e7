import { recoveryCodesMarkup } from "./recovery-codes.markup.ts"
import { recoveryCodesView, type RecoveryCodesProps as ViewProps } from "./recovery-codes.view.ts"
import type { CopyState } from "./enroll-totp.screen.ts"
import { startSaving } from "./save-codes.ts"
import type { Screen } from "../screens/screen.ts"
import { initialStepState, startStep, stepProps, type StepInputs } from "./step.ts"

/** Props of the card that shows recovery codes. `onDone` runs when the user goes on. */
export interface RecoveryCodesProps extends ViewProps, Pick<StepInputs, "onDone"> {}

/** Shows new recovery codes, once. */
export const recoveryCodesScreen: Screen<RecoveryCodesProps, CopyState> = {
  initial: { ...initialStepState, copied: false },
  markup: (props, state) =>
    recoveryCodesMarkup(recoveryCodesView({ ...stepProps(props, state), copied: props.copied ?? state.copied })),
  start(page) {
    const ended = new AbortController()
    startSaving(page.root, () => page.set({ copied: true }), ended.signal)
    // With `doneUrl` the form is a link, which the browser follows
    const stop = startStep(page, () => "step/recovery-codes")
    return () => {
      ended.abort()
      stop()
    }
  },
}
