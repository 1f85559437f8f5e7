import type { ProviderConfig } from "../providers/types.ts"

/** What a route's requests are counted as. */
export type RouteLimit = "signIn" | "credentials" | "email" | "code" | "passkey"

/** By how a provider identifies: what starting with it is, and what finishing. */
export const STARTS: Readonly<Record<ProviderConfig["type"], RouteLimit>> = {
  oauth: "signIn",
  oidc: "signIn",
  email: "email",
  credentials: "credentials",
  webauthn: "passkey",
}
export const FINISHES: Readonly<Record<ProviderConfig["type"], RouteLimit | undefined>> = {
  oauth: undefined,
  oidc: undefined,
  email: "code",
  credentials: "credentials",
  webauthn: "passkey",
}
