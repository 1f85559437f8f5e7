import type { Settings } from "../../core/config/settings.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { isOAuth } from "../../providers/protocol.ts"

const load = () => import("../../core/sign-in/oauth-callback.ts")

/** Signs in with providers of OAuth 2.0, and with those of OpenID Connect beside the feature `open-id`. */
export const oauth: Feature = {
  name: "oauth",
  isOn: ({ providers }: Settings) => [...providers.values()].some(isOAuth),
  providerTypes: ["oauth", "oidc"],
  start: lazy(load, "startAtProvider"),
  identify: lazy(load, "identifyByOAuth"),
  onFailed: lazy(load, "clearFailedTransaction"),
  failedReturn: lazy(load, "failedReturn"),
}
