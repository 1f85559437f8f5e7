import type { Session } from "../client/contract.ts"
import type { AdapterOption, AuthConfig, SessionStrategyName, StrategyWith } from "./config/types.ts"
import type { JWT } from "./crypto/jwt-types.ts"

export { Auth, createAuth, type AuthService } from "./auth.ts"
export type { HelperAnswer, Helpers, RequestLike, SignInOptions } from "./helpers.ts"
export type {
  AuthConfig,
  AuthConfigInput,
  Callbacks,
  Events,
  JwtCallbackParams,
  PagesOptions,
  SessionCallbackParams,
  SessionOptions,
  SignInCallbackParams,
} from "./config/types.ts"
export type { Surroundings } from "./config/settings.ts"
export type { SignInPageProps } from "./sign-in-props.ts"
export { AccessDenied, AuthError, CredentialsSignin, MissingSecretError, type ErrorType } from "./errors.ts"
export type { LoggerInstance, WarningCode } from "./logger.ts"
export { customFetch } from "./providers/types.ts"
export { publicFetch, type PublicFetchOptions } from "./providers/public-fetch.ts"
export type { Account, Adapter, AdapterUser } from "./adapters/contract.ts"
export type { CookieOption, CookiesOptions } from "./cookies/options.ts"
export type { JWT } from "./crypto/jwt-types.ts"
export type { Profile, Provider, TokenSet } from "./providers/types.ts"
export type { PublicProvider, Session, Theme, User } from "../client/contract.ts"

/** Turns the CSRF token off, for a framework that has a check of its own. The Origin check stays. */
export const skipCSRFCheck: unique symbol = Symbol("skip-csrf-check")

/** Types a configuration that is written apart from {@link createAuth}. */
export function defineConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
>(config: AuthConfig<S, Token, A, Strategy>): AuthConfig<S, Token, A, Strategy> {
  return config
}
