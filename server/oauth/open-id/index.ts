/**
 * The functions of OpenID Connect and of the extensions of OAuth 2.0. One module, because a sign-in loads most of it. A
 * Worker whose providers use plain OAuth 2.0 has none of it.
 */
export { completeClaims } from "../complete-claims.ts"
export { discover } from "../discovery.ts"
export { createDpopKey, dpopThumbprint, withKeyProof } from "../dpop.ts"
export { endSessionUrl } from "../end-session.ts"
export { identifyIdToken } from "../identify-id-token.ts"
export { authenticate } from "../key-authentication.ts"
export { validateLogoutToken } from "../logout-token.ts"
export { validateOpenIdTokens } from "../open-id-tokens.ts"
export { secureParameters } from "../pushed-request.ts"
export { refreshedIdToken, requireSameServer } from "../refreshed-id-token.ts"
export { validateSignedResponse } from "../signed-response.ts"
export { standardProfile } from "../standard-profile.ts"
