import type { Feature } from "../../feature.ts"
import type { Settings } from "../../core/config/settings.ts"
import { START_LIMITS } from "../../core/config/limit-kinds.ts"
import { lazy } from "../../lazy.ts"
import type { Routes } from "../../core/request/route.ts"

const load = () => import("./sign-in.ts")
const hasFedcm = ({ providers }: Settings) =>
  [...providers.values()].some((provider) => provider.type === "oidc" && provider.fedcm !== undefined)

/** The requests of a sign-in through the browser's own account chooser. */
const FEDCM_ROUTES: Routes = {
  "GET fedcm": { json: true, run: lazy(load, "fedcmOptions"), target: "provider", changesState: "always" },
  "POST fedcm": { run: lazy(load, "fedcmSignIn"), target: "provider", csrf: "always", limit: START_LIMITS },
}

/** Signs in with the browser's own account chooser. */
export const fedcm: Feature = {
  name: "fedcm",
  isOn: hasFedcm,
  routes: FEDCM_ROUTES,
  pageScripts: () => import("../../../components/html/feature-scripts.generated.ts"),
}
