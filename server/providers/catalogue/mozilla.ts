import { oidc } from "../define.ts"

/**
 * Relying parties need approval by Mozilla.
 *
 * @see https://mozilla.github.io/ecosystem-platform/relying-parties/tutorials/integration-with-fxa
 */
export const Mozilla = oidc("mozilla", "Mozilla accounts", {
  issuer: "https://accounts.firefox.com",
  userinfo: "https://profile.accounts.firefox.com/v1/profile",
  scopes: "openid profile",
  clientAuth: "post",
  idToken: false,
  profile: { id: "uid", name: "displayName|email", emailVerified: null, image: "avatar" },
})
