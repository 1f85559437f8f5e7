import type { Session } from "../client/contract.ts"
import type { AdapterOption, AuthConfig, StrategyWith } from "./config/types.ts"
export type { DeviceBoundOptions, RememberOptions, SessionOptions } from "./config/session-options.ts"
import type { SessionStrategyName } from "./config/callbacks.ts"
import type { JWT } from "./crypto/jwt-types.ts"

export { createAuth, type AuthService } from "./auth.ts"
export { Auth, type RawOption } from "./integrations/auth.ts"
export {
  toNodeHandler,
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  type WrappedNodeRequest,
  type WrappedNodeResponse,
} from "./integrations/node/index.ts"
export type { RequiredSession, RequireSessionOptions } from "./actions/api/require-session.ts"
export type {
  AccountPropsWithCookies,
  AuthorizationParams,
  HelperResponse,
  Helpers,
  OpenStep,
  OpenStepWithCookies,
  SessionWithCookies,
  SignInOptions,
  SignInPropsWithCookies,
} from "./actions/api/types.ts"
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
} from "./actions/users/types.ts"
export type { AccountPageProps } from "./actions/account/page/props.ts"
export type { InviteOptions, InviteResult } from "./sign-in/password/invitations.ts"
export type { AccessToken } from "./accounts/access-token.ts"
export type { AuthenticationMethod } from "./factors/proofs.ts"
export type { Duration, StepUpRequirement } from "./accounts/step-up.ts"
export type { Connection } from "./http/auth-request.ts"
export type { RequestLike } from "./sessions/helper-request.ts"
export type { SessionEntry } from "./sessions/manage.ts"
export type { DeviceDetails } from "../client/account-contract.ts"
export type { AdapterOption, AuthConfig, AuthConfigInput, PagesOptions, SemverString } from "./config/types.ts"
export type {
  AttemptAction,
  AccountExport,
  BeforeAttemptParams,
  Callbacks,
  ImpersonateParams,
  JwtCallbackParams,
  JwtTrigger,
  LifetimeParams,
  PlaceParams,
  SessionCallbackParams,
  SessionStrategyName,
  SignInCallbackParams,
} from "./config/callbacks.ts"
export type { WaitUntil } from "./config/background.ts"
export type { Env } from "./config/env.ts"
export type { Events } from "./config/event-types.ts"
export type {
  SecurityActor,
  SecurityChange,
  SecurityChangeType,
  SecurityEvent,
  SecurityEventFields,
  SecurityEventType,
  SecurityFailure,
  SecurityFailureType,
} from "./config/security-events.ts"
export type { Step, StepInput } from "./config/step-options.ts"
export type { AccountOptions } from "./config/account-options.ts"
export type { CaptchaOptions, FlowOptions, SignInFlow } from "./config/flow-options.ts"
export type { NativeAppOptions, NativeAppsOptions } from "./config/native-apps.ts"
export type { DeletionOptions } from "./config/deletion-options.ts"
export type { SecondFactorOptions } from "./config/factor-options.ts"
export { importPassword, type ImportedPassword } from "./factors/import-password.ts"
export type { ObservedRequest, Telemetry } from "./config/telemetry.ts"
export type { ServiceOptions } from "./config/service-options.ts"
export type {
  OwnPageProps,
  RequestProps as SignInRequestProps,
  ShownProvider,
  SignInPageProps,
  StaticProps as SignInSiteProps,
} from "./sign-in/pages/sign-in-props.ts"
export type { IdentifierStep } from "./sign-in/pages/identifier-step.ts"
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
export type { Limit, LimitKind, RateLimiter, RateLimitOptions } from "./config/rate-limits.ts"
export type { ServerSession } from "./sessions/server-session.ts"
export type { Adapter, AdapterUser } from "./adapters/index.ts"
export type { Account, AuthorizationDetails, Awaitable, JsonValue, TokenFields } from "./types.ts"
export type { CookieKey, CookieOption, CookieOptions, CookiesOptions } from "./cookies/options.ts"
export type { JWT } from "./jwt.ts"
export { skipCSRFCheck } from "./crypto/csrf-token.ts"
export { createActionURL, isAuthAction, setEnvDefaults, type EnvDefaults } from "./config/framework.ts"
export { sessionPreload, type SessionPreloadOptions, type ViteManifest } from "./http/session-preload.ts"
export { type ResponseInternal } from "./http/respond.ts"
export { raw } from "./config/raw.ts"
export type { FooterLink, FooterLinks } from "./config/footer-links.ts"
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
