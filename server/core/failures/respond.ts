import type { Outcome } from "../request/outcome.ts"
import { appErrorPage, configurationOutcome, failureOutcome, type FailedRequest } from "./outcome.ts"

/**
 * Responds to a request that failed. There is always a response, even if reporting the failure fails, and it never
 * grants access.
 */
export async function respondToFailure(
  error: unknown,
  failed: Omit<FailedRequest, "ownPage"> & { request: Request },
): Promise<Outcome> {
  const { settings, request, row } = failed
  try {
    const ownPage = settings && appErrorPage(request, settings, row)
    return await failureOutcome(error, { ...failed, ownPage })
  } catch {
    return configurationOutcome()
  }
}
