import { markWorkos } from "../../../components/view/marks/drawn.ts"
import { oauthWith } from "../define.ts"
import { joinText } from "../fields.ts"
import { optionalOption } from "../rows.ts"
import type { UntypedProfile } from "../profile-types.ts"

/** A user's profile at WorkOS. Its other fields are untyped. */
export interface WorkOSProfile extends UntypedProfile {
  object: string
  id: string
  organization_id: string
  connection_id: string
  connection_type: string
  idp_id: string
  email: string
  first_name: string
  last_name: string
  raw_attributes: { id: string; email: string; lastName: string; firstName: string; picture: string }
}

/**
 * Signs in with WorkOS. Register the redirect URI `https://your.site/auth/callback/workos`, and set `AUTH_WORKOS_ID`
 * and `AUTH_WORKOS_SECRET`. Pass exactly one of `connection`, `organization` and `provider`. Users of another
 * connection or organization are rejected.
 *
 * @see https://workos.com/docs/reference/sso
 */
export const WorkOS = oauthWith<WorkOSProfile>()("workos", "WorkOS", {
  mark: markWorkos,
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
  pinnedParams: {
    connection: ({ connection_id: id }, wanted) => id === wanted,
    organization: ({ organization_id: id }, wanted) => id === wanted,
  },
  emailTrust: "idp",
  docs: { email: "The address is whatever the company's identity provider asserts." },
})

export default WorkOS
