import type { AuthError } from "../../errors.ts"
import type { Outcome } from "../../core/request/outcome.ts"
import { lazy } from "../../lazy.ts"
import type { Routes } from "../../core/request/route.ts"
import type { Feature } from "../../feature.ts"
import { nativeAppFindings, nativeAppProblems, nativeAppSettings, nativeAppsOptions } from "./options.ts"

const loadAuthorize = () => import("./authorize.ts")
const loadToken = () => import("./token.ts")

/** Responds to a failure that may pass, so that the app tries again. */
const tokenFailure = (_error: AuthError): Outcome => ({
  kind: "json",
  status: 503,
  body: { error: "server_error" },
  headers: { "retry-after": "1" },
})

/** The routes that hand a sign-in over to a native app. They have the names of OAuth's endpoints. */
const NATIVE_APP_ROUTES: Routes = {
  "GET authorize": { run: lazy(loadAuthorize, "showAuthorize") },
  "POST authorize": { run: lazy(loadAuthorize, "submitAuthorize"), csrf: "always", limit: "signIn" },
  "POST token": {
    impersonated: true,
    json: true,
    onError: tokenFailure,
    run: lazy(loadToken, "exchangeAppCode"),
    limit: "signIn",
  },
  "POST revoke": {
    impersonated: true,
    json: true,
    onError: tokenFailure,
    run: lazy(loadToken, "revokeToken"),
    limit: "signIn",
  },
}

/** Hands a sign-in in the system's browser over to an app on a phone, a desktop or the command line. */
export const nativeApps: Feature = {
  name: "native-apps",
  isOn: (settings) => nativeAppSettings.of(settings) !== undefined,
  options: nativeAppsOptions,
  settings: nativeAppSettings,
  problems: nativeAppProblems,
  findings: nativeAppFindings,
  sendsBearer: (options) => nativeAppSettings.read(options) !== undefined,
  routes: NATIVE_APP_ROUTES,
}
