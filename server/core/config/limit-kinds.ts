import type { ProviderConfig } from "../../providers/types.ts"
import type { AddressLimit } from "./rate-limits.ts"

/** The limit that a route's requests count against. */
export type RouteLimit = AddressLimit

/** The limits of starting and of finishing a sign-in, by provider type. */
export const START_LIMITS: Readonly<Record<ProviderConfig["type"], RouteLimit>> = {
  oauth: "signIn",
  oidc: "signIn",
  email: "email",
  credentials: "credentials",
  webauthn: "passkey",
}
export const CALLBACK_LIMITS: Readonly<Record<ProviderConfig["type"], RouteLimit | undefined>> = {
  oauth: undefined,
  oidc: undefined,
  email: "code",
  credentials: "credentials",
  webauthn: "passkey",
}
