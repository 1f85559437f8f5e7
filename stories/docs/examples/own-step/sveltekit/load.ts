import { redirect, type RequestEvent } from "@sveltejs/kit"
import { openStep } from "./auth.ts"

export const load = async (event: RequestEvent) => {
  const step = await openStep(event)
  if (!step) redirect(303, "/")
  return { step }
}
