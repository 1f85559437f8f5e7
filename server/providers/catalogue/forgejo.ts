import { markForgejo } from "../../../components/view/marks/marks.generated.ts"
import { oauth } from "../define.ts"
import { optionalOption } from "../rows.ts"

/**
 * Signs in with Forgejo. Register the redirect URI `https://your.site/auth/callback/forgejo`, and set
 * `AUTH_FORGEJO_ID` and `AUTH_FORGEJO_SECRET`.
 *
 * @see https://forgejo.org/docs/latest/user/oauth2-provider/
 */
export const Forgejo = oauth("forgejo", "Forgejo", {
  mark: markForgejo,
  options: { baseUrl: optionalOption("Instance base URL", "https://codeberg.org") },
  authorization: "{baseUrl}/login/oauth/authorize",
  token: "{baseUrl}/login/oauth/access_token",
  userinfo: "{baseUrl}/api/v1/user",
  scopes: "read:user",
  profile: { id: "id", name: ({ full_name, login }) => full_name || login, email: "email", image: "avatar_url" },
  emailTrust: "idp",
  docs: {
    email: "Its administrators decide whether users must confirm an address, and the API has no flag.",
    selfHosted: true,
  },
})

export default Forgejo
