import { START_LIMITS } from "../../core/config/limit-kinds.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { needsOpenId } from "../../providers/needs-open-id.ts"
import { openIdProblems } from "./problems.ts"

const load = () => import("../../oauth/open-id/index.ts")
const loadEndSession = () => import("./end-session.ts")
const loadInitiatedLogin = () => import("./initiate-login.ts")
const hasInitiatedLogin = ({ providers }: Settings) =>
  [...providers.values()].some((provider) => provider.type === "oidc" && provider.initiateLogin)

/** OpenID Connect, and the extensions of OAuth 2.0 such as DPoP, pushed requests and signed responses. */
export const openId: Feature = {
  name: "open-id",
  isOn: ({ providers }) => [...providers.values()].some(needsOpenId),
  warnings: {
    "end-session-unavailable":
      "A provider with `endSession` has no usable end session endpoint: signing out ends only the session in your app. Set `debug` for details",
  },
  problems: openIdProblems,
  routes: {
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
  },
  providerEnd: { start: lazy(loadEndSession, "startEndSession"), resume: lazy(loadEndSession, "endSession") },
  extensions: {
    discover: lazy(load, "discover"),
    secureParameters: lazy(load, "secureParameters"),
    validateSignedResponse: lazy(load, "validateSignedResponse"),
    authenticate: lazy(load, "authenticate"),
    createDpopKey: lazy(load, "createDpopKey"),
    dpopThumbprint: lazy(load, "dpopThumbprint"),
    withKeyProof: lazy(load, "withKeyProof"),
    validateOpenIdTokens: lazy(load, "validateOpenIdTokens"),
    standardProfile: lazy(load, "standardProfile"),
    completeClaims: lazy(load, "completeClaims"),
    requireSameServer: lazy(load, "requireSameServer"),
    refreshedIdToken: lazy(load, "refreshedIdToken"),
    validateLogoutToken: lazy(load, "validateLogoutToken"),
  },
}
