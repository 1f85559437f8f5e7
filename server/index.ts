import type { Session } from "../client/contract.ts"
import type { AdapterOption, StrategyWith } from "./core/config/types.ts"
import type { AuthConfig } from "./service/config.ts"
export type { RememberOptions } from "./core/config/session-options.ts"
export type { DeviceBoundOptions } from "./features/device-bound/options.ts"
export type { AuthConfig, AuthConfigInput, SessionOptions } from "./service/config.ts"
import type { SessionStrategyName } from "./core/config/callbacks.ts"
export type { AccountExport } from "./core/config/account-export.ts"
import type { JWT } from "./core/crypto/jwt-types.ts"

export { createAuth, type AuthService } from "./service/auth.ts"
export {
  toNodeHandler,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  type WrappedNodeRequest,
  type WrappedNodeResponse,
} from "./integrations/node/index.ts"
export { toNodeGuard, type NodeGuard } from "./integrations/node/guard.ts"
export type { OpenStep } from "./core/steps/row.ts"
export type { RequiredSession, RequireSessionOptions } from "./service/api/require-session.ts"
export type {
  AccountPropsWithCookies,
  AuthorizationParams,
  HelperResponse,
  Helpers,
  OpenStepWithCookies,
  SessionWithCookies,
  SignInOptions,
  SignInPropsWithCookies,
} from "./service/api/types.ts"
export type {
  ImpersonateOptions,
  ImpersonationCookies,
  ManagedUser,
  PasswordReset,
  PasswordResetOptions,
  UserChanges,
  UserList,
  UserListOptions,
  Users,
} from "./features/administration/types.ts"
export type { AccountPageProps } from "./features/account/page/props.ts"
export type { InviteOptions, InviteResult } from "./features/sign-up/invite.ts"
export type { AccessToken } from "./features/access-tokens/access-token.ts"
export type { AuthenticationMethod } from "./core/request/proofs.ts"
export type { Duration, StepUpRequirement } from "./core/proofs/step-ups.ts"
export type { Connection } from "./core/request/auth-request.ts"
export type { RequestLike } from "./core/sessions/helper-request.ts"
export type { SessionEntry } from "./core/sessions/session-entry.ts"
export type { DeviceDetails } from "../client/account-contract.ts"
export type { AdapterOption, PagesOptions, SemverString } from "./core/config/types.ts"
export type {
  AttemptAction,
  BeforeAttemptParams,
  Callbacks,
  CallbackUser,
  ImpersonateParams,
  JwtCallbackParams,
  JwtTrigger,
  LifetimeParams,
  PlaceParams,
  SessionCallbackParams,
  SessionStrategyName,
  SignInCallbackParams,
} from "./core/config/callbacks.ts"
export type { WaitUntil } from "./core/config/background.ts"
export type { Env } from "./core/config/env.ts"
export type { Events } from "./core/config/event-types.ts"
export type {
  SecurityActor,
  SecurityChange,
  SecurityChangeType,
  SecurityEvent,
  SecurityEventFields,
  SecurityEventType,
  SecurityFailure,
  SecurityFailureType,
} from "./core/config/security-events.ts"
export type { Step, StepInput } from "./core/config/step-options.ts"
export type { AccountOptions } from "./features/account/options.ts"
export type { CaptchaOptions, FlowOptions, SignInFlow } from "./core/config/flow-options.ts"
export type { NativeAppOptions, NativeAppsOptions } from "./features/native-apps/options.ts"
export type { DeletionOptions } from "./features/account/options.ts"
export type { SecondFactorOptions } from "./features/two-step/options.ts"
export {
  accessTokens,
  account,
  administration,
  deviceBound,
  fedcm,
  nativeApps,
  oauth,
  openId,
  severalAccounts,
  stepUp,
  storedUsers,
  theme,
  twoStep,
  type ImportedFeature,
} from "./features.ts"
export { importPassword, type ImportedPassword } from "./features/password/import-password.ts"
export type { ObservedRequest, Telemetry } from "./core/config/telemetry.ts"
export type { ServiceOptions } from "./core/config/service-options.ts"
export type {
  OwnPageProps,
  RequestProps as SignInRequestProps,
  ShownProvider,
  SignInPageProps,
  StaticProps as SignInSiteProps,
} from "./core/pages/sign-in-props.ts"
export type { IdentifierStep } from "./core/pages/identifier-step.ts"
export {
  AccessDenied,
  AuthError,
  CredentialsSignin,
  MissingSecretError,
  BoundSessionRequired,
  SessionRequired,
  StepUpRequired,
  type StepUpDemand,
  type ErrorCause,
  type ErrorType,
} from "./errors.ts"
export type { LoggerInstance, WarningCode } from "./logger.ts"
export { customFetch } from "./providers/types.ts"
export { publicFetch, type PublicFetchOptions } from "./providers/public-fetch.ts"
export type { Limit, LimitKind, RateLimiter, RateLimitOptions } from "./core/config/rate-limits.ts"
export type { ServerSession } from "./core/sessions/server-session.ts"
export type { Adapter, AdapterUser } from "./adapters/index.ts"
export type { Account, AuthorizationDetails, Awaitable, JsonValue, TokenFields } from "./types.ts"
export type { CookieKey, CookieOption, CookieOptions, CookiesOptions } from "./core/cookies/options.ts"
export type { JWT } from "./jwt.ts"
export { skipCSRFCheck } from "./core/crypto/csrf-token.ts"
export { sessionPreload, type SessionPreloadOptions, type ViteManifest } from "./service/session-preload.ts"
export type { FooterLink, FooterLinks } from "./core/config/footer-links.ts"
export type { EmailDesign } from "./providers/email-settings.ts"
export type { Provider } from "./providers/types.ts"
export type { Profile, TokenSet } from "./providers/profile-types.ts"
export type { DefaultSession, PublicProvider, Session, SessionActor, Theme, User } from "../client/index.ts" // `declare module "latchkit"` only augments a module that is loaded

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
