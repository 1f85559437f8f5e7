import type { AuthError } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import type { Settings } from "../../core/config/settings.ts"
import { lazy } from "../../lazy.ts"
import { always, type Routes } from "../../core/request/route.ts"

const hasNativeApps = ({ nativeApps }: Settings) => nativeApps.size > 0
const signInLimit = () => "signIn" as const

/** Responds to a failure that may pass, so that the app tries again. */
const tokenFailure = (_error: AuthError): Outcome => ({
  kind: "json",
  status: 503,
  body: { error: "server_error" },
  headers: { "retry-after": "1" },
})

/** The routes that hand a sign-in over to a native app. They have the names of OAuth's endpoints. */
export const NATIVE_APP_ROUTES: Routes = {
  "GET authorize": {
    run: lazy(() => import("./authorize.ts"), "showAuthorize"),
    isOn: hasNativeApps,
  },
  "POST authorize": {
    run: lazy(() => import("./authorize.ts"), "submitAuthorize"),
    isOn: hasNativeApps,
    csrf: always,
    limit: signInLimit,
  },
  "POST token": {
    impersonated: true,
    json: true,
    onError: tokenFailure,
    run: lazy(() => import("./token.ts"), "exchangeAppCode"),
    isOn: hasNativeApps,
    limit: signInLimit,
  },
  "POST revoke": {
    impersonated: true,
    json: true,
    onError: tokenFailure,
    run: lazy(() => import("./token.ts"), "revokeToken"),
    isOn: hasNativeApps,
    limit: signInLimit,
  },
}
