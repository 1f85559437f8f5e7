import { runWithStepUp } from "../../client/api/step-up.ts"
import { throwScriptError } from "../../client/http/errors.ts"
import type { StepUpOptions } from "./confirm-dialog.ts"

export type { StepUpOptions }

/** Runs a function, and asks the user to confirm who they are if the server requires it. */
export type StepUp = <T>(run: () => T | Promise<T>, options?: StepUpOptions) => Promise<T>

/**
 * Runs a function. If the server requires a confirmation, opens a dialog and runs the function
 * again, once. If the user cancels, the result is the first one.
 *
 * The function's result can be a `Response` of `fetch`, or an object with `error: "StepUpRequired"`. It may also throw
 * one of these, or an HTTP client's error with such a response.
 *
 * @example
 * const response = await stepUp(() => fetch("/api/keys", { method: "POST", body: new FormData(form) }), {
 *   actionName: "Create a production key",
 * })
 * if (response.ok) showKey(await response.json())
 */
export const stepUp: StepUp = (run, options = {}) => confirmAndRun(run, options, () => undefined) // without the script, the app gets the server's response

/** Does the same in a card. @throws {RequestError} without the script, so that the browser posts the form */
export const stepUpInCard: StepUp = (run, options = {}) => confirmAndRun(run, options, throwScriptError)

function confirmAndRun<T>(run: () => T | Promise<T>, options: StepUpOptions, failed: (cause: unknown) => undefined) {
  return runWithStepUp(run, async (demand) => {
    const dialog = await import("./confirm-dialog.ts").catch(failed)
    return dialog ? dialog.confirmInDialog(demand, options) : false
  })
}
