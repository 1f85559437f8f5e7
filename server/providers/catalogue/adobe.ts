import { oidc } from "../define.ts"

/** @see https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/ */
export const Adobe = oidc("adobe", "Adobe", {
  issuer: "https://ims-na1.adobelogin.com",
  wellKnown: "https://ims-na1.adobelogin.com/ims/.well-known/openid-configuration",
  scopes: "openid,email,profile",
  scopeSeparator: ",",
  nonce: false,
  idToken: false,
  profile: { image: null },
})
