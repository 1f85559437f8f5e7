import { oidc } from "../define.ts"

/** @see https://developers.id.me/documentation */
export const IDme = oidc("id-me", "ID.me", {
  issuer: "https://api.id.me/oidc",
  scopes: "openid login",
  clientAuth: "post",
  profile: { name: "name|`{fname} {lname}`", emailVerified: null, image: null },
})
