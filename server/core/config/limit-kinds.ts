import type { ProviderConfig } from "../../providers/types.ts"
import type { AddressLimit } from "./rate-limits.ts"

/** The limit that a route's requests count against. */
export type RouteLimit = AddressLimit

export type LimitsByType = { readonly [Type in ProviderConfig["type"]]?: RouteLimit }

/** The limits of starting and of finishing a sign-in. */
export const START_LIMITS: LimitsByType = {
  oauth: "signIn",
  oidc: "signIn",
  email: "email",
  credentials: "credentials",
  webauthn: "passkey",
}
export const CALLBACK_LIMITS: LimitsByType = {
  email: "code",
  credentials: "credentials",
  webauthn: "passkey",
}
