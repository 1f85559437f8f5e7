import type { AuthRequest } from "./auth-request.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { Awaitable } from "../../types.ts"
import type { SessionLookup, SessionStrategy } from "./strategy.ts"

/** A request that passed its route's checks. */
export interface ActionContext extends AuthRequest {
  /** The provider that the path names, if any. */
  readonly provider: ProviderConfig | undefined
  readonly sessions: SessionStrategy
  /** Returns the session that the cookies prove. It is read once per request. */
  lookupSession(): Awaitable<SessionLookup>
}
