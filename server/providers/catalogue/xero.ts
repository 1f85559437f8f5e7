import { oidc } from "../define.ts"

/** @see https://developer.xero.com/documentation/guides/oauth2/sign-in/ */
export const Xero = oidc("xero", "Xero", {
  issuer: "https://identity.xero.com",
  jwks: "https://identity.xero.com/.well-known/openid-configuration/jwks",
  authorization: "https://login.xero.com/identity/connect/authorize",
  token: "https://identity.xero.com/connect/token",
  profile: { id: "xero_userid", name: "name|`{given_name} {family_name}`", image: null },
  emailTrust: "unverified",
})
