import type { Awaitable } from "../../types.ts"
import type { Settings } from "../config/settings.ts"
import type { AuthError } from "../../errors.ts"
import type { AuthRequest } from "./auth-request.ts"
import type { Outcome } from "./outcome.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import type { ActionContext } from "./action-context.ts"
import type { LimitsByType, RouteLimit } from "../config/limit-kinds.ts"

/** For which providers a rule holds. */
export type Rule = "always" | ((provider: ProviderConfig | undefined) => boolean)

/** Everything about one route. The row says which checks run, and they run only here. */
export interface Route {
  run(context: ActionContext): Promise<Outcome>
  /** Whether only programs call it. A failure is then a status with JSON, and never a page. @default false */
  json?: true
  /** Returns another response to a failure, or `undefined` for the default one. */
  onError?(error: AuthError, request: AuthRequest): Awaitable<Outcome | undefined>
  /** The meaning of the path segment after the action, or the names that it may have. @default nothing */
  target?: "provider" | "provider or none" | "step" | "step or none" | "asset" | readonly string[]
  /** Whether the form must contain the CSRF token. @default false */
  csrf?: Rule
  /** The rate limit that its requests count toward, for all of them or by the type of the provider. @default none */
  limit?: RouteLimit | LimitsByType
  /** Whether a page of another site may post here, as with an identity provider's `form_post`. @default false */
  crossSite?: Rule
  /** Whether pages of `trustedOrigins` may call it. `false` if only the browser itself does. @default true */
  cors?: false
  /** Whether the configuration has this route. Without it, the path is the app's. @default true */
  isOn?(settings: Settings): boolean
  /** Whether an administrator who acts as the user may call it. @default false */
  impersonated?: true
  /** Whether a GET changes state, so that a HEAD is rejected instead of run. @default false */
  changesState?: Rule
}

/** Rows by method and action, such as `"GET session"`. */
export type Routes = Readonly<Record<string, Route | undefined>>
