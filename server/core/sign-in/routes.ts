import type { ProviderConfig } from "../../providers/types.ts"
import { CALLBACK_LIMITS, START_LIMITS } from "../config/limit-kinds.ts"
import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"

const callback = lazy(() => import("./callback.ts"), "callback")

const isOAuth = (provider: ProviderConfig | undefined) => provider?.type === "oauth" || provider?.type === "oidc"
const needsCsrfToken = (provider: ProviderConfig | undefined) => !isOAuth(provider)

/** The start of a sign-in, and the provider's response. */
export const SIGN_IN_ROUTES: Routes = {
  "POST signin": {
    run: lazy(() => import("./start.ts"), "signIn"),
    target: "provider or none",
    csrf: "always",
    limit: START_LIMITS,
  },
  "GET callback": { run: callback, target: "provider", changesState: isOAuth, limit: { email: "code" } },
  "POST callback": {
    run: callback,
    target: "provider",
    csrf: needsCsrfToken,
    crossSite: isOAuth,
    limit: CALLBACK_LIMITS,
  },
}
