import { oauth } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with WorkOS. Register the redirect URI `https://your.site/auth/callback/workos`, and set `AUTH_WORKOS_ID`
 * and `AUTH_WORKOS_SECRET`. Pass exactly one of `connection`, `organization` and `provider`.
 *
 * @see https://workos.com/docs/reference/sso
 */
export const WorkOS = oauth("workos", "WorkOS", {
  options: {
    connection: optionalOption("SSO connection id"),
    organization: optionalOption("Organisation id"),
    provider: optionalOption("Authkit, GoogleOAuth, MicrosoftOAuth, GitHubOAuth or AppleOAuth"),
    issuer: optionalOption("API base URL", "https://api.workos.com/"),
  },
  authorization: {
    url: "{issuer}/sso/authorize",
    params: { connection: "{connection}", organization: "{organization}", provider: "{provider}" },
  },
  token: "{issuer}/sso/token",
  userinfo: "{issuer}/sso/profile",
  clientAuth: "post",
  profile: {
    id: "id",
    name: ({ first_name, last_name }) => joinText(first_name, last_name),
    email: "email",
    image: "raw_attributes.picture",
  },
  emailTrust: "idp",
  docs: { email: "The address is whatever the company's identity provider asserts." },
})

export default WorkOS
