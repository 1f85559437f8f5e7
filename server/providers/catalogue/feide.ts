import { oidc } from "../define.ts"

/** @see https://docs.feide.no/service_providers/openid_connect/index.html */
export const Feide = oidc("feide", "Feide", {
  issuer: "https://auth.dataporten.no",
  jwks: "https://auth.dataporten.no/openid/jwks",
  authorization: "https://auth.dataporten.no/oauth/authorization",
  token: "https://auth.dataporten.no/oauth/token",
  scopes: "openid profile email userid",
  emailTrust: "idp",
})
