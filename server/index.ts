import type { Session } from "../client/contract.ts"
import type { AdapterOption, AuthConfig, StrategyWith } from "./config/types.ts"
import type { SessionStrategyName } from "./config/callbacks.ts"
import type { JWT } from "./crypto/jwt-types.ts"

export { Auth, createAuth, type AuthService } from "./auth.ts"
export type { HelperResponse, Helpers, RequestLike, SignInOptions } from "./api.ts"
export type { AuthConfig, AuthConfigInput, PagesOptions, SemverString, SessionOptions } from "./config/types.ts"
export type { Callbacks, JwtCallbackParams, SessionCallbackParams, SignInCallbackParams } from "./config/callbacks.ts"
export type { Events } from "./config/event-types.ts"
export type { ServiceOptions } from "./config/settings.ts"
export type { SignInPageProps } from "./pages/sign-in-props.ts"
export { AccessDenied, AuthError, CredentialsSignin, MissingSecretError, type ErrorType } from "./errors.ts"
export type { LoggerInstance, WarningCode } from "./logger.ts"
export { customFetch } from "./providers/types.ts"
export { publicFetch, type PublicFetchOptions } from "./providers/public-fetch.ts"
export type { Adapter, AdapterUser } from "./adapters/index.ts"
export type { Account } from "./types.ts"
export type { CookieOption, CookiesOptions } from "./cookies/options.ts"
export type { JWT } from "./jwt.ts"
export { skipCSRFCheck } from "./crypto/csrf-token.ts"
export { createActionURL, isAuthAction, setEnvDefaults } from "./config/framework.ts"
export { type ResponseInternal } from "./http/raw.ts"
export { raw } from "./config/raw.ts"
export type { Provider } from "./providers/types.ts"
export type { Profile, TokenSet } from "./providers/profile-types.ts"
export type { DefaultSession, PublicProvider, Session, Theme, User } from "../client/index.ts" // `declare module "latchkit"` only augments a module that is loaded

/** Types a configuration that is defined separately from {@link createAuth}. */
export function defineConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(config: AuthConfig<S, Token, A, Strategy, Request, Seen>): AuthConfig<S, Token, A, Strategy> {
  return config as unknown as AuthConfig<S, Token, A, Strategy> // `authorized` gets the session that `session` returns
}
