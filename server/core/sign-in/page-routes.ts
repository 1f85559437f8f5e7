import { lazy } from "../../lazy.ts"
import type { Routes } from "../request/route.ts"
import { providers } from "../pages/providers.ts"

const loadAssets = () => import("../pages/assets.ts")
const loadPages = () => import("./show-pages.ts")

/** The built-in pages, their assets, and the data of a sign-in card on an app's own page. */
export const PAGE_ROUTES: Routes = {
  "GET signin": { impersonated: true, run: lazy(loadPages, "showSignIn"), target: "provider or none" },
  "GET error": { impersonated: true, run: lazy(loadPages, "showError") },
  "GET popup": { run: lazy(loadPages, "showPopup") },
  "GET assets": { impersonated: true, run: lazy(loadAssets, "showAsset"), target: "asset" },
  "GET theme.css": { impersonated: true, run: lazy(loadAssets, "showTheme") },
  "GET providers": { impersonated: true, json: true, run: providers },
  "GET sign-in-props": {
    impersonated: true,
    json: true,
    run: lazy(() => import("../pages/show-sign-in-props.ts"), "showSignInProps"),
  },
}
