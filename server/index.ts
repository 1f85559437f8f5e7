import type { Session } from "../client/contract.ts"
import type { AdapterOption, AuthConfig, SessionStrategyName, StrategyWith } from "./config/types.ts"
import type { JWT } from "./crypto/jwt-types.ts"

export { Auth, createAuth, type AuthService } from "./auth.ts"
export type { HelperAnswer, Helpers, RequestLike, SignInOptions } from "./helpers.ts"
export type {
  AuthConfig,
  AuthConfigInput,
  Callbacks,
  JwtCallbackParams,
  PagesOptions,
  SemverString,
  SessionCallbackParams,
  SessionOptions,
  SignInCallbackParams,
} from "./config/types.ts"
export type { Events } from "./config/event-types.ts"
export type { Surroundings } from "./config/settings.ts"
export type { SignInPageProps } from "./sign-in-props.ts"
export { AccessDenied, AuthError, CredentialsSignin, MissingSecretError, type ErrorType } from "./errors.ts"
export type { LoggerInstance, WarningCode } from "./logger.ts"
export { customFetch } from "./providers/types.ts"
export { publicFetch, type PublicFetchOptions } from "./providers/public-fetch.ts"
export type { Adapter, AdapterUser } from "./adapters/contract.ts"
export type { Account } from "./types.ts"
export type { CookieOption, CookiesOptions } from "./cookies/options.ts"
export type { JWT } from "./crypto/jwt-types.ts"
export { skipCSRFCheck } from "./csrf.ts"
export { createActionURL, isAuthAction, setEnvDefaults } from "./framework.ts"
export { raw, type ResponseInternal } from "./raw.ts"
export type { Profile, Provider, TokenSet } from "./providers/types.ts"
export type { DefaultSession, PublicProvider, Session, Theme, User } from "../client/contract.ts"

/** Types a configuration that is written apart from {@link createAuth}. */
export function defineConfig<
  S extends Session = Session,
  Token extends JWT = JWT,
  A extends AdapterOption = undefined,
  Strategy extends SessionStrategyName = StrategyWith<A>,
  Seen = S,
>(config: AuthConfig<S, Token, A, Strategy, Request, Seen>): AuthConfig<S, Token, A, Strategy> {
  return config as unknown as AuthConfig<S, Token, A, Strategy> // `authorized` gets what `session` returns
}
