import type { Session } from "../../client/contract.ts"
import type { SessionStrategyName } from "../core/config/callbacks.ts"
import type { CoreSessionOptions } from "../core/config/session-options.ts"
import type { AdapterOption, CoreConfig, StrategyWith } from "../core/config/types.ts"
import type { JWT } from "../core/crypto/jwt-types.ts"
import type { AccountConfig } from "../features/account/options.ts"
import type { DeviceBoundSessionOptions } from "../features/device-bound/options.ts"
import type { NativeAppsOptions } from "../features/native-apps/options.ts"
import type { SecondFactorConfig } from "../features/two-step/options.ts"
import type { Awaitable, ImportedFeature } from "../types.ts"

/** The `session` option: the strategy, and how long a session lives. */
export interface SessionOptions<Strategy extends SessionStrategyName = SessionStrategyName>
  extends CoreSessionOptions<Strategy>, DeviceBoundSessionOptions {}

/**
 * The configuration of Latchkit. {@link defineConfig} infers its types. Each framework's function takes the same
 * options.
 */
export interface AuthConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
>
  extends CoreConfig<S, Token, A, Strategy, Req, Seen>, SecondFactorConfig, AccountConfig, NativeAppsOptions {
  /** The strategy and lifetime of sessions. @default stored sessions with an adapter, 30 days */
  session?: SessionOptions<Strategy> | undefined
  /**
   * Features, such as `[nativeApps]`, that neither a provider nor the adapter brings into a
   * Worker. Elsewhere, Latchkit has all of them by itself.
   *
   * @default none
   */
  features?: readonly ImportedFeature[] | undefined
}

/**
 * A configuration, or a function that returns one for a request. With a function, callbacks learn the strategy at run
 * time.
 */
export type AuthConfigInput<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = AdapterOption,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Req extends Request = Request,
  Seen = S,
> =
  | AuthConfig<S, Token, A, Strategy, Req, Seen>
  | ((request: Request | undefined) => Awaitable<AuthConfig<S, Token, AdapterOption, SessionStrategyName, Req, Seen>>)
