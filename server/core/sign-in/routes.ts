import type { Settings } from "../config/settings.ts"
import type { ProviderConfig } from "../../providers/types.ts"
import { CALLBACK_LIMITS, START_LIMITS } from "../config/limit-kinds.ts"
import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"

const loadInitiatedLogin = () => import("./initiate-login.ts")
const callback = lazy(() => import("./callback.ts"), "callback")

const isOAuth = (provider: ProviderConfig | undefined) => provider?.type === "oauth" || provider?.type === "oidc"
const needsCsrfToken = (provider: ProviderConfig | undefined) => !isOAuth(provider)
const hasInitiatedLogin = ({ providers }: Settings) =>
  [...providers.values()].some((provider) => provider.type === "oidc" && provider.initiateLogin)

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
  "GET initiate-login": {
    run: lazy(loadInitiatedLogin, "initiateLogin"),
    target: "provider",
    isOn: hasInitiatedLogin,
    limit: START_LIMITS,
    changesState: "always",
  },
  "POST initiate-login": {
    run: lazy(loadInitiatedLogin, "redirectInitiatedLogin"),
    target: "provider",
    isOn: hasInitiatedLogin,
    crossSite: "always",
    limit: START_LIMITS,
  },
}
