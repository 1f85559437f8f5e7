import type { ProviderConfig } from "../../providers/types.ts"
import type { AddressLimit } from "../../config/rate-limit-options.ts"

/** What a route's requests are counted as. */
export type RouteLimit = AddressLimit

/** By provider type: the limit of starting a sign-in, and that of finishing it. */
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
