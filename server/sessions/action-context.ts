import type { AuthRequest } from "../http/auth-request.ts"
import type { ProviderConfig } from "../providers/types.ts"
import type { SessionLookup, SessionStrategy } from "./strategy.ts"

/** A request that passed its route's checks. */
export interface ActionContext extends AuthRequest {
  /** The provider that the path names. */
  readonly provider: ProviderConfig | undefined
  readonly sessions: SessionStrategy
  /** Whose session the cookies prove; read once a request. */
  reading(): Promise<SessionLookup>
}
