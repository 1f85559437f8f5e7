import { oidc } from "../define.ts"

/**
 * Signs in with Feide. Register the redirect URI `https://your.site/auth/callback/feide`, and set `AUTH_FEIDE_ID` and
 * `AUTH_FEIDE_SECRET`.
 *
 * @see https://docs.feide.no/service_providers/openid_connect/index.html
 */
export const Feide = oidc("feide", "Feide", {
  issuer: "https://auth.dataporten.no",
  jwks: "https://auth.dataporten.no/openid/jwks",
  authorization: "https://auth.dataporten.no/oauth/authorization",
  token: "https://auth.dataporten.no/oauth/token",
  scopes: "openid profile email userid",
  emailTrust: "idp",
  docs: { email: "The user's school or university asserts the address." },
})

export default Feide
