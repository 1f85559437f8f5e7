import { oidc } from "../define.ts"

/**
 * Email may be an alias.
 *
 * @see https://simplelogin.io/docs/siwsl/intro/
 */
export const SimpleLogin = oidc("simplelogin", "SimpleLogin", {
  issuer: "https://app.simplelogin.io",
  nonce: false,
  profile: { image: "avatar_url|picture" },
})
