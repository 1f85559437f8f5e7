import { START_LIMITS } from "../../core/config/limit-kinds.ts"
import type { Settings } from "../../core/config/settings.ts"
import type { Feature } from "../../feature.ts"
import { lazy } from "../../lazy.ts"
import { needsOpenId } from "../../providers/needs-open-id.ts"
import { openIdProblems } from "./problems.ts"

const load = () => import("../../oauth/open-id/index.ts")
const loadEndSession = () => import("./end-session.ts")
const loadInitiatedLogin = () => import("./initiate-login.ts")
const loadFormPost = () => import("./form-post.ts")
const calls = {
  metadataFor: lazy(() => import("../../oauth/metadata.ts"), "metadataFor"),
  startOAuth: lazy(() => import("../../core/sign-in/oauth-start.ts"), "startOAuth"),
}
export type OpenIdCalls = typeof calls
const hasInitiatedLogin = ({ providers }: Settings) =>
  [...providers.values()].some((provider) => provider.type === "oidc" && provider.initiateLogin)

/** OpenID Connect, and the extensions of OAuth 2.0 such as DPoP, pushed requests and signed responses. */
export const openId: Feature = {
  name: "open-id",
  isOn: ({ providers }) => [...providers.values()].some(needsOpenId),
  warnings: {
    "form-post-covered":
      "A provider posts its response (`response_mode=form_post`, as Apple does), and a route of your app, such as a catch-all, covers its callback. Qwik's development server accepts the form. In production Qwik's CSRF check rejects it with 403 before Latchkit sees it. Set the form's `Origin` in your server's entry: see the Qwik page of the documentation",
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
  calls,
  formPost: { redirect: lazy(loadFormPost, "redirectFormPost"), open: lazy(loadFormPost, "openFormPost") },
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
