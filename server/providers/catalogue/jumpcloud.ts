import { oidc } from "../define.ts"

/** @see https://jumpcloud.com/support/sso-with-oidc */
export const JumpCloud = oidc("jumpcloud", "JumpCloud", {
  issuer: "https://oauth.id.jumpcloud.com/",
  scopes: "openid email profile",
  profile: { name: "name|`{given_name} {family_name}`", image: null },
  emailTrust: "idp",
})
