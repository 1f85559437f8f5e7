import { useBasePath } from "../../client/svelte.ts"
import { stepUp, type StepUp, type StepUpOptions } from "../step-up/step-up.ts"

/**
 * Returns a function that runs another one, and asks the user to confirm who they are if the server requires it.
 * Call it while a component initializes. Options that change can be a function.
 *
 * @example
 * const stepUp = useStepUp({ actionName: "Create a production key" })
 * const onSubmit = async (form: FormData) => {
 *   const response = await stepUp(() => fetch("/api/keys", { method: "POST", body: form }))
 *   if (response.ok) setKey(await response.json())
 * }
 */
export function useStepUp(options: StepUpOptions | (() => StepUpOptions) = {}): StepUp {
  const basePath = useBasePath()
  const current = () => (typeof options === "function" ? options() : options)
  return (run, more) => stepUp(run, { basePath, ...current(), ...more })
}
