import { parseUrl } from "../../client/page/navigate.ts"
import { confirmCardView, type ConfirmCardProps } from "./confirm.view.ts"
import { confirmMarkup } from "./confirm.markup.ts"
import { ignoreEarlyClicks } from "./early-clicks.ts"
import type { Screen } from "../screens/screen.ts"
import { initialStepState, startStep, stepProps, type StepInputs, type StepState } from "../two-step/step.ts"

/** Props of the confirmation, with functions that learn how it ended. */
export interface ConfirmProps extends ConfirmCardProps, Pick<StepInputs, "onDone" | "onCancel"> {}

/** Asks a signed-in user to confirm who they are, on a page or in a dialog. */
export const confirmScreen: Screen<ConfirmProps, StepState> = {
  initial: initialStepState,
  markup: (props, state) => confirmMarkup(confirmCardView(stepProps(props, state))),
  start(page) {
    const { root } = page
    const ended = new AbortController()
    const { signal } = ended
    ignoreEarlyClicks(root, signal)
    const cancel = () => page.props.onCancel?.("")
    root.addEventListener(
      "click",
      ({ target }) => {
        if (!(target as Element).closest("[data-cancel]")) return // the target of a click is an element
        if (isDialog(root)) root.close()
        else cancel()
      },
      { signal },
    )
    // The event comes late: another proof may have opened the dialog again
    const onClose = () => isDialog(root) && !root.open && cancel()
    root.addEventListener("close", onClose, { signal })
    // Only the query: the client knows where the server is
    const stop = startStep(page, () => `confirm${parseUrl(page.props.url ?? "", location.href)?.search ?? ""}`)
    if (isDialog(root) && !root.open) {
      root.showModal()
      focusProof(root, signal, 60)
    }
    return () => {
      ended.abort()
      stop()
      if (isDialog(root) && root.open) root.close()
    }
  },
}

// The root may be in another window, which has its own classes
const isDialog = (root: HTMLElement): root is HTMLDialogElement => root.matches("dialog")

// A framework may take a few frames to show the passkey button
function focusProof(root: HTMLElement, signal: AbortSignal, frames: number): void {
  const proof = root.querySelector<HTMLElement>("[data-part=field] input, [data-action=confirm]")
  proof?.focus()
  if (!proof || proof.matches(":focus") || frames === 0 || signal.aborted) return
  requestAnimationFrame(() => focusProof(root, signal, frames - 1))
}
