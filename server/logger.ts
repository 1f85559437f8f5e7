import type { AuthError } from "./errors.ts"

export type WarningCode =
  | "debug-enabled"
  | "csrf-disabled"
  | "env-url-basepath-redundant"
  | "env-url-basepath-mismatch"
  | "experimental-webauthn"
  | "short-secret"
  | "button-text-contrast"
  | "deprecated-provider"
  | "large-session"

export interface LoggerInstance {
  debug(message: string, metadata?: unknown): void
  error(error: Error | AuthError): void
  warn(code: WarningCode): void
}
