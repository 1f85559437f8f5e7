import { oauth } from "../define.ts"
import { optional } from "../rows.ts"

/**
 * Exactly one of connection, organization or provider on the authorize request.
 * The address is whatever the enterprise IdP asserts.
 *
 * @see https://workos.com/docs/reference/sso
 */
export const WorkOS = oauth("workos", "WorkOS", {
  options: {
    connection: optional("SSO connection id"),
    organization: optional("Organisation id"),
    provider: optional("Authkit, GoogleOAuth, MicrosoftOAuth, GitHubOAuth or AppleOAuth"),
    issuer: optional("API base URL", "https://api.workos.com/"),
  },
  authorization: {
    url: "{issuer}/sso/authorize",
    params: { connection: "{connection}", organization: "{organization}", provider: "{provider}" },
  },
  token: "{issuer}/sso/token",
  userinfo: "{issuer}/sso/profile",
  clientAuth: "post",
  profile: { id: "id", name: "`{first_name} {last_name}`", email: "email", image: "raw_attributes.picture" },
  emailTrust: "idp",
})
