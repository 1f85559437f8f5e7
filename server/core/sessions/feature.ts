import type { Awaitable } from "../../types.ts"
import type { ConfiguredFeature } from "../config/settings.ts"
import type { SetCookie } from "../cookies/options.ts"
import type { ActionContext } from "../request/action-context.ts"
import type { RequestContext } from "../request/auth-request.ts"
import type { Outcome } from "../request/outcome.ts"
import type { SessionProvider } from "./session-cookies.ts"
import type { SessionList } from "./session-entry.ts"
import type { SessionLookup, SessionStrategy } from "../request/strategy.ts"

/** A feature's part of a response. */
export interface Added {
  cookies?: readonly SetCookie[] | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Cookies that server code sets in place of the headers. */
  insteadOfHeaders?: readonly SetCookie[] | undefined
}

/** Ends the session of a provider after ours. */
export interface ProviderEnd {
  /** Returns this site's URL that redirects the browser to the provider. */
  start(
    context: RequestContext,
    opener: SessionProvider,
    callbackUrl: string,
  ): Awaitable<{ to: string; cookies: SetCookie[] }>
  /** Responds to `GET signout/<provider>`. */
  resume(context: ActionContext): Awaitable<Outcome>
}

/** The part of a feature that sessions read. */
export interface SessionFeature extends ConfiguredFeature {
  /** The strategy of sessions that an adapter stores. */
  readonly storedSessions?: SessionStrategy
  readonly providerEnd?: ProviderEnd
  /** Its functions for the sessions of a user. */
  readonly sessionList?: SessionList
  /** Wraps the strategy of the features before it, which sees each lookup, extension, rotation and end. */
  sessions?(own: SessionStrategy): SessionStrategy
  /** Runs when a client reads its session. */
  onRead?(context: ActionContext, lookup: SessionLookup): Awaitable<Added>
  /** Runs before a user's own sign-out. If it throws, the user is still signed in and can try again. */
  onSignOut?(context: ActionContext, session: SessionLookup): Awaitable<readonly SetCookie[]>
}
