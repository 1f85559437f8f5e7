import type { ProviderConfig } from "../../providers/types.ts"
import { CALLBACK_LIMITS, START_LIMITS } from "../config/limit-kinds.ts"
import { lazy } from "../../lazy.ts"
import { providers } from "../pages/providers.ts"
import { isOAuth } from "../../providers/protocol.ts"
import type { Routes } from "../request/route.ts"

const loadAssets = () => import("../pages/assets.ts")
const loadPages = () => import("./show-pages.ts")
const callback = lazy(() => import("./callback.ts"), "callback")

const needsCsrfToken = (provider: ProviderConfig | undefined) => !isOAuth(provider)

/** The built-in pages, the data of a sign-in card on an app's own page, the start of a sign-in, and its callback. */
export const SIGN_IN_ROUTES: Routes = {
  "GET signin": { impersonated: true, run: lazy(loadPages, "showSignIn"), target: "provider or none" },
  "GET error": { impersonated: true, run: lazy(loadPages, "showError") },
  "GET popup": { run: lazy(loadPages, "showPopup") },
  "GET assets": { impersonated: true, run: lazy(loadAssets, "showAsset"), target: "asset" },
  "GET theme.css": { impersonated: true, run: lazy(loadAssets, "showTheme") },
  "GET providers": { impersonated: true, json: true, run: providers },
  "GET sign-in-props": {
    impersonated: true,
    json: true,
    run: lazy(loadPages, "showSignInProps"),
  },
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
