import { markJumpcloud } from "../../../components/view/marks/drawn.ts"
import { oidc } from "../define.ts"
import { joinText } from "../fields.ts"

/**
 * Signs in with JumpCloud. Register the redirect URI `https://your.site/auth/callback/jumpcloud`, and set
 * `AUTH_JUMPCLOUD_ID` and `AUTH_JUMPCLOUD_SECRET`.
 *
 * @see https://jumpcloud.com/support/sso-with-oidc
 */
export const JumpCloud = oidc("jumpcloud", "JumpCloud", {
  mark: markJumpcloud,
  issuer: "https://oauth.id.jumpcloud.com/",
  scopes: "openid email profile",
  profile: { name: ({ name, given_name, family_name }) => name || joinText(given_name, family_name), image: null },
  emailTrust: "idp",
  docs: { email: "The organization's administrators write the address." },
})

export default JumpCloud
