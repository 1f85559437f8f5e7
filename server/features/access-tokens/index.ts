import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"

const calls = {
  accessToken: lazy(() => import("./access-token.ts"), "accessToken"),
}
export type AccessTokenCalls = typeof calls

/**
 * Tokens for the APIs of providers. Latchkit stores and refreshes them. No option turns this on: the app calls
 * `auth.getAccessToken`.
 */
export const accessTokens: Feature = {
  name: "access-tokens",
  isOn: () => false,
  calls,
}
