import type { Session } from "../../client/contract.ts"
import type { StepUpRequirement } from "../core/proofs/step-ups.ts"
import type { Helpers, RequestLike } from "../service/api.ts"
import { SessionRequired } from "../errors.ts"

export type GuardHelpers<S extends Session> = Pick<Helpers<S>, "getSession" | "require">

/**
 * Returns the session. Without a requirement, any session will do: a page is read for longer than a confirmation lasts.
 *
 * @throws {AuthError} as `require` does
 */
export async function meetRequirement<S extends Session>(
  service: GuardHelpers<S>,
  request: RequestLike,
  requirement: StepUpRequirement,
): Promise<S> {
  if (Object.keys(requirement).length > 0) return service.require(request, requirement)
  const session = await service.getSession(request)
  if (!session) throw new SessionRequired()
  return session
}
