"use client"

import { useCallback, useEffect, useRef } from "react"
import { useBasePath } from "../../client/react.tsx"
import { stepUp, type StepUp, type StepUpOptions } from "../step-up/step-up.ts"

/**
 * Returns a function that runs another one, and asks the user to confirm who they are if the server requires it. The
 * function stays the same between renders.
 *
 * @example
 * const stepUp = useStepUp({ actionName: "Create a production key" })
 * const onSubmit = async (form: FormData) => {
 *   const response = await stepUp(() => fetch("/api/keys", { method: "POST", body: form }))
 *   if (response.ok) setKey(await response.json())
 * }
 */
export function useStepUp(options: StepUpOptions = {}): StepUp {
  const basePath = useBasePath()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = { basePath, ...options }
  })
  return useCallback<StepUp>((run, more) => stepUp(run, { ...latest.current, ...more }), [])
}
